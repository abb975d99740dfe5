import type { AccountCode, Currency } from "@coralhub/domain";

/** All sides of a transfer with everything a seal covers. */
export type SealedTransfer = {
  merchantId: string;
  postingId: string;
  line: number;
  micros: bigint;
  from: AccountCode;
  to: AccountCode;
  currency: Currency;
  amount: bigint;
  fromBalance: bigint;
  toBalance: bigint;
  also: AccountCode | null;
  alsoAmount: bigint | null;
  alsoBalance: bigint | null;
  key: string;
  reason: string;
  reference: string | null;
};

/** One side of a transfer as it is sealed; the order of the fields is part of the format. */
export type SealedEntry = {
  merchantId: string;
  account: AccountCode;
  postedAtMicros: string;
  postingId: string;
  line: number;
  currency: string;
  amountMinor: string;
  balanceMinor: string;
  key: string;
  reason: string;
  reference: string | null;
};
export const entryLeaf = ({ merchantId, account, postedAtMicros, postingId, line, ...entry }: SealedEntry): string => {
  const { currency, amountMinor, balanceMinor, key, reason, reference } = entry;
  const place = [merchantId, account, postedAtMicros, postingId, line];
  return JSON.stringify(["coralhub.entry.1", ...place, currency, amountMinor, balanceMinor, key, reason, reference]);
};
export const merchantLeaf = (merchantId: string, day: string, entries: bigint, root: string): string =>
  JSON.stringify(["coralhub.merchant.1", merchantId, day, entries.toString(), root]);

/** All entries of every transfer, in the order of the tree: by account, then by time. */
export function sealedEntries(transfers: readonly SealedTransfer[]): SealedEntry[] {
  const entries = transfers.flatMap((transfer) => {
    const { merchantId, postingId, currency, key, reason, reference, micros } = transfer;
    return sidesOf(transfer).map(({ account, line, amount, balance }) => {
      const [amountMinor, balanceMinor] = [amount.toString(), balance.toString()];
      const place = { merchantId, account, postedAtMicros: micros.toString(), postingId, line };
      return { micros, entry: { ...place, currency, amountMinor, balanceMinor, key, reason, reference } };
    });
  });
  const order = (a: string | bigint, b: string | bigint) => (a < b ? -1 : a > b ? 1 : 0);
  return entries
    .toSorted((a, b) => order(a.entry.account, b.entry.account) || order(a.micros, b.micros))
    .map(({ entry }) => entry);
}

type TransferSide = { account: AccountCode; line: number; amount: bigint; balance: bigint };

/** The account the money leaves, and the one or two it arrives at. */
function sidesOf({ line, from, to, also, amount, ...transfer }: SealedTransfer): TransferSide[] {
  const second = transfer.alsoAmount ?? 0n;
  const sides = [
    { account: from, line, amount: -(amount + second), balance: transfer.fromBalance },
    { account: to, line, amount, balance: transfer.toBalance },
  ];
  if (also) sides.push({ account: also, line: line + 1, amount: second, balance: transfer.alsoBalance! });
  return sides;
}
