import { Refusal, type FileReply } from "@coralhub/contract";
import {
  countryName,
  incomeWord,
  latinCountryName,
  moneyOf,
  moneyText,
  platformName,
  toShanghaiTime,
  wordsOf,
  type PaperLanguage,
} from "@coralhub/domain";
import type { IncomeDeps } from "./deps.ts";
import { findReceipt, type ReceiptFacts } from "./receipt-store.ts";
import { BEIJING_TIME, inLanguage, type PaperFact } from "../../platform/paper-facts.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";

type Standing = Parameters<typeof incomeWord>[0];
const WORDS = {
  zh: {
    title: "收款凭证",
    reference: "流水号",
    note: "本凭证由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。",
    country: countryName,
    state: (income: Standing) => incomeWord(income).label,
  },
  en: {
    title: "Receipt of Payment",
    reference: "Reference",
    note: "Issued by the system from the books of account, which are decisive for amounts. Not an invoice or a tax document.",
    country: latinCountryName,
    state: (income: Standing) =>
      income.takenBack.minor === 0n
        ? wordsOf(income.state)
        : income.takenBack.minor < income.amount.minor
          ? "Partly reversed"
          : "Reversed",
  },
} as const;

/** A paper about one payment that has arrived: who paid, how much, into which account, and where it stands. */
export async function incomeReceipt(
  { database: { db }, clock, legalNameOf }: IncomeDeps,
  merchantId: string,
  { id, language }: { id: string; language: PaperLanguage },
): Promise<FileReply> {
  const [income, name] = await Promise.all([findReceipt(db, merchantId, id), legalNameOf(merchantId)]);
  if (!income) throw new Refusal("not_found");
  if (!income.arrivedAt) throw new Refusal("receipt.not_arrived");
  const { title, reference, note } = WORDS[language];
  const subtitle = `${reference} ${income.reference}`;
  const pdf = openPdf({ title, subtitle, issuedAt: clock.now(), language });
  pdf.facts(inLanguage(factsOf(income, name, language), language));
  pdf.paragraph(note);
  pdf.finish();
  return pdfReply(`${title}-${income.reference}`, pdf);
}

function factsOf(income: ReceiptFacts, name: string | null, language: PaperLanguage): PaperFact[] {
  const words = WORDS[language];
  const time = (moment: Date | null) => (moment ? `${toShanghaiTime(moment)}${BEIJING_TIME[language]}` : null);
  const money = (minor: bigint) => moneyText(moneyOf(income.currency, minor));
  const credited = income.state === "credited";
  const [amount, takenBack] = [income.amount, income.takenBack].map((minor) => moneyOf(income.currency, minor));
  return [
    ["收款人", "Payee", name],
    ["收款账户户名", "Account holder", income.holderName],
    ["收款账号", "Account number", income.accountNumber],
    ["收款银行", "Bank", income.bankName],
    ["付款方", "Payer", income.payerName],
    ["付款国家/地区", "Payer's country", income.payerCountry && words.country(income.payerCountry)],
    ["平台", "Platform", income.platform && platformName(income.platform)],
    ["店铺", "Store", income.storeName],
    ["附言", "Remittance information", income.remittance],
    ["金额", "Amount", money(income.amount)],
    ["手续费", "Fee", credited ? money(income.fee) : null],
    ["入账金额", "Amount credited", credited ? money(income.amount - income.fee) : null],
    ["其后红冲", "Reversed since", income.takenBack > 0n ? money(income.takenBack) : null],
    ["状态", "Status", words.state({ state: income.state, amount: amount!, takenBack: takenBack! })],
    ["银行通知时间", "Announced by the bank", time(income.announcedAt)],
    ["到账时间", "Received", time(income.arrivedAt)],
    ["入账时间", "Credited", time(income.creditedAt)],
    ["退回时间", "Returned", time(income.returnedAt)],
    ["记账编号", "Posting", income.postingId],
  ];
}
