import { CAPTCHA_PROVIDERS, type CaptchaProvider } from "@coralhub/domain";
import type { CaptchaConfig } from "../../platform/config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { createGeetest } from "./connectors/geetest.ts";
import { createTencentCaptcha } from "./connectors/tencent.ts";

/** `unknown`: the service gave no answer; the visitor tries again, nothing is decided. */
export type CaptchaVerdict = "passed" | "failed" | "unknown";
/** What the provider's script handed to the page, as JSON, and where the visitor came from. */
export type CaptchaProof = { proof: string; address: string };
export type CaptchaRail = {
  /** Who judges visitors, and the public number the provider's script begins with. `own`: our own challenges. */
  offer: { provider: "own"; id: null } | { provider: CaptchaProvider; id: string };
  /** Hosts the portal's pages may load from, for this alone. */
  hosts: readonly string[];
  judge(given: CaptchaProof): Promise<CaptchaVerdict>;
};

type Surroundings = { clock: Clock; log: Pick<Log, "warn"> };

const OWN: CaptchaRail = { offer: { provider: "own", id: null }, hosts: [], judge: async () => "failed" };

/** A configured provider is used in both modes; without one our own challenges stand at the door. */
export function createCaptchaRail(
  { captcha }: { captcha: CaptchaConfig | undefined },
  { clock, log }: Surroundings,
): CaptchaRail {
  if (!captcha) return OWN;
  const { provider, id } = captcha;
  const ask = captcha.provider === "geetest" ? createGeetest(captcha) : createTencentCaptcha(captcha, clock);
  return {
    offer: { provider, id },
    hosts: CAPTCHA_PROVIDERS[provider].hosts,
    async judge(given) {
      try {
        return (await ask(given)) ? "passed" : "failed";
      } catch (error) {
        log.warn({ err: error, provider }, "captcha service did not answer");
        return "unknown";
      }
    },
  };
}
