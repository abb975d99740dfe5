import { identity } from "./account-queries.ts";

/** The browser's own dialogs; their library is fetched when first needed. */
const library = () => import("@simplewebauthn/browser");

export async function provePasskey(): Promise<{ token: string }> {
  const { startAuthentication } = await library();
  const { challengeId, options } = await identity.startPasskeyStepUp({});
  const response = await startAuthentication({ optionsJSON: options as never });
  return identity.passkeyStepUp({ challengeId, response: { ...response } });
}

export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const { challengeId, options } = await identity.startPasskey({});
  const response = await startRegistration({ optionsJSON: options as never });
  await identity.addPasskey({ challengeId, name, response: { ...response } });
}

/** Closing the browser's dialog is no mistake. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === "NotAllowedError";
