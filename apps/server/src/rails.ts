import type { SandboxRail } from "@coralhub/domain";
import type { Platform } from "./platform/index.ts";
import { createSandboxStatements, joinStatements, SANDBOX_BANK } from "./rails/bank-statements/index.ts";
import { createCaptchaRail } from "./rails/captcha/index.ts";
import { createCardIssuer, createSandboxIssuer, SANDBOX_ISSUER } from "./rails/card-issuer/index.ts";
import {
  createDepositPartner,
  createSandboxDepositPartner,
  SANDBOX_DEPOSIT_PARTNER,
} from "./rails/deposit-partner/index.ts";
import { createDocumentReading } from "./rails/document-reading/index.ts";
import { createFaceCheck } from "./rails/face-check/index.ts";
import { createFxRates } from "./rails/fx-rates/index.ts";
import { CONSENT_PATH, createConsentPage, createMarketplaces } from "./rails/marketplaces/index.ts";
import { createLogistics } from "./rails/logistics/index.ts";
import { createRailModes } from "./rails/modes/index.ts";
import { createMybank, createSandboxMybank } from "./rails/mybank/index.ts";
import { createNotifications } from "./rails/notifications/index.ts";
import {
  connectIsoBank,
  createPayoutBanks,
  createSandboxPayoutBanks,
  SANDBOX_PAYOUT_BANKS,
} from "./rails/payout-bank/index.ts";
import { createLender, createSandboxLender, SANDBOX_LENDER } from "./rails/lender/index.ts";
import { createReceivingBank, createSandboxReceivingBank } from "./rails/receiving-bank/index.ts";
import { createScreening } from "./rails/screening/index.ts";

/** The outside world; in the sandbox, with the simulators behind it, each behaving as the sandbox console says. */
export function createRails(platform: Platform) {
  const { config, sandboxClock } = platform;
  const modes = createRailModes(platform);
  const behaving = (rail: SandboxRail) => ({ ...platform, railMode: () => modes.of(rail) });
  const statements = createSandboxStatements({
    ...platform,
    rails: sandboxClock
      ? [SANDBOX_BANK, ...Object.values(SANDBOX_PAYOUT_BANKS), SANDBOX_DEPOSIT_PARTNER, SANDBOX_ISSUER, SANDBOX_LENDER]
      : [],
  });
  const fxRates = createFxRates(config, behaving("fxRates"));
  const simulators = sandboxClock && {
    clock: sandboxClock,
    modes,
    receivingBank: createSandboxReceivingBank({ ...behaving("receivingBank"), statements }),
    payoutBanks: createSandboxPayoutBanks({ ...behaving("payoutBank"), statements }),
    cardIssuer: createSandboxIssuer({
      ...behaving("cardIssuer"),
      statements,
      middleRate: async (from, to) => (await fxRates.rate(from, to)).mid,
    }),
    mybank: createSandboxMybank(behaving("payoutBank")),
    depositPartner: createSandboxDepositPartner({ ...behaving("depositPartner"), statements }),
    lender: createSandboxLender({ ...behaving("lender"), statements }),
    consentPages: { [CONSENT_PATH]: createConsentPage(behaving("marketplaces")) },
  };
  const iso = connectIsoBank(config.isoBank, platform);
  const rails = {
    statements: joinStatements([statements, ...iso.statements]),
    /** What the demo world's banks keep their past in. */
    sandboxStatements: statements,
    notifications: createNotifications(config, behaving("notifications")),
    fxRates,
    captcha: createCaptchaRail(config, { clock: platform.wallClock, log: platform.log }),
    documentReading: createDocumentReading(config, behaving("documentReading")),
    faceCheck: createFaceCheck(config, behaving("faceCheck")),
    screening: createScreening(config, behaving("screening")),
    marketplaces: createMarketplaces(config, behaving("marketplaces")),
    logistics: createLogistics(config, platform),
    receivingBank: createReceivingBank(config, simulators?.receivingBank),
    payoutBanks: createPayoutBanks(simulators?.payoutBanks, iso.banks),
    cardIssuer: createCardIssuer(config, simulators?.cardIssuer),
    mybank: createMybank(simulators?.mybank),
    lender: createLender(simulators?.lender),
    depositPartner: createDepositPartner(simulators?.depositPartner),
  };
  return { rails, simulators };
}
