import type { Currency, GivenOrder, OrderFinding, ReadOrder, RefundLine } from "@coralhub/domain";

export type ComingRow = {
  line: number;
  given: GivenOrder;
  read: ReadOrder;
  /** The line of the file this one corrects, where the file of refused orders says it. */
  mends?: number | null;
  /** Refunds that the report tells one by one; what a column or a platform says is how far it is refunded in all. */
  refunds?: readonly RefundLine[];
};
/** What is decided by about a row. */
export type BriefRow = Pick<
  ReadOrder,
  "orderNumber" | "orderedAt" | "currency" | "amountMinor" | "refundedMinor" | "findings"
> & {
  line: number;
  mends: number | null;
  refunds: readonly RefundLine[];
};

/** Where one of these is wrong, nobody knows which order was refunded, or by how much. */
export const UNSURE: readonly OrderFinding[] = [
  "orderNumberMissing",
  "orderNumberDamaged",
  "orderNumberShape",
  "currencyMissing",
  "currencyUnknown",
  "amountMalformed",
  "formula",
];
type Told = Pick<ReadOrder, "orderNumber" | "currency" | "findings">;
/** Whether what it says of refunds is written down, line by line. */
export const isSure = <Row extends Told>(row: Row): row is Row & { orderNumber: string; currency: Currency } =>
  row.orderNumber !== null && row.currency !== null && !row.findings.some((finding) => UNSURE.includes(finding));

/**
 * Rows on their way into the table: a brief of each, and beside them all columns that are only stored, as one text of bytes.
 * As objects they would take many times the room on the heap of the thread that answers calls, and outlive their piece there.
 */
export type PackedRows = { briefs: BriefRow[]; stored: Uint8Array };

export function packRows(rows: readonly ComingRow[]): PackedRows {
  const columns = rows.map(({ line, given, read }) => ({
    line,
    given,
    number: read.orderNumber,
    at: read.orderedAt,
    currency: read.currency,
    amount: read.amountMinor?.toString() ?? null,
    goods: read.goods,
    quantity: read.quantity,
    country: read.country,
    buyer: read.buyer,
    carrier: read.carrier,
    tracking: read.tracking,
    serial: read.serial,
  }));
  return { briefs: rows.map(briefOf), stored: new TextEncoder().encode(JSON.stringify(columns)) };
}

const briefOf = ({ line, mends = null, refunds = [], read }: ComingRow): BriefRow => {
  const { orderNumber, orderedAt, currency, amountMinor, refundedMinor, findings } = read;
  return { line, mends, refunds, orderNumber, orderedAt, currency, amountMinor, refundedMinor, findings };
};

/** Their bytes go at once: the collector, which sees only the small handle of them, would let those of a whole file stand. */
export const forgetRows = ({ stored }: PackedRows): void => void (stored.buffer as ArrayBuffer).transfer(0);
