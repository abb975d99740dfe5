import { Refusal, type FileReply } from "@coralhub/contract";
import { BRAND, countryName, platformName, toShanghaiDay } from "@coralhub/domain";
import { requireAccount } from "./account-books.ts";
import type { AccountsDeps } from "./deps.ts";
import { storesOfAccount } from "./lists-store.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";

/** What a platform wants to see before it pays into an account: whose it is, and its particulars, in both languages. */
export async function accountLetter(
  { database: { db }, clock, legalNameOf }: AccountsDeps,
  merchantId: string,
  { accountId, storeId }: { accountId: string; storeId?: string | undefined },
): Promise<FileReply> {
  const [account, stores, name] = await Promise.all([
    requireAccount(db, merchantId, accountId),
    storesOfAccount(db, merchantId, accountId, storeId),
    legalNameOf(merchantId),
  ]);
  if (storeId !== undefined && stores.length === 0) throw new Refusal("not_found");
  const { accountNumber, openedAt, bankName } = account;
  if (account.state !== "open" || accountNumber === null || openedAt === null) throw new Refusal("letter.not_open");
  const issuedAt = clock.now();
  const pdf = openPdf({ title: "收款账户证明", subtitle: "Account Confirmation Letter", issuedAt });
  pdf.paragraph(
    `兹证明 ${name ?? account.holderName} 在${BRAND.name}开立以下收款账户，账户状态正常，可用于接收平台货款。` +
      `This is to confirm that the account below is held for the named customer, is active and can receive payouts.`,
  );
  pdf.facts([
    ["户名 Account holder", account.holderName],
    ["账号 Account number", accountNumber],
    ["币种 Currency", account.currency],
    ["国家/地区 Country", countryName(account.country)],
    ...(bankName ? [["银行 Bank", bankName] as const] : []),
    ["开立日期 Opened on", toShanghaiDay(openedAt)],
    ["出具日期 Issued on", toShanghaiDay(issuedAt)],
  ]);
  for (const { way, fields } of account.ways) {
    pdf.heading(way);
    pdf.facts(fields.map(({ label, value }) => [label, value]));
  }
  if (stores.length > 0) {
    pdf.heading("使用此账户的店铺 Stores");
    pdf.facts(
      stores.map((store) => [platformName(store.platform), [store.name, store.url].filter(Boolean).join("  ")]),
    );
  }
  pdf.paragraph("本证明仅供平台核对收款账户使用，不构成任何担保。For account verification by the platform only.");
  pdf.finish();
  return pdfReply(`收款账户证明-${account.currency}-${accountNumber.slice(-4)}`, pdf);
}
