import { Refusal, type FileReply } from "@coralhub/contract";
import { moneyText, toShanghaiTime, WALLET_TRANSFER_KINDS } from "@coralhub/domain";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";
import type { WalletsDeps } from "./deps.ts";
import { numberOf } from "./wallet-numbers.ts";
import { findTransfer, type TransferKey } from "./wallets-store.ts";

/** A paper about money that has changed wallets. */
export async function transferReceipt(deps: WalletsDeps, key: TransferKey): Promise<FileReply> {
  const [transfer, holder, number] = await Promise.all([
    findTransfer(deps.database.db, key),
    deps.certification.certifiedAs(key.merchantId),
    numberOf(deps, key.merchantId),
  ]);
  if (!transfer) throw new Refusal("not_found");
  if (transfer.state !== "completed") throw new Refusal("state.changed");
  const own = `${holder?.name ?? ""} 钱包 ${number}`.trim();
  const other = [transfer.otherName, transfer.otherNumber && `钱包 ${transfer.otherNumber}`].filter(Boolean).join(" ");
  const isComing = transfer.kind !== "sent";
  const pdf = openPdf({
    title: "钱包转账回单 Wallet Transfer Advice",
    subtitle: `编号 Reference ${transfer.id}`,
    issuedAt: deps.clock.now(),
  });
  pdf.facts([
    ["种类 Type", WALLET_TRANSFER_KINDS[transfer.kind]],
    ["付款人 Payer", isComing ? other : own],
    ["收款人 Payee", isComing ? own : other],
    ["金额 Amount", moneyText(transfer.amount)],
    ["手续费 Fee", moneyText({ ...transfer.amount, minor: 0n })],
    ...(transfer.note ? [["附言 Note", transfer.note] as const] : []),
    ["完成时间 Completed", `${toShanghaiTime(transfer.completedAt!)}（北京时间）`],
    ["记账编号 Posting", transfer.postingId!],
  ]);
  pdf.paragraph("本回单由系统根据账务记录生成，金额以账务记录为准，不作为发票或税务凭证使用。");
  pdf.paragraph("Generated from our books. It is neither an invoice nor a tax document.");
  pdf.finish();
  return pdfReply(`钱包转账回单-${transfer.id}`, pdf);
}
