import type { PortalPath } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { session } from "./session.ts";

let leaving = false;

/** Login expired: go to the login page at once, which says so for three seconds, and remember where the merchant was. */
export function leaveForLogin(): void {
  if (leaving) return;
  leaving = true;
  session.keepReturn(location.pathname + location.search);
  location.assign("/login?redirect=1" satisfies PortalPath);
}

/** Signing out ends the session, too: what still answers then is no surprise, and no way back is kept. */
export function leaveOnPurpose(): void {
  leaving = true;
}

export const surroundings = { toast: (text: string) => toast.failed(text), onExpired: leaveForLogin };
