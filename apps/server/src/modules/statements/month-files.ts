import type { FileReply } from "@coralhub/contract";
import {
  formatMoney,
  INTERIM_NAMES,
  MONEY_KINDS,
  MOST_STATEMENT_LINES,
  statementPeriod,
  toShanghaiTime,
  VOUCHER_FORMATS,
  voucherLines,
  type StatementPeriod,
  type VoucherEvent,
  type VoucherFormat,
} from "@coralhub/domain";
import { setImmediate } from "node:timers/promises";
import { csvReply } from "../../platform/csv-file.ts";
import { zipEntry, zipReply, type ZipEntry } from "../../platform/zip.ts";
import type { StatementsDeps } from "./deps.ts";
import { countEntries, isProvisional, openScope, readSections, refuseTooMany } from "./read-statement.ts";
import { writeStatement } from "./write-statement.ts";

/** All of them or none: books with the last ones missing would look whole. */
async function booked(deps: StatementsDeps, merchantId: string, period: StatementPeriod): Promise<VoucherEvent[]> {
  const events = await deps.activity.booked(merchantId, period, MOST_STATEMENT_LINES + 1);
  refuseTooMany(events.length);
  return events;
}

/** More may still come into it: its name says so. */
const nameOf = (deps: StatementsDeps, what: string, month: string): string =>
  [what, month, ...(isProvisional(deps, statementPeriod("month", month)) ? [INTERIM_NAMES.zh] : [])].join("-");

const voucherReply = (name: (what: string) => string, format: VoucherFormat, events: readonly VoucherEvent[]) => {
  const { label, cells } = VOUCHER_FORMATS[format];
  const lines = voucherLines(events).map((line) => cells.map(([, write]) => write(line)));
  return csvReply(name(label), [cells.map(([header]) => header), ...lines]);
};

/** What happened in a month as vouchers an accounting program takes in. */
export async function voucherFile(
  deps: StatementsDeps,
  merchantId: string,
  { month, format }: { month: string; format: VoucherFormat },
): Promise<FileReply> {
  await openScope(deps, merchantId, { grain: "month", period: month });
  const events = await booked(deps, merchantId, statementPeriod("month", month));
  return voucherReply((what) => nameOf(deps, what, month), format, events);
}

/** Everything an accountant asks for at the end of a month, in one archive. */
export async function monthPack(deps: StatementsDeps, merchantId: string, month: string): Promise<FileReply> {
  const scope = await openScope(deps, merchantId, { grain: "month", period: month });
  // Refused before the first byte: an archive that breaks off says nothing.
  refuseTooMany(countEntries(await readSections(deps, scope)));
  const events = await booked(deps, merchantId, scope);
  return zipReply(nameOf(deps, "对账包", month), packFiles(deps, merchantId, { month, events }));
}

async function* packFiles(
  deps: StatementsDeps,
  merchantId: string,
  { month, events }: { month: string; events: readonly VoucherEvent[] },
): AsyncGenerator<ZipEntry> {
  const request = { grain: "month", period: month } as const;
  const name = (what: string) => nameOf(deps, what, month);
  for (const [format, language] of [
    ["pdf", "zh"],
    ["pdf", "en"],
    ["xlsx", "zh"],
  ] as const) {
    await setImmediate();
    yield await zipEntry(await writeStatement(deps, merchantId, { ...request, format, language }));
  }
  const ofKind = (kinds: (event: VoucherEvent) => boolean) => events.filter(kinds);
  yield await zipEntry(
    tableOf(
      name("收入"),
      ofKind(({ kind }) => MONEY_KINDS[kind].direction === "in"),
    ),
  );
  yield await zipEntry(
    tableOf(
      name("支出"),
      ofKind(({ kind }) => MONEY_KINDS[kind].direction === "out"),
    ),
  );
  const financing = ofKind(({ kind }) => MONEY_KINDS[kind].direction === "financing");
  if (financing.length > 0) yield await zipEntry(tableOf(name("融资"), financing));
  yield await zipEntry(
    tableOf(
      name("费用"),
      ofKind(({ kind, fee }) => fee.minor > 0n || kind === "charge"),
    ),
  );
  yield await zipEntry(deps.orders.monthFile(merchantId, month));
  yield await zipEntry(voucherReply(name, "kingdee", events));
  yield await zipEntry(voucherReply(name, "yonyou", events));
  yield* deps.payouts.receiptsOf(merchantId, statementPeriod("month", month));
}

const HEADERS = ["入账时间", "事由", "对方", "币种", "金额", "手续费", "净额", "流水号"];
const tableOf = (name: string, events: readonly VoucherEvent[]): FileReply =>
  csvReply(name, [
    HEADERS,
    ...events.map(({ bookedAt, kind, counterparty, amount, fee, net, reference, cameBack }) => [
      toShanghaiTime(bookedAt),
      `${MONEY_KINDS[kind].label}${cameBack ? "退回" : ""}`,
      counterparty,
      net.currency,
      formatMoney(amount),
      formatMoney(fee),
      formatMoney(net),
      reference ?? "",
    ]),
  ]);
