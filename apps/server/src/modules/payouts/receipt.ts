import { Refusal, type FileReply, type ReceiptConfirmed } from "@coralhub/contract";
import {
  addressOf,
  countryName,
  latinCountryName,
  moneyText,
  PAYOUT_KINDS,
  payoutWay,
  toShanghaiTime,
  type PaperLanguage,
  type PayoutKind,
  type PayoutWayKey,
} from "@coralhub/domain";
import { timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { BEIJING_TIME, bothOrEnglish, forBothSides, type PaperFact } from "../../platform/paper-facts.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { zipEntry, zipReply, type ZipEntry } from "../../platform/zip.ts";
import type { PayoutsDeps } from "./deps.ts";
import {
  findByAnyReference,
  findPayout,
  findPayouts,
  listCompletedIds,
  type Payout,
  type PayoutKey,
} from "./payouts-store.ts";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 12;
/** Who paid whom and how much, under our key: a paper with another amount has another code. */
function verificationCode({ secrets }: { secrets: Pick<Secrets, "blindIndex"> }, payout: Payout): string {
  const { merchantId, id, amount, payeeName, payeeLastFour, price } = payout;
  const said = [merchantId, id, moneyText(amount), payeeName, payeeLastFour, price && moneyText(price.arrives)];
  const hash = secrets.blindIndex(said.join("|"), "payout-receipt");
  const letters = Array.from(hash.subarray(0, CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
  return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/**
 * A paper about a payment that has been made, in the words of both sides or in English: who paid whom, what left, what arrived.
 * Programs ask for every kind's at one address: whose payment it is decides, not what kind.
 */
export async function payoutReceipt(deps: PayoutsDeps, key: PayoutKey, language: PaperLanguage): Promise<FileReply> {
  const [payout, holder] = await Promise.all([findPayout(deps.database.db, key), deps.certifiedAs(key.merchantId)]);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "completed") throw new Refusal("state.changed");
  return paperOf(deps, payout, holder?.name ?? null, language);
}

/** What was exchanged into the payee's money is a settlement of exchange. */
const titleOf = ({ price }: Payout) =>
  price?.price
    ? ({ zh: "结汇回单", en: "Exchange Advice" } as const)
    : ({ zh: "付款回单", en: "Payment Advice" } as const);

function paperOf(deps: PayoutsDeps, payout: Payout, payer: string | null, language: PaperLanguage): FileReply {
  const title = titleOf(payout);
  const pdf = openPdf({
    title: bothOrEnglish(title.zh, title.en, language),
    subtitle: `${bothOrEnglish("流水号", "Reference", language)} ${payout.reference}`,
    issuedAt: deps.clock.now(),
    language,
  });
  pdf.facts(forBothSides(factsOf(payout, payer, language), language));
  pdf.facts([[bothOrEnglish("校验码", "Verification code", language), verificationCode(deps, payout)]]);
  pdf.seal(SEALS[language]);
  const page = new URL(addressOf("receiptVerification"), deps.publicUrl).href;
  const notes = language === "zh" ? [`真伪可在 ${page} 页面用流水号和校验码核对。`] : [];
  notes.push(`Confirm it at ${page} with its reference and verification code.`);
  if (language === "zh") notes.push("本回单由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  notes.push("Generated from our books. It is neither an invoice nor a tax document.");
  for (const note of notes) pdf.paragraph(note);
  pdf.finish();
  return pdfReply(`${title[language]}-${payout.reference}`, pdf);
}

const SEALS: Record<PaperLanguage, string> = { zh: "电子回单专用章", en: "E-receipt seal" };
const KINDS: Record<PayoutKind, string> = {
  withdrawal: "Withdrawal",
  supplier: "Payment to a supplier",
  service: "Payment to a service provider",
  seller: "Payment to a seller",
};
const WAYS: Record<PayoutWayKey, string> = {
  citic: "Settlement in CNY through China CITIC Bank",
  mybank: "MYbank",
  local: "Local clearing",
  swiftShared: "SWIFT, charges shared",
  swiftOurs: "SWIFT, full amount",
};

function factsOf(payout: Payout, payer: string | null, language: PaperLanguage): PaperFact[] {
  const { price, short } = payout;
  const shown = price!;
  const english = language === "en";
  return [
    ["付款人", "Payer", payer],
    ["类型", "Type", english ? KINDS[payout.kind] : PAYOUT_KINDS[payout.kind].label],
    ["收款人", "Payee", payout.payeeName],
    ["收款银行", "Bank", payout.payeeBank],
    ["收款账号", "Account", `•••• ${payout.payeeLastFour}`],
    ["国家或地区", "Country", (english ? latinCountryName : countryName)(payout.payeeCountry)],
    ["付款金额", "Amount", moneyText(payout.amount)],
    ["手续费", "Fee", moneyText(shown.fee.total)],
    [
      "汇率",
      "Rate",
      shown.price ? `1 ${shown.price.sell.currency} = ${shown.price.rate} ${shown.price.buy.currency}` : null,
    ],
    ["到账金额", "Credited", moneyText(shown.arrives)],
    ["中转行扣费", "Intermediary charges", short ? moneyText(short) : null],
    ["方式", "Method", english ? WAYS[payout.way] : payoutWay(payout.way).label],
    ["银行参考号", "Bank reference", payout.reference],
    ["附言", "Remittance", payout.remittance || null],
    [
      "完成时间",
      "Completed",
      payout.finishedAt ? `${toShanghaiTime(payout.finishedAt)}${BEIJING_TIME[language]}` : null,
    ],
    ["记账编号", "Posting", payout.finalPostingId],
  ];
}

/** The papers of these payments, those that have been made. */
async function* receiptFiles(deps: PayoutsDeps, merchantId: string, ids: readonly string[]): AsyncGenerator<ZipEntry> {
  const holder = await deps.certifiedAs(merchantId);
  const found = await findPayouts(deps.database.db, merchantId, ids);
  for (const payout of found) {
    if (payout.state !== "completed") continue;
    // A paper takes a while to draw: whoever else waits comes first.
    await setImmediate();
    yield await zipEntry(paperOf(deps, payout, holder?.name ?? null, "zh"), "回单/");
  }
}

const MOST_IN_A_PERIOD = 500;
export async function* receiptsOf(
  deps: PayoutsDeps,
  merchantId: string,
  period: { from: Date; until: Date },
): AsyncGenerator<ZipEntry> {
  const ids = await listCompletedIds(deps.database.db, merchantId, period, MOST_IN_A_PERIOD + 1);
  if (ids.length > MOST_IN_A_PERIOD) {
    const words = `本月付款超过 ${MOST_IN_A_PERIOD} 笔，这里只有最早的 ${MOST_IN_A_PERIOD} 份回单。其余回单请在付款记录中选择下载。\r\n`;
    yield { name: "回单/说明.txt", body: Buffer.from(`\uFEFF${words}`) };
  }
  yield* receiptFiles(deps, merchantId, ids.slice(0, MOST_IN_A_PERIOD));
}

export async function payoutReceipts(
  deps: PayoutsDeps,
  merchantId: string,
  ids: readonly string[],
): Promise<FileReply> {
  const found = await findPayouts(deps.database.db, merchantId, ids);
  if (!found.some(({ state }) => state === "completed")) throw new Refusal("payout.no_receipt");
  return zipReply("付款回单", receiptFiles(deps, merchantId, ids));
}

/** The first and the last letter of a name; of one with two letters only the first. */
export function maskedName(name: string): string {
  const letters = Array.from(name);
  const last = letters.length > 2 ? letters.at(-1)! : "";
  return `${letters[0] ?? ""}${"*".repeat(Math.max(1, letters.length - 2))}${last}`;
}

/** For whoever holds a paper: what our books say of it. Unknown number and wrong code answer alike. */
export async function confirmReceipt(
  deps: PayoutsDeps,
  { reference, code }: { reference: string; code: string },
): Promise<ReceiptConfirmed> {
  const key = await findByAnyReference(deps.database.db, reference);
  const payout = key && (await findPayout(deps.database.db, key));
  if (!payout?.price || !payout.finishedAt) throw new Refusal("payout.receipt_unknown");
  const [own, given] = [verificationCode(deps, payout), code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")].map((text) =>
    Buffer.from(text.replaceAll("-", "").padEnd(CODE_LENGTH, " ").slice(0, CODE_LENGTH)),
  ) as [Buffer, Buffer];
  if (!timingSafeEqual(own, given)) throw new Refusal("payout.receipt_unknown");
  const payer = await deps.certifiedAs(payout.merchantId);
  return {
    title: titleOf(payout).zh,
    state: payout.state === "completed" ? "completed" : "returned",
    payer: maskedName(payer?.name ?? "—"),
    payee: maskedName(payout.payeeName),
    payeeLastFour: payout.payeeLastFour,
    amount: payout.amount,
    arrives: payout.price.arrives,
    finishedAt: payout.finishedAt,
  };
}
