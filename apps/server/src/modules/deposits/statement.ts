import { Refusal, type FileReply } from "@coralhub/contract";
import {
  CURRENCIES,
  daysBetween,
  earnedBetween,
  moneyOf,
  moneyText,
  placementLifecycle,
  toShanghaiDay,
  type Money,
  maturityText,
} from "@coralhub/domain";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { DepositsDeps } from "./deps.ts";
import { listBetween, sumAccruals, type Placement } from "./placements-store.ts";

type Period = { from: string; to: string };
/** A statement covers a year at most. */
const MOST_DAYS = 366;
const MOST_ROWS = 5_000;

/** Every deposit that was there in a period: what lay, what it earned in these days, what was paid out. */
export async function depositStatement(
  deps: DepositsDeps,
  merchantId: string,
  { from, to }: Period,
  issuedAt: Date,
): Promise<FileReply> {
  if (to < from || daysBetween(from, to) > MOST_DAYS)
    throw new Refusal("input.invalid", {}, { to: "结束日不早于开始日，一次最多一年" });
  const { db } = deps.database;
  const [placements, earned, holder] = await Promise.all([
    listBetween(db, merchantId, { from, to }, MOST_ROWS),
    sumAccruals(db, merchantId, { from, to }),
    deps.certifiedAs(merchantId),
  ]);
  const booked = new Map(earned.map(({ placementId, minor }) => [placementId, minor]));
  const earnedBy = ({ id, accrued, paidInterestMinor: paid, endedAt }: Placement) =>
    earnedBetween(
      { booked: booked.get(id) ?? 0n, accrued: accrued.minor, paid, endedOn: endedAt && toShanghaiDay(endedAt) },
      { from, to },
    );
  const pdf = openPdf({ title: "定期存款对账单", subtitle: "Statement of Fixed Deposits", issuedAt });
  pdf.facts([
    ...(holder ? [["存款人 Depositor", holder.name] as const] : []),
    ["期间 Period", `${from} 至 ${to}`],
    ["笔数 Deposits", String(placements.length)],
    ...totalsOf(placements, to, earnedBy),
  ]);
  const table = pdf.table([
    { title: "编号 / 状态", width: 118 },
    { title: "起息 – 到期", width: 112 },
    { title: "本金", width: 96, align: "right" },
    { title: "年利率", width: 44, align: "right" },
    { title: "本期利息", width: 60, align: "right" },
    { title: "已付利息", width: 53, align: "right" },
  ]);
  for (const placement of placements) await table.row(rowOf(placement, earnedBy(placement)));
  if (placements.length === 0) pdf.paragraph("这段时间没有定期存款。");
  pdf.paragraph(
    "利息按日计提，四舍六入五成双；提前支取的，多计的利息在支取当天冲回；续存的本金单列一笔。以合作银行的记录为准。",
  );
  pdf.finish();
  return pdfReply(`定期存款对账单-${from}-${to}`, pdf);
}

const plain = (money: Money): string => moneyText(money).replace(`${money.currency} `, "");

const rowOf = ({ id, state, valueDate, maturesOn, principal, rate, paidInterestMinor }: Placement, earned: bigint) => [
  `${id.slice(-8).toUpperCase()} ${placementLifecycle.states[state].label}`,
  `${valueDate} ${maturityText(maturesOn)}`,
  moneyText(principal),
  `${rate}%`,
  plain(moneyOf(principal.currency, earned)),
  paidInterestMinor === null ? "" : plain(moneyOf(principal.currency, paidInterestMinor)),
];

function totalsOf(
  placements: readonly Placement[],
  to: string,
  earnedBy: (placement: Placement) => bigint,
): (readonly [string, string])[] {
  const byCurrency = Map.groupBy(placements, ({ principal }) => principal.currency);
  return [...byCurrency].map(([currency, own]) => {
    const earned = own.reduce((sum, one) => sum + earnedBy(one), 0n);
    const lying = own
      .filter(({ valueDate, endedAt }) => valueDate <= to && (endedAt === null || toShanghaiDay(endedAt) > to))
      .reduce((sum, { principal }) => sum + principal.minor, 0n);
    return [
      `${CURRENCIES[currency].name} ${currency}`,
      `期末本金 ${moneyText(moneyOf(currency, lying))}，本期利息 ${moneyText(moneyOf(currency, earned))}`,
    ] as const;
  });
}
