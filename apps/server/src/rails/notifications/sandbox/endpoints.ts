import { Refusal, sandboxNotificationEndpoints } from "@coralhub/contract";
import { parseLoginName } from "@coralhub/domain";
import type { Database } from "../../../platform/db.ts";
import type { Capability } from "../../../platform/capability.ts";
import { listMail } from "./mailbox-store.ts";

type Deps = {
  database: Pick<Database, "db">;
  identity: { captchaAnswer(id: string): Promise<{ kind: "slider" | "normal"; answer: string } | undefined> };
};

/** The sandbox's windows: what was sent, and what a captcha wants to hear. */
export function createSandboxNotifications(deps: Deps): Capability<typeof sandboxNotificationEndpoints> {
  return {
    endpoints: sandboxNotificationEndpoints,
    handlers: {
      // Any spelling of a number or address finds what was sent to it.
      mailbox: (_ctx, { to, limit }) => listMail(deps.database.db, to && (parseLoginName(to)?.value ?? to), limit),
      async captchaAnswer(_ctx, { id }) {
        const captcha = await deps.identity.captchaAnswer(id);
        if (!captcha) throw new Refusal("not_found");
        const isSlider = captcha.kind === "slider";
        return {
          kind: captcha.kind,
          x: isSlider ? Number(captcha.answer) : null,
          answer: isSlider ? null : captcha.answer,
        };
      },
    },
  };
}
