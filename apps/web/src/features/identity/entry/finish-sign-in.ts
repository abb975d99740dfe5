import { keepDevice } from "../../../platform/device.ts";
import { safePath } from "../../../platform/safe-path.ts";
import { session } from "../../../platform/session.ts";

type SignedIn = { token: string; userId: string; mobile: string; userSource: number; device: string };

/** Keeps what the server answered and goes where the merchant was headed, if that is a place of ours. */
export function finishSignIn({ token, device, ...user }: SignedIn, fallback = "/home"): void {
  const returnTo = safePath(session.takeReturn(), location.origin);
  session.start(token, user);
  keepDevice(device);
  location.assign(returnTo ?? fallback);
}
