import type { CallOutput, ledgerEndpoints } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts } from "@coralhub/ui";
import { MoneyOf } from "./show.tsx";
import "./ledger-entry.css";

export type WalletEntry = CallOutput<typeof ledgerEndpoints.walletEntries.output>["records"][number];

/** What an entry moved. A fee taken with it is part of the amount, and said below it. */
export function EntryAmount({ entry: { amount, fee } }: { entry: WalletEntry }) {
  return (
    <>
      <MoneyOf value={amount} sign="both" />
      {fee && (
        <span className="entry-fee">
          含手续费 <MoneyOf value={fee} />
        </span>
      )}
    </>
  );
}

/** One entry of an account in full. */
export function EntryFacts({ entry }: { entry: WalletEntry }) {
  return (
    <Facts
      facts={[
        { label: "金额", value: <MoneyOf value={entry.amount} sign="both" /> },
        ...(entry.fee ? [{ label: "其中手续费", value: <MoneyOf value={entry.fee} /> }] : []),
        { label: "记账后余额", value: <MoneyOf value={entry.balance} /> },
        { label: "记账时间", value: toShanghaiTime(entry.postedAt) },
        ...(entry.reference ? [{ label: "参考号", value: <Copyable text={entry.reference} /> }] : []),
        { label: "记账编号", value: <Copyable text={entry.postingId} /> },
      ]}
    />
  );
}
