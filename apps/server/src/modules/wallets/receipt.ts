import { Refusal, type FileReply } from "@coralhub/contract";
import {
  moneyText,
  toShanghaiTime,
  WALLET_TRANSFER_KINDS,
  type PaperLanguage,
  type WalletTransferKind,
} from "@coralhub/domain";
import { BEIJING_TIME, bothOrEnglish, forBothSides } from "../../platform/paper-facts.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { WalletsDeps } from "./deps.ts";
import { numberOf } from "./wallet-numbers.ts";
import { findTransfer, type TransferKey } from "./wallets-store.ts";

const TITLES: Record<PaperLanguage, string> = { zh: "钱包转账回单", en: "Wallet Transfer Advice" };
const KINDS: Record<PaperLanguage, Record<WalletTransferKind, string>> = {
  zh: WALLET_TRANSFER_KINDS,
  en: {
    funding: "Moved from a receiving account",
    sent: "Sent to another merchant",
    received: "Received from another merchant",
  },
};

/** A paper about money that has changed wallets. */
export async function transferReceipt(
  deps: WalletsDeps,
  key: TransferKey,
  language: PaperLanguage,
): Promise<FileReply> {
  const [transfer, holder, number] = await Promise.all([
    findTransfer(deps.database.db, key),
    deps.certification.certifiedAs(key.merchantId),
    numberOf(deps, key.merchantId),
  ]);
  if (!transfer) throw new Refusal("not_found");
  if (transfer.state !== "completed") throw new Refusal("state.changed");
  const wallet = language === "zh" ? "钱包" : "wallet";
  const own = `${holder?.name ?? ""} ${wallet} ${number}`.trim();
  const other = [transfer.otherName, transfer.otherNumber && `${wallet} ${transfer.otherNumber}`]
    .filter(Boolean)
    .join(" ");
  const isComing = transfer.kind !== "sent";
  const pdf = openPdf({
    title: bothOrEnglish(TITLES.zh, TITLES.en, language),
    subtitle: `${bothOrEnglish("编号", "Reference", language)} ${transfer.id}`,
    issuedAt: deps.clock.now(),
    language,
  });
  pdf.facts(
    forBothSides(
      [
        ["种类", "Type", KINDS[language][transfer.kind]],
        ["付款人", "Payer", isComing ? other : own],
        ["收款人", "Payee", isComing ? own : other],
        ["金额", "Amount", moneyText(transfer.amount)],
        ["手续费", "Fee", moneyText({ ...transfer.amount, minor: 0n })],
        ["附言", "Note", transfer.note || null],
        ["完成时间", "Completed", `${toShanghaiTime(transfer.completedAt!)}${BEIJING_TIME[language]}`],
        ["记账编号", "Posting", transfer.postingId!],
      ],
      language,
    ),
  );
  if (language === "zh") pdf.paragraph("本回单由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  pdf.paragraph("Generated from our books. It is neither an invoice nor a tax document.");
  pdf.finish();
  return pdfReply(`${TITLES[language]}-${transfer.id}`, pdf);
}
