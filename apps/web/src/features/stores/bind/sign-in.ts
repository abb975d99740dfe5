import { addressOf } from "@coralhub/domain";
import { session } from "../../../platform/session.ts";

/** To the sign-in page, and back to exactly this address. */
export function signInAndReturn(): void {
  session.keepReturn(location.pathname + location.search);
  location.assign(addressOf("login"));
}
