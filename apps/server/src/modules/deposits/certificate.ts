import { Refusal, type FileReply } from "@coralhub/contract";
import {
  CURRENCIES,
  MATURITY_INSTRUCTIONS,
  moneyOf,
  moneyText,
  placementLifecycle,
  toShanghaiDay,
  maturityText,
  isProvisional,
} from "@coralhub/domain";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { DepositsDeps } from "./deps.ts";
import { findPlacement, type Placement, type PlacementKey } from "./placements-store.ts";

type Facts = (readonly [string, string])[];
const factsHeld = ({ interest, accrued, accruedThrough, instruction }: Placement): Facts => [
  ["到期利息 Interest at maturity", moneyText(interest)],
  [`已计利息 Accrued until ${accruedThrough}`, moneyText(accrued)],
  ["到期怎么办 Instruction", MATURITY_INSTRUCTIONS[instruction].label],
];
/** What is over promises nothing: what was paid, and when. */
const factsEnded = ({ principal: { currency }, paidInterestMinor, endedAt }: Placement): Facts => [
  ["已付利息 Interest paid", moneyText(moneyOf(currency, paidInterestMinor ?? 0n))],
  ["结束日期 Ended on", endedAt ? toShanghaiDay(endedAt) : "—"],
];

/** What the holder shows to an auditor or a bank: this much, at this rate, from this day to that one. */
export async function depositCertificate(deps: DepositsDeps, key: PlacementKey, issuedAt: Date): Promise<FileReply> {
  const [placement, holder] = await Promise.all([
    findPlacement(deps.database.db, key),
    deps.certifiedAs(key.merchantId),
  ]);
  if (!placement || placement.state === "pending" || placement.state === "refused") throw new Refusal("not_found");
  const { principal, rate, valueDate, maturesOn, reference } = placement;
  const { currency } = principal;
  const isHeld = placement.state === "held";
  const pdf = openPdf({ title: "定期存款证明", subtitle: "Certificate of Fixed Deposit", issuedAt });
  pdf.paragraph(
    `兹证明${holder ? ` ${holder.name} ` : "以下客户"}通过本平台在合作银行${isHeld ? "持有以下定期存款" : "曾持有以下定期存款，该存款已经结束"}。` +
      `This is to certify that the named customer ${isHeld ? "holds" : "held"} the fixed deposit below with our partner bank${isHeld ? "" : "; it has ended"}.`,
  );
  pdf.facts([
    ...(holder ? [["存款人 Depositor", holder.name] as const] : []),
    ["存款编号 Reference", reference],
    ["币种 Currency", `${CURRENCIES[currency].name} ${currency}`],
    ["本金 Principal", moneyText(principal)],
    ["年利率 Annual rate", `${rate}%（一年按 ${placement.yearDays} 天）`],
    ["起息日 Value date", valueDate],
    ["到期日 Maturity", `${maturityText(maturesOn)}${isProvisional(maturesOn) ? " provisional" : ""}`],
    ...(isHeld ? factsHeld(placement) : factsEnded(placement)),
    ["状态 State", placementLifecycle.states[placement.state].label],
    ["出具日期 Issued on", toShanghaiDay(issuedAt)],
  ]);
  pdf.finish();
  return pdfReply(`定期存款证明-${currency}-${valueDate}`, pdf);
}
