import { FLAGS, type FlagName } from "@coralhub/domain";
import type { IdentityDeps } from "./deps.ts";
import type { IdentityHandlers } from "./entry-handlers.ts";

/** Four faces of one flag service; the answer is always about the caller, whoever the payload names. */
export const gateHandlers = (deps: IdentityDeps) =>
  ({
    inMultiCurrencyGray: async (ctx) => ({ inGray: await deps.flags.isOn("multiCurrencyWallet", ctx.merchantId) }),
    userGray: async (ctx) => ({ enable: await deps.flags.isOn("personalFinance", ctx.merchantId) }),
    whitelist: async (ctx, { functionCode }) => ({ inWhitelist: await deps.flags.isOn(functionCode, ctx.merchantId) }),
    testAccount: async (ctx) => ({ testAccount: await deps.flags.isOn("testAccount", ctx.merchantId) }),
    async permissionShow(ctx, { functionCode }) {
      const decided = await deps.flags.allFor(ctx.merchantId);
      const functions = (Object.keys(FLAGS) as FlagName[]).filter((flag) => decided[flag]);
      return { show: functionCode === undefined ? functions.length > 0 : decided[functionCode], functions };
    },
  }) satisfies Partial<IdentityHandlers>;
