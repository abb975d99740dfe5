import { receivingAccountList, type accountEndpoints } from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import { accountBooks } from "./account-books.ts";
import { accountLetter } from "./account-letter.ts";
import { hasStoreOn, listAccounts } from "./accounts-store.ts";
import { reapplyForAccount } from "./apply-for-account.ts";
import { listCharges } from "./charges-store.ts";
import type { AccountsDeps } from "./deps.ts";
import {
  accountForCopying,
  describeAccount,
  describeAccountCase,
  describeAccounts,
  headOf,
} from "./describe-account.ts";
import { accountSource } from "./lists-store.ts";
import { monthlyStatement } from "./monthly-statement.ts";
import { moveReceivingAccount } from "./move-account.ts";
import { payCharge } from "./pay-charge.ts";

const VENMO = "VENMO";

type Handlers = Capability<typeof accountEndpoints>["handlers"];

export function merchantHandlers(deps: AccountsDeps) {
  const { db } = deps.database;
  return {
    receivingAccounts: ({ merchantId }) => describeAccounts(deps, merchantId),
    receivingAccount: ({ merchantId }, { id }) => describeAccount(deps, { merchantId, id }),
    reapplyReceivingAccount: (ctx, input) => reapplyForAccount(deps, ctx, input),
    accountIban: ({ merchantId }, { id }) => accountForCopying(deps, { merchantId, id }),
    async receiptsAccounts({ merchantId }, { currency, country }) {
      const accounts = await listAccounts(db, merchantId);
      return accounts
        .filter(({ state }) => state === "open" || state === "applying")
        .filter((own) => (!currency || own.currency === currency) && (!country || own.country === country))
        .map(headOf);
    },
    accountCharges: ({ merchantId }) => listCharges(db, merchantId),
    async accountOpeningPrice(_ctx, { currency, country = "*" }) {
      const amount = { currency, minor: 0n };
      const { total } = await deps.ledger.prices.fee({ business: "account_opening", amount, corridor: country });
      return { price: total, free: total.minor === 0n };
    },
    payAccountCharge: (ctx, { chargeId }) => payCharge(deps, ctx, chargeId),
    containsVenmo: async ({ merchantId }) => ({ contain: await hasStoreOn(db, merchantId, VENMO) }),
    ...accountBooks(deps),
    monthlyStatementPdf: ({ merchantId }, wanted) => monthlyStatement(deps, merchantId, wanted),
    accountLetter: ({ merchantId }, wanted) => accountLetter(deps, merchantId, wanted),
  } satisfies Partial<Handlers>;
}

export const deskHandlers = (deps: AccountsDeps) =>
  ({
    receivingAccountDesk: (_ctx, input) =>
      deps.lists.page({ scope: "all" }, receivingAccountList, accountSource, input),
    receivingAccountCase: (_ctx, key) => describeAccountCase(deps, key),
    freezeReceivingAccount: (ctx, input) => moveReceivingAccount(deps, ctx, "freeze", input),
    async unfreezeReceivingAccount(ctx, input) {
      await moveReceivingAccount(deps, ctx, "unfreeze", input);
      await deps.income.recheck(input.merchantId);
      return null;
    },
    closeReceivingAccount: (ctx, input) => moveReceivingAccount(deps, ctx, "close", input),
  }) satisfies Partial<Handlers>;
