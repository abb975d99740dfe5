import { Refusal, type FileReply } from "@coralhub/contract";
import {
  moneyOf,
  moneyText,
  RECHARGE_KINDS,
  subtractMoney,
  toShanghaiTime,
  type PaperLanguage,
  type RechargeKind,
} from "@coralhub/domain";
import { BEIJING_TIME, bothOrEnglish, forBothSides } from "../../platform/paper-facts.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { CardsDeps } from "./deps.ts";
import { findRecharge, type RechargeKey } from "./recharges-store.ts";

const TITLES: Record<PaperLanguage, string> = { zh: "卡钱包充值回单", en: "Card Wallet Funding Advice" };
const ENGLISH: Record<RechargeKind, string> = {
  walletCollection: "From a receiving account into the card wallet",
  walletBalance: "From the wallet into the card wallet",
  walletOffline: "Bank transfer into the card wallet",
  load: "From the card wallet onto a card",
  autoLoad: "From the card wallet onto a card, automatically",
  backupLoad: "From the card wallet onto a card, to cover a payment",
  unload: "From a card back into the card wallet",
};

/** A paper about money that has come to the card wallet, to a card or back. */
export async function rechargeReceipt(deps: CardsDeps, key: RechargeKey, language: PaperLanguage): Promise<FileReply> {
  const [recharge, [holder]] = await Promise.all([
    findRecharge(deps.database.db, key),
    deps.holderNames(key.merchantId),
  ]);
  if (!recharge) throw new Refusal("not_found");
  if (recharge.state !== "succeeded") throw new Refusal("state.changed");
  const { kind, currency, payer, serial, finishedAt } = recharge;
  const [amount, fee] = [moneyOf(currency, recharge.minor), moneyOf(currency, recharge.fee)];
  const pdf = openPdf({
    title: bothOrEnglish(TITLES.zh, TITLES.en, language),
    subtitle: `${bothOrEnglish("流水号", "Reference", language)} ${serial}`,
    issuedAt: deps.clock.now(),
    language,
  });
  pdf.facts(
    forBothSides(
      [
        ["种类", "Type", language === "zh" ? RECHARGE_KINDS[kind].label : ENGLISH[kind]],
        ["户名", "Account holder", holder?.name ?? null],
        ["汇款人", "Remitter", payer],
        ["金额", "Amount", moneyText(amount)],
        ["手续费", "Fee", moneyText(fee)],
        ["到账", "Credited", moneyText(subtractMoney(amount, fee))],
        ["完成时间", "Completed", `${toShanghaiTime(finishedAt!)}${BEIJING_TIME[language]}`],
        ["编号", "Number", recharge.id],
      ],
      language,
    ),
  );
  if (language === "zh") pdf.paragraph("本回单由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  pdf.paragraph("Generated from our books. It is neither an invoice nor a tax document.");
  pdf.finish();
  return pdfReply(`${TITLES[language]}-${serial}`, pdf);
}
