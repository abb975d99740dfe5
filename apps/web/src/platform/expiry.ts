import type { PortalPath } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { session } from "./session.ts";

/** The specification lets the message stand for three seconds. */
const EXPIRY_MESSAGE_MS = 3000;
let leaving = false;

/** Login expired: say so for three seconds, then go to the login page and remember where the merchant was. */
export function leaveForLogin(): void {
  if (leaving) return;
  leaving = true;
  session.keepReturn(location.pathname + location.search);
  setTimeout(() => location.assign("/login?redirect=1" satisfies PortalPath), EXPIRY_MESSAGE_MS);
}

/** Signing out ends the session, too: what still answers then is no surprise, and no way back is kept. */
export function leaveOnPurpose(): void {
  leaving = true;
}

export const surroundings = { toast: (text: string) => toast.failed(text), onExpired: leaveForLogin };
