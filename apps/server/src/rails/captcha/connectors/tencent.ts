import { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import type { TencentCaptchaConfig } from "../../../platform/config.ts";
import { readTextUpTo } from "../../../platform/signed-post.ts";
import type { CaptchaProof } from "../index.ts";
import { readProof } from "./proof.ts";
import { signTc3 } from "./tc3-signature.ts";

const HOME = "https://captcha.tencentcloudapi.com";
const TIMEOUT_MS = 5000;
const MOST_BYTES = 65_536;
const [ACTION, VERSION] = ["DescribeCaptchaResult", "2019-07-22"];
/** The only kind of captcha this call knows. */
const CAPTCHA_TYPE = 9;
const PASSED = 1;
/** The script makes such a ticket up when it cannot reach its own service: it proves nothing. */
const MADE_UP = /^(terror|trerror)_/;

const proofShape = z.object({ ticket: z.string().min(1).max(3000), randstr: z.string().min(1).max(200) });
const answerShape = z.object({
  Response: z.object({ CaptchaCode: z.number().optional(), Error: z.object({ Code: z.string() }).optional() }),
});

/** Tencent Cloud: its API is asked for the result of a ticket, signed with TC3-HMAC-SHA256. */
export function createTencentCaptcha(
  { id, key, secretId, secretKey, url = HOME }: TencentCaptchaConfig,
  clock: Clock,
): (given: CaptchaProof) => Promise<boolean> {
  return async ({ proof, address }) => {
    const parts = readProof(proofShape, proof);
    if (!parts || MADE_UP.test(parts.ticket)) return false;
    const body = JSON.stringify({
      CaptchaType: CAPTCHA_TYPE,
      Ticket: parts.ticket,
      UserIp: address,
      Randstr: parts.randstr,
      CaptchaAppId: Number(id),
      AppSecretKey: key,
    });
    const at = Math.floor(clock.now().getTime() / 1000);
    const contentType = "application/json; charset=utf-8";
    const { host } = new URL(url);
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": contentType,
        "x-tc-action": ACTION,
        "x-tc-version": VERSION,
        "x-tc-timestamp": String(at),
        authorization: signTc3({
          secretId,
          secretKey,
          service: "captcha",
          host,
          action: ACTION,
          contentType,
          body,
          at,
        }),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`tencent answered ${response.status}`);
    const answer = answerShape.parse(JSON.parse(await readTextUpTo(response, MOST_BYTES))).Response;
    if (answer.Error) throw new Error(`tencent refused the request: ${answer.Error.Code}`);
    return answer.CaptchaCode === PASSED;
  };
}
