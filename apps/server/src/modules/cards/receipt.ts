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
import { findCard } from "./cards-store.ts";
import type { CardsDeps } from "./deps.ts";
import { cardAndTail, rechargeAccount, rechargeFromCard, rechargeSourceName } from "./describe-recharge.ts";
import { findRecharge, type Recharge, type RechargeKey } from "./recharges-store.ts";

const FUNDING = { zh: "卡钱包充值回单", en: "Card Wallet Funding Advice" };
const LOADING = { zh: "卡充值回单", en: "Card Load Advice" };
const TITLES: Record<RechargeKind, Record<PaperLanguage, string>> = {
  walletCollection: FUNDING,
  walletBalance: FUNDING,
  walletOffline: FUNDING,
  load: LOADING,
  autoLoad: LOADING,
  backupLoad: LOADING,
  unload: { zh: "卡余额转回回单", en: "Card Unload Advice" },
};
const ENGLISH: Record<RechargeKind, string> = {
  walletCollection: "From a receiving account into the card wallet",
  walletBalance: "From the wallet into the card wallet",
  walletOffline: "Bank transfer into the card wallet",
  load: "From the card wallet onto a card",
  autoLoad: "From the card wallet onto a card, automatically",
  backupLoad: "From another card onto a card, to cover a payment",
  unload: "From a card back into the card wallet",
};

/** The remitter of a bank transfer has a line of its own. */
async function sourceOf(deps: CardsDeps, recharge: Recharge, language: PaperLanguage): Promise<string | null> {
  if (recharge.kind === "walletOffline") return null;
  if (language === "zh") return rechargeSourceName(deps, recharge);
  if (recharge.kind === "walletBalance") return "Multi-currency wallet";
  const [account, from] = await Promise.all([rechargeAccount(deps, recharge), rechargeFromCard(deps, recharge)]);
  if (from?.lastFour) return `Card ending ${from.lastFour}`;
  if (!account) return null;
  const { country, currency, accountNumber } = account;
  return `Receiving account ${country} ${currency}${accountNumber ? ` ending ${accountNumber.slice(-4)}` : ""}`;
}

async function cardOf(deps: CardsDeps, { merchantId, cardId }: Recharge, language: PaperLanguage) {
  const card = cardId === null ? undefined : await findCard(deps.database.db, { merchantId, id: cardId });
  if (!card?.lastFour) return null;
  return language === "zh" ? cardAndTail(card) : `Ending ${card.lastFour}`;
}

/** A paper about money that has come to the card wallet, to a card or back. */
export async function rechargeReceipt(deps: CardsDeps, key: RechargeKey, language: PaperLanguage): Promise<FileReply> {
  const [recharge, [holder]] = await Promise.all([
    findRecharge(deps.database.db, key),
    deps.holderNames(key.merchantId),
  ]);
  if (!recharge) throw new Refusal("not_found");
  if (recharge.state !== "succeeded") throw new Refusal("state.changed");
  const { kind, currency, payer, serial, finishedAt } = recharge;
  const [source, card] = await Promise.all([sourceOf(deps, recharge, language), cardOf(deps, recharge, language)]);
  const title = TITLES[kind];
  const [amount, fee] = [moneyOf(currency, recharge.minor), moneyOf(currency, recharge.fee)];
  const pdf = openPdf({
    title: bothOrEnglish(title.zh, title.en, language),
    subtitle: `${bothOrEnglish("流水号", "Reference", language)} ${serial}`,
    issuedAt: deps.clock.now(),
    language,
  });
  pdf.facts(
    forBothSides(
      [
        ["种类", "Type", language === "zh" ? RECHARGE_KINDS[kind].label : ENGLISH[kind]],
        ["户名", "Account holder", holder?.name ?? null],
        ["来源", "From", source],
        ["汇款人", "Remitter", payer],
        ["卡片", "Card", card],
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
  return pdfReply(`${title[language]}-${serial}`, pdf);
}
