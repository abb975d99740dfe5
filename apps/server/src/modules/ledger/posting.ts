import {
  accountParts,
  LARGEST_TRANSFER,
  type AccountCode,
  type Money,
  type PostingReason,
  type Transfer,
} from "@coralhub/domain";
import { hash } from "node:crypto";
import type { BulkRow } from "../../platform/bulk-row.ts";

/** One business event: all of its transfers post together, once under its key, or not at all. */
export type Posting = {
  merchantId: string;
  /** Chosen beforehand where other rows of the same transaction must name the posting; else made here. */
  id?: string;
  /** The same key with the same content gives the same receipt; with another content it is refused. */
  key: string;
  reason: PostingReason;
  /** What an operator searches for: an order number, a rail's reference. */
  reference?: string;
  transfers: readonly Transfer[];
  /** The posting whose hold this one takes apart. */
  resolves?: string;
  /** The posting this one takes back. */
  reverses?: string;
  /** Rows that commit with it or not at all: another module's, the record of an idempotent call, an outbox entry. */
  business?: readonly BulkRow[];
};

/** One row of the table in docs/ledger.md: what happens, and what it means in the books. */
export type PostingExample = { event: string; posting: Posting };

export type ReceiptLine = {
  from: AccountCode;
  to: AccountCode;
  amount: Money;
  fromBalance: Money;
  toBalance: Money;
};
export type Receipt = {
  postingId: string;
  postedAt: Date;
  /** The key had been posted before, with the same content: this is the receipt of that time. */
  replayed: boolean;
  lines: ReceiptLine[];
};

/** A posting as the writer handles it: checked, with its identity. */
export type Request = {
  posting: Posting;
  id: string;
  /** Merchant and key: nothing else may be posted under it. */
  uniqueKey: string;
  fingerprint: string;
  nowMicros: bigint;
  /** An earlier attempt got no answer: if the posting is in the books under our id, it is ours and no replay. */
  answerLost: boolean;
};

/** Throws where the calling code has made a mistake. */
export function requestOf(posting: Posting, id: string, nowMicros: bigint): Request {
  checkPosting(posting);
  const uniqueKey = postingKey(posting.merchantId, posting.key);
  return { posting, id, uniqueKey, fingerprint: fingerprintOf(posting), nowMicros, answerLost: false };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Za-z0-9_.:/-]{1,200}$/;
const MOST_LINES = 100;

/** What the key stands for, independent of how the caller spelled it. */
function fingerprintOf(posting: Posting): string {
  const content = [posting.reason, posting.reference ?? "", posting.resolves ?? "", posting.reverses ?? ""];
  for (const { from, to, amount } of posting.transfers) content.push(from, to, amount.minor.toString());
  return hash("sha256", JSON.stringify(content));
}

export const postingKey = (merchantId: string, id: string): string => `${merchantId} ${id}`;

/** Mistakes of the calling code, not of a user: they throw before anything is queued. */
function checkPosting(posting: Posting): void {
  const { merchantId, key, reference, transfers } = posting;
  if (!UUID.test(merchantId)) throw new RangeError(`not a merchant: ${merchantId}`);
  if (posting.id !== undefined && !UUID.test(posting.id)) throw new RangeError(`not a posting id: ${posting.id}`);
  if (!KEY.test(key)) throw new RangeError(`not a posting key: ${key}`);
  if (reference !== undefined && (reference.length < 1 || reference.length > 200)) {
    throw new RangeError(`not a reference: ${reference}`);
  }
  if (posting.resolves !== undefined && posting.reverses !== undefined) throw new RangeError("resolve or reverse");
  if (transfers.length < 1 || transfers.length > MOST_LINES) throw new RangeError(`${transfers.length} transfers`);
  for (const line of transfers) checkTransfer(line);
}

function checkTransfer({ from, to, amount }: Transfer): void {
  if (from === to) throw new RangeError(`transfer from ${from} to itself`);
  if (knownCurrency(from) !== amount.currency || knownCurrency(to) !== amount.currency) {
    throw new RangeError(`${amount.currency} cannot move from ${from} to ${to}`);
  }
  if (amount.minor < 1n || amount.minor > LARGEST_TRANSFER)
    throw new RangeError(`not a transferable amount: ${amount.minor}`);
}

/** Taking a code apart is slow beside everything else here, and there are few different ones without an owner. */
const known = new Map<string, string>();
const KNOWN_AT_MOST = 50_000;
function knownCurrency(code: AccountCode): string {
  let currency = known.get(code);
  if (currency === undefined) {
    currency = accountParts(code).currency;
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.set(code, currency);
  }
  return currency;
}
