import type { Endpoint, identityEndpoints } from "@coralhub/contract";

/** The part of an endpoint that a caller without schemas needs. */
export type Call = Pick<Endpoint, "method" | "path" | "family" | "idempotent" | "reply">;

/** The calls of the entry pages. */
export const LIGHT_CALLS = [
  "login",
  "sendSignInCode",
  "startPasskeySignIn",
  "passkeySignIn",
  "sendRegisterCode",
  "register",
  "checkInvitation",
  "sendResetCode",
  "checkResetCode",
  "resetPassword",
  "sendRecoveryCode",
  "requestRecovery",
  "makeSlider",
  "solveSlider",
  "makeQuestion",
  "solveQuestion",
  "sendBindEmailCode",
  "bindEmail",
] as const satisfies readonly (keyof typeof identityEndpoints)[];
export type LightCallName = (typeof LIGHT_CALLS)[number];
