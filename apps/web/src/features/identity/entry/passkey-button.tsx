import { useEffect, useState } from "react";
import { knownDevice } from "../../../platform/device.ts";
import { lightApi } from "../../../platform/light-api.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { wordsOf } from "./refusals.ts";

/** Sign-in without a password, where the browser can. Its library is fetched only when asked for. */
export function PasskeyButton({ onProblem }: { onProblem: (message: string) => void }) {
  const [able, setAble] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setAble("PublicKeyCredential" in window), []);
  if (!able) return null;

  const signIn = async () => {
    setBusy(true);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const { challengeId, options } = await lightApi.startPasskeySignIn({});
      const response = await startAuthentication({ optionsJSON: options as never });
      finishSignIn(await lightApi.passkeySignIn({ challengeId, response: { ...response }, device: knownDevice() }));
    } catch (error) {
      setBusy(false);
      // Closing the browser's own dialog is no mistake and needs no words.
      if (error instanceof Error && error.name === "NotAllowedError") return;
      onProblem(wordsOf(error) ?? "这台设备没有可用的通行密钥，请用密码登录");
    }
  };
  return (
    <button type="button" className="entry-link" aria-busy={busy} onClick={() => void (busy || signIn())}>
      用通行密钥登录
    </button>
  );
}
