import { session } from "./session.ts";
import { TOAST_MS, toasts } from "./toasts.ts";

let leaving = false;

/** Login expired: say so for three seconds, then go to the login page and remember where the merchant was. */
export function leaveForLogin(): void {
  if (leaving) return;
  leaving = true;
  session.keepReturn(location.pathname + location.search);
  setTimeout(() => location.assign("/login?redirect=1"), TOAST_MS);
}

export const surroundings = { toast: (text: string) => toasts.show(text), onExpired: leaveForLogin };
