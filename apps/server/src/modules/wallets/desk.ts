import { Refusal, walletDeskList, type walletDeskEndpoints } from "@coralhub/contract";
import {
  convertMoney,
  CURRENCY_CODES,
  midOn,
  moneyOf,
  startOfShanghaiDay,
  toShanghaiDay,
  type AuditAction,
  type Currency,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { WalletsDeps } from "./deps.ts";
import { describeWallet } from "./describe-wallet.ts";
import { listSources } from "./fund-wallet.ts";
import { describeTransfer } from "./transfer.ts";
import { findOwner, findTransfer, sumMoved, walletDeskSource, type TransferKey } from "./wallets-store.ts";

type Desk = Capability<typeof walletDeskEndpoints>["handlers"];

/** What finance sees of all wallets together, and of one when there is a reason to look. */
export const createWalletDesk = (deps: WalletsDeps): Desk => ({
  walletTotals: () => readTotals(deps),
  walletDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, walletDeskList, walletDeskSource, input),
  walletTransferCase: (ctx, key) => readCase(deps, ctx, key),
  walletByNumber: (ctx, { number }) => readWallet(deps, ctx, number),
});

async function readTotals(deps: WalletsDeps) {
  const now = deps.clock.now();
  const [totals, moved, board] = await Promise.all([
    deps.ledger.houseTotals(["wallet", "collection", "hold"]),
    sumMoved(deps.database.db, startOfShanghaiDay(toShanghaiDay(now))),
    deps.rails.fxRates.board().catch(() => undefined),
  ]);
  const none = (currency: Currency) => moneyOf(currency, 0n);
  const currencies = CURRENCY_CODES.flatMap((currency) => {
    const of = (kind: string) =>
      totals.find((row) => row.kind === kind && row.total.currency === currency)?.total ?? none(currency);
    const today = (kind: string) =>
      moved.find((row) => row.kind === kind && row.amount.currency === currency)?.amount ?? none(currency);
    const [wallets, collected, held] = [of("wallet"), of("collection"), of("hold")];
    if (wallets.minor === 0n && collected.minor === 0n && held.minor === 0n) return [];
    const mid = board && midOn(board, currency, "USD");
    const inDollars =
      mid === undefined
        ? null
        : convertMoney(moneyOf(currency, wallets.minor + collected.minor + held.minor), "USD", mid, "halfEven");
    return [{ currency, wallets, collected, held, inDollars, sentToday: today("sent"), fundedToday: today("funding") }];
  });
  return { asOf: board?.at ?? null, currencies };
}

/** Looking at what belongs to a merchant is recorded. */
const record = (
  deps: WalletsDeps,
  ctx: OperatorContext,
  { action, subject, merchantId }: { action: AuditAction; subject: string; merchantId: string },
): Promise<void> =>
  ctx.once((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action,
      subject,
      address: ctx.address,
      detail: { merchantId },
    }),
  );

async function readCase(deps: WalletsDeps, ctx: OperatorContext, key: TransferKey) {
  const transfer = await findTransfer(deps.database.db, key);
  if (!transfer) throw new Refusal("not_found");
  const { merchantId, id, otherId } = transfer;
  await record(deps, ctx, { action: "wallet.transfer_viewed", subject: `wallet_transfer:${id}`, merchantId });
  return { ...(await describeTransfer(deps, key)), merchantId, otherMerchantId: otherId };
}

async function readWallet(deps: WalletsDeps, ctx: OperatorContext, number: string) {
  const merchantId = await findOwner(deps.database.db, number);
  if (merchantId === undefined) throw new Refusal("wallet.number_unknown");
  await record(deps, ctx, { action: "wallet.viewed", subject: `wallet:${number}`, merchantId });
  const [overview, sources] = await Promise.all([describeWallet(deps, merchantId), listSources(deps, merchantId)]);
  return { ...overview, merchantId, sources };
}
