import { createHmac } from "node:crypto";
import { z } from "zod";
import type { GeetestConfig } from "../../../platform/config.ts";
import { readTextUpTo } from "../../../platform/signed-post.ts";
import type { CaptchaProof } from "../index.ts";
import { readProof } from "./proof.ts";

const HOME = "https://gcaptcha4.geetest.com";
const TIMEOUT_MS = 5000;
const MOST_BYTES = 65_536;

const field = z.string().min(1).max(3000);
const proofShape = z.object({ lot_number: field, captcha_output: field, pass_token: field, gen_time: field });
const answerShape = z.object({ status: z.string(), result: z.string().optional(), code: z.string().optional() });

/**
 * GeeTest's fourth version: what the script gave is handed on together with the HMAC-SHA256 of its serial number under
 * our key. `status` other than success is a quarrel about the request or the service itself: it says nothing of the visitor.
 */
export function createGeetest({ id, key, url = HOME }: GeetestConfig): (given: CaptchaProof) => Promise<boolean> {
  return async ({ proof }) => {
    const parts = readProof(proofShape, proof);
    if (!parts) return false;
    const signature = createHmac("sha256", key).update(parts.lot_number).digest("hex");
    const response = await fetch(`${url}/validate?captcha_id=${encodeURIComponent(id)}`, {
      method: "POST",
      body: new URLSearchParams({ ...parts, sign_token: signature }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`geetest answered ${response.status}`);
    const answer = answerShape.parse(JSON.parse(await readTextUpTo(response, MOST_BYTES)));
    if (answer.status !== "success") throw new Error(`geetest refused the request: ${answer.code ?? "no code"}`);
    return answer.result === "success";
  };
}
