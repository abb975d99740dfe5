import type { Money } from "@coralhub/domain";
import { amountOf, bookingOf, entriesOf } from "./entries.ts";
import { along, readXml, textAt, type XmlNode } from "./xml.ts";

/** What one message says of one payment. */
export type Answer =
  | { about: string; says: "taken" | "paid" }
  | { about: string; says: "refused"; reason: string }
  | { about: string; says: "returned"; reason: string; returnReference: string; amount?: Money };

/** What the payer can do about it, by the bank's code; a code we do not know is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  AC01: "收款账号有误，请核对",
  AC03: "收款账号有误，请核对",
  AC04: "收款账户已关闭，请联系收款人",
  AC06: "收款账户被冻结，请联系收款人",
  AC07: "收款账户已关闭，请联系收款人",
  AC14: "收款账户的类型不符，请核对",
  AG01: "这个账户不接受此类付款",
  AG03: "这个账户不接受此类付款",
  AM01: "金额有误，请核对",
  AM02: "金额超过银行限额",
  AM03: "收款账户不收这个币种，请核对",
  AM04: "银行头寸不足，请联系我们",
  AM12: "金额有误，请核对",
  AM13: "金额超过清算限额，请分几笔付",
  AM14: "金额超过约定限额，请分几笔付",
  BE01: "户名与账号不符，请核对",
  BE04: "收款人地址不完整",
  BE06: "收款行没有这个客户，请核对户名和账号",
  BE07: "付款人地址不完整，请联系我们",
  BE08: "收款人信息不完整，请补充",
  CNOR: "收款行不能收这笔付款，请换一家银行",
  CUST: "收款人要求退回",
  DT01: "付款日期有误，请重新提交",
  FOCR: "按撤回请求退回",
  FR01: "收款行怀疑欺诈，请联系我们",
  FRAD: "收款行怀疑欺诈，请联系我们",
  MD07: "收款人已故",
  MS02: "收款人没有说明原因",
  MS03: "银行没有说明原因",
  NOAS: "收款人没有答复",
  NOCM: "银行合规原因退回",
  RC01: "银行代码有误，请核对",
  RC03: "付款行代码有误，请联系我们",
  RC04: "收款行代码有误，请核对",
  RR01: "付款人资料不完整，请联系我们",
  RR02: "付款人资料不完整，请联系我们",
  RR03: "收款人的户名或地址不完整，请补充",
  RR04: "银行合规原因未受理",
  RR05: "申报资料不完整，请联系我们",
  TM01: "过了银行的截止时间，请重新提交",
  UPAY: "收款行认为不应收这笔款",
};
const reasonText = (code: string | undefined, words: string | undefined): string =>
  [REASONS[code ?? ""] ?? (code ? `银行未受理（${code}）` : "银行没有说明原因"), words].filter(Boolean).join("：");

const PAID = ["ACSC", "ACCC"];
const REFUSED = ["RJCT", "CANC"];
/** A second copy was refused; what becomes of the first is said elsewhere. Money given back now would be paid twice. */
const DUPLICATE = /^(AM05|DUPL|DU0[1-5])$/;
const standingOf = (about: string, status: string, node: XmlNode): Answer => {
  if (PAID.includes(status)) return { about, says: "paid" };
  const code = textAt(node, "StsRsnInf", "Rsn", "Cd") ?? textAt(node, "StsRsnInf", "Rsn", "Prtry");
  if (!REFUSED.includes(status) || DUPLICATE.test(code ?? "")) return { about, says: "taken" };
  return { about, says: "refused", reason: reasonText(code, textAt(node, "StsRsnInf", "AddtlInf")) };
};

type Level = { node: XmlNode; about: string; status: string };
/** A transaction that is not named has the status of its level, the nearest first: ours are one by one, and each level has their name. */
function readStatus(report: XmlNode): Answer[] {
  const named: Answer[] = [];
  const isNamed = (about: string | undefined) => named.some((one) => one.about === about);
  const levels: readonly Level[][] = [
    along(report, "OrgnlPmtInfAndSts", "TxInfAndSts").map((node) => {
      const about = textAt(node, "OrgnlEndToEndId") ?? textAt(node, "OrgnlInstrId") ?? "";
      return { node, about, status: textAt(node, "TxSts") ?? "" };
    }),
    along(report, "OrgnlPmtInfAndSts").map((node) => ({
      node,
      about: textAt(node, "OrgnlPmtInfId") ?? "",
      status: textAt(node, "PmtInfSts") ?? "",
    })),
    along(report, "OrgnlGrpInfAndSts").map((node) => ({
      node,
      about: textAt(node, "OrgnlMsgId") ?? "",
      status: textAt(node, "GrpSts") ?? "",
    })),
  ];
  for (const level of levels) {
    const fresh = level.filter(({ about, status }) => about !== "" && status !== "" && !isNamed(about));
    named.push(...fresh.map(({ about, status, node }) => standingOf(about, status, node)));
  }
  return named;
}

/** Booked debits are payments made; credits with a reason, and debits taken back, are payments that came back, whole or in part. */
function readEntries(document: XmlNode): Answer[] {
  return entriesOf(document).flatMap((one): Answer[] => {
    const booking = bookingOf(one);
    if (!booking?.about) return [];
    const { about, reference } = booking;
    if (booking.is === "debit") return [{ about, says: "paid" }];
    if (booking.is !== "return") return [];
    const amount = amountOf(one);
    const [back] = along(one.details, "RtrInf");
    const code = back && (textAt(back, "Rsn", "Cd") ?? textAt(back, "Rsn", "Prtry"));
    const reason = reasonText(code, back && textAt(back, "AddtlInf"));
    return [{ about, says: "returned", reason, returnReference: reference, ...(amount && { amount }) }];
  });
}

/** pain.002, camt.053 and camt.054 of any version that keeps their shape; anything else says nothing. */
export function readAnswers(source: string): Answer[] {
  const document = readXml(source);
  const report = along(document, "CstmrPmtStsRpt")[0];
  return report ? readStatus(report) : readEntries(document);
}
