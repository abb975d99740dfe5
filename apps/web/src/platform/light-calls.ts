import { authRecordEndpoints, FAMILIES, identityEndpoints, type Endpoint } from "@coralhub/contract";

/** Whom the entry pages may ask: the sign-in's own calls, and whether the merchant has passed certification. */
const TABLE = { ...identityEndpoints, certificationView: authRecordEndpoints.certificationView };
export type LightTable = typeof TABLE;

const NAMES = [
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
  "sendStepUpCode",
  "certificationView",
] as const satisfies readonly (keyof LightTable)[];
export type LightCallName = (typeof NAMES)[number];
export type LightCall = Pick<Endpoint, "method" | "path" | "family" | "idempotent" | "reply"> & {
  base: string;
  success: string | number;
};

/**
 * The calls of the entry pages, without their schemas. The build runs this file and puts its answer in its place,
 * so that the pages carry the table but not what it was made from.
 */
export const lightCalls = Object.fromEntries(
  NAMES.map((name): [LightCallName, LightCall] => {
    const { method, path, family, idempotent }: Endpoint = TABLE[name];
    const [success] = Object.values<string | number>(FAMILIES[family].success);
    return [name, { method, path, family, idempotent, base: FAMILIES[family].base, success: success! }];
  }),
) as Record<LightCallName, LightCall>;
