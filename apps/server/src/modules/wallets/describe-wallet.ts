import { Refusal, type WalletOverview } from "@coralhub/contract";
import {
  addMoney,
  convertMoney,
  CURRENCY_CODES,
  moneyOf,
  POSTING_REASONS,
  walletName,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { WalletsDeps } from "./deps.ts";
import { numberOf } from "./wallet-numbers.ts";
import { keepCurrency, listCurrencies } from "./wallets-store.ts";

const BASE = "CNY";
const sum = (currency: Currency, amounts: readonly Money[]): Money =>
  moneyOf(
    currency,
    amounts.filter((amount) => amount.currency === currency).reduce((all, { minor }) => all + minor, 0n),
  );

/** Every currency: what is there, what is under way, what we hold, what is coming; and what it is worth. */
export async function describeWallet(deps: WalletsDeps, merchantId: string): Promise<WalletOverview> {
  const { db } = deps.database;
  const [number, certified, balances, holds, coming, settings] = await Promise.all([
    numberOf(deps, merchantId),
    deps.certification.certifiedAs(merchantId),
    deps.ledger.balances(merchantId, ["collection", "wallet"]),
    deps.ledger.openHolds(merchantId),
    deps.income.inTransit(merchantId),
    listCurrencies(db, merchantId),
  ]);
  const of = (kind: string, currency: Currency) =>
    sum(
      currency,
      balances.filter((row) => row.kind === kind).map(({ balance }) => balance),
    );
  const rank = (currency: Currency) => settings.findIndex((row) => row.currency === currency);
  const wallets = await Promise.all(
    CURRENCY_CODES.map(async (currency) => {
      const [available, collected] = [of("wallet", currency), of("collection", currency)];
      const held = (isOwn: boolean) =>
        sum(
          currency,
          holds.filter((hold) => hold.isOwn === isOwn).map(({ amount }) => amount),
        );
      const setting = settings.find((row) => row.currency === currency);
      const amounts = {
        available,
        collected,
        processing: held(true),
        held: held(false),
        coming: sum(currency, coming),
      };
      const has = balances.some(({ kind, balance }) => kind === "wallet" && balance.currency === currency);
      return {
        currency,
        name: walletName(currency, setting?.name ?? null),
        isOpen: setting !== undefined || has,
        // Money is never hidden, wherever it is.
        hidden: (setting?.hidden ?? false) && Object.values(amounts).every(({ minor }) => minor === 0n),
        ...amounts,
        ...(await worth(deps, addMoney(available, collected))),
      };
    }),
  );
  const shown = wallets
    .filter(
      ({ isOpen, available, collected, processing, held, coming: due }) =>
        isOpen || [available, collected, processing, held, due].some(({ minor }) => minor > 0n),
    )
    .toSorted((a, b) => place(rank(a.currency)) - place(rank(b.currency)));
  const parts = shown.map(({ equivalent }) => equivalent);
  const rates = shown.flatMap(({ at }) => at ?? []);
  return {
    number,
    holderName: certified?.name ?? null,
    asOf: rates.length > 0 ? rates.reduce((oldest, at) => (at < oldest ? at : oldest)) : null,
    total: parts.reduce<Money | null>((all, one) => all && one && addMoney(all, one), moneyOf(BASE, 0n)),
    wallets: shown.map(({ at: _at, ...row }) => row),
    holds: holds.map(({ postingId, amount, reason, reference, isOwn, openedAt }) => ({
      postingId,
      amount,
      what: POSTING_REASONS[reason],
      reference,
      isOwn,
      since: openedAt,
    })),
  };
}

/** Money in a wallet, or set aside from one: its owner gets at it whatever is open to whom. */
export async function holdsMoney({ ledger }: WalletsDeps, merchantId: string): Promise<boolean> {
  const own = await ledger.balances(merchantId, ["wallet", "hold"]);
  return own.some(({ kind, owner, balance }) => balance.minor > 0n && (kind === "wallet" || owner === "wallet"));
}

/** What has no place yet comes last, in the table's own order. */
const place = (rank: number): number => (rank < 0 ? CURRENCY_CODES.length : rank);

async function worth(
  { rails }: WalletsDeps,
  amount: Money,
): Promise<{ equivalent: Money | null; mid: string | null; at: Date | null }> {
  try {
    const { mid, at } = await rails.fxRates.reference(amount.currency, BASE);
    return { equivalent: convertMoney(amount, BASE, mid, "halfEven"), mid, at };
  } catch (error) {
    if (error instanceof Refusal) return { equivalent: null, mid: null, at: null };
    throw error;
  }
}

type Setting = { currency: Currency; name: string; hidden: boolean };

/** In the order they are given. */
export const setAccounts = (
  deps: WalletsDeps,
  ctx: MerchantContext,
  { accounts }: { accounts: readonly Setting[] },
): Promise<null> =>
  ctx.once(async (tx) => {
    const at = deps.clock.now();
    for (const [position, { currency, name, hidden }] of accounts.entries()) {
      await keepCurrency(tx, ctx.merchantId, { currency, name: name === "" ? null : name, position, hidden }, at);
    }
    return null;
  });
