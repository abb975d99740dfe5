import { Refusal, type FileReply } from "@coralhub/contract";
import { countryName, incomeLifecycle, moneyOf, moneyText, platformName, toShanghaiTime } from "@coralhub/domain";
import type { IncomeDeps } from "./deps.ts";
import { findReceipt, type ReceiptFacts } from "./receipt-store.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";

const time = (moment: Date | null) => (moment ? `${toShanghaiTime(moment)}（北京时间）` : null);

/** A paper about one payment that has arrived: who paid, how much, into which account, and where it stands. */
export async function incomeReceipt(
  { database: { db }, clock, legalNameOf }: IncomeDeps,
  merchantId: string,
  id: string,
): Promise<FileReply> {
  const [income, name] = await Promise.all([findReceipt(db, merchantId, id), legalNameOf(merchantId)]);
  if (!income) throw new Refusal("not_found");
  if (!income.arrivedAt) throw new Refusal("receipt.not_arrived");
  const pdf = openPdf({ title: "收款凭证", subtitle: `流水号 ${income.reference}`, issuedAt: clock.now() });
  pdf.facts(written(factsOf(income, name)));
  pdf.paragraph("本凭证由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  pdf.finish();
  return pdfReply(`收款凭证-${income.reference}`, pdf);
}

type Fact = readonly [label: string, value: string | null];
const written = (facts: readonly Fact[]) => facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

function factsOf(income: ReceiptFacts, name: string | null): Fact[] {
  const money = (minor: bigint) => moneyText(moneyOf(income.currency, minor));
  const country = income.payerCountry && countryName(income.payerCountry);
  const credited = income.state === "credited";
  return [
    ["收款人", name],
    ["收款账户户名", income.holderName],
    ["收款账号", income.accountNumber],
    ["收款银行", income.bankName],
    ["付款方", income.payerName],
    ["付款国家/地区", country],
    ["平台", income.platform && platformName(income.platform)],
    ["店铺", income.storeName],
    ["附言", income.remittance],
    ["金额", money(income.amount)],
    ["手续费", credited ? money(income.fee) : null],
    ["入账金额", credited ? money(income.amount - income.fee) : null],
    ["状态", incomeLifecycle.states[income.state].label],
    ["银行通知时间", time(income.announcedAt)],
    ["到账时间", time(income.arrivedAt)],
    ["入账时间", time(income.creditedAt)],
    ["退回时间", time(income.returnedAt)],
    ["记账编号", income.postingId],
  ];
}
