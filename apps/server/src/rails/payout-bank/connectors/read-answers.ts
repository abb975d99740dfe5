import { along, readXml, textAt, type XmlNode } from "./xml.ts";

/** What one message says of one payment. */
export type Answer =
  | { about: string; says: "taken" | "paid" }
  | { about: string; says: "refused"; reason: string }
  | { about: string; says: "returned"; reason: string; returnReference: string };

/** What the payer can do about it, by the bank's code; a code we do not know is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  AC01: "收款账号有误，请核对",
  AC03: "收款账号有误，请核对",
  AC04: "收款账户已关闭，请联系收款人",
  AC06: "收款账户被冻结，请联系收款人",
  AC07: "收款账户已关闭，请联系收款人",
  AG01: "这个账户不接受此类付款",
  AM02: "金额超过银行限额",
  AM04: "银行头寸不足，请联系我们",
  BE01: "户名与账号不符，请核对",
  BE04: "收款人地址不完整",
  RC01: "银行代码有误，请核对",
  RR04: "银行合规原因未受理",
  MS03: "银行没有说明原因",
};
const reasonText = (code: string | undefined, words: string | undefined): string =>
  [REASONS[code ?? ""] ?? (code ? `银行未受理（${code}）` : "银行没有说明原因"), words].filter(Boolean).join("：");

const PAID = ["ACSC", "ACCC"];
const REFUSED = ["RJCT", "CANC"];
/** A second copy was refused; what becomes of the first is said elsewhere. Money given back now would be paid twice. */
const DUPLICATE = /^(AM05|DUPL|DU0[1-5])$/;
const standingOf = (about: string, status: string, node: XmlNode): Answer => {
  if (PAID.includes(status)) return { about, says: "paid" };
  const code = textAt(node, "StsRsnInf", "Rsn", "Cd");
  if (!REFUSED.includes(status) || DUPLICATE.test(code ?? "")) return { about, says: "taken" };
  return { about, says: "refused", reason: reasonText(code, textAt(node, "StsRsnInf", "AddtlInf")) };
};

/** A transaction that is not named has the status of its level: ours have one transaction and are named by their message. */
function readStatus(report: XmlNode): Answer[] {
  const group = along(report, "OrgnlGrpInfAndSts")[0];
  const named = along(report, "OrgnlPmtInfAndSts", "TxInfAndSts").flatMap((one): Answer[] => {
    const about = textAt(one, "OrgnlEndToEndId") ?? textAt(one, "OrgnlInstrId");
    const status = textAt(one, "TxSts");
    return about && status ? [standingOf(about, status, one)] : [];
  });
  const about = group && textAt(group, "OrgnlMsgId");
  const status = group && textAt(group, "GrpSts");
  if (!group || !about || !status || named.some((one) => one.about === about)) return named;
  return [...named, standingOf(about, status, group)];
}

/** Booked debits are payments made, credits with a reason are payments that came back. */
function readEntries(entries: readonly XmlNode[]): Answer[] {
  return entries.flatMap((entry) => {
    if ((textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")) !== "BOOK") return [];
    return along(entry, "NtryDtls", "TxDtls").flatMap((one): Answer[] => {
      const about = textAt(one, "Refs", "EndToEndId") ?? textAt(one, "Refs", "InstrId");
      if (!about || about === "NOTPROVIDED") return [];
      const direction = textAt(one, "CdtDbtInd") ?? textAt(entry, "CdtDbtInd");
      if (direction === "DBIT") return [{ about, says: "paid" }];
      const back = along(one, "RtrInf")[0];
      if (!back) return [];
      const returnReference = textAt(one, "Refs", "AcctSvcrRef") ?? textAt(entry, "AcctSvcrRef") ?? `${about}-R`;
      const reason = reasonText(textAt(back, "Rsn", "Cd"), textAt(back, "AddtlInf"));
      return [{ about, says: "returned", reason, returnReference }];
    });
  });
}

/** pain.002, camt.053 and camt.054 of any version that keeps their shape; anything else says nothing. */
export function readAnswers(source: string): Answer[] {
  const document = readXml(source);
  const report = along(document, "CstmrPmtStsRpt")[0];
  if (report) return readStatus(report);
  return readEntries([
    ...along(document, "BkToCstmrStmt", "Stmt", "Ntry"),
    ...along(document, "BkToCstmrDbtCdtNtfctn", "Ntfctn", "Ntry"),
  ]);
}
