import {
  authRecordEndpoints,
  campaignEndpoints,
  FAMILIES,
  identityEndpoints,
  messageEndpoints,
  lendingEndpoints,
  type Endpoint,
} from "@coralhub/contract";

const CALLS = {
  ...identityEndpoints,
  ...campaignEndpoints,
  unsubscribe: messageEndpoints.unsubscribe,
  loanTerms: lendingEndpoints.loanTerms,
  certificationView: authRecordEndpoints.certificationView,
};
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
  "captchaOffer",
  "solveCaptcha",
  "popCaptcha",
  "makeSlider",
  "solveSlider",
  "makeQuestion",
  "solveQuestion",
  "sendBindEmailCode",
  "bindEmail",
  "sendStepUpCode",
  "campaign",
  "lotteryQualification",
  "doubleElevenLottery",
  "draw",
  "collectGrandPrize",
  "userPrizes",
  "successfulInvitations",
  "applyThirdParty",
  "checkSunrise",
  "applySunrise",
  "canLottery",
  "openBox",
  "raffleRecords",
  "isLeLiaoUser",
  "certificationView",
  "unsubscribe",
  "loanTerms",
] as const satisfies readonly (keyof typeof CALLS)[];
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
    const { method, path, family, idempotent }: Endpoint = CALLS[name];
    const [success] = Object.values<string | number>(FAMILIES[family].success);
    return [name, { method, path, family, idempotent, base: FAMILIES[family].base, success: success! }];
  }),
) as Record<LightCallName, LightCall>;
