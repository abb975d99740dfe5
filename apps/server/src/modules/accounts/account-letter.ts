import { Refusal, type FileReply } from "@coralhub/contract";
import {
  BRAND,
  englishPayInWord,
  latinBankName,
  latinCountryName,
  countryName,
  platformName,
  toShanghaiDay,
  type PaperLanguage,
} from "@coralhub/domain";
import { requireAccount } from "./account-books.ts";
import type { AccountsDeps } from "./deps.ts";
import { storesOfAccount } from "./lists-store.ts";
import { bothOrEnglish } from "../../platform/paper-facts.ts";
import { openPdf, pdfReply } from "../../platform/pdf-page.ts";

/** What a platform wants to see before it pays into an account: whose it is, and its particulars. */
export async function accountLetter(
  { database: { db }, clock, legalNameOf }: AccountsDeps,
  merchantId: string,
  { accountId, storeId, language }: { accountId: string; storeId?: string | undefined; language: PaperLanguage },
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
  const english = language === "en";
  const said = (chinese: string, latin: string) => bothOrEnglish(chinese, latin, language);
  const title = english ? "Account Confirmation Letter" : "收款账户证明";
  const subtitle = english ? `${BRAND.latinName} receiving account` : "Account Confirmation Letter";
  const pdf = openPdf({ title, subtitle, issuedAt, language });
  pdf.paragraph(
    said(
      `兹证明 ${name ?? account.holderName} 在${BRAND.name}开立以下收款账户，账户状态正常，可用于接收平台货款。`,
      "This is to confirm that the account below is held for the named customer, is active and can receive payouts.",
    ),
  );
  const country = latinCountryName(account.country);
  const latinBank = latinBankName(account.ways);
  const bank = english ? (latinBank ?? bankName) : [bankName, latinBank].filter(Boolean).join(" ");
  pdf.facts([
    [said("户名", "Account holder"), account.holderName],
    [said("账号", "Account number"), accountNumber],
    [said("币种", "Currency"), account.currency],
    [said("国家/地区", "Country"), english ? country : `${countryName(account.country)} ${country}`],
    ...(bank ? [[said("银行", "Bank"), bank] as const] : []),
    [said("开立日期", "Opened on"), toShanghaiDay(openedAt)],
    [said("出具日期", "Issued on"), toShanghaiDay(issuedAt)],
  ]);
  const word = english ? englishPayInWord : (words: string) => words;
  for (const { way, fields } of account.ways) {
    pdf.heading(word(way));
    const told = english && latinBank ? fields.filter(({ label }) => label !== "银行") : fields;
    pdf.facts(told.map(({ label, value }) => [word(label), label === "账户类型" ? word(value) : value]));
  }
  if (stores.length > 0) {
    pdf.heading(said("使用此账户的店铺", "Stores paid into this account"));
    pdf.facts(
      stores.map((store) => [platformName(store.platform), [store.name, store.url].filter(Boolean).join("  ")]),
    );
  }
  pdf.paragraph(
    said(
      "本证明仅供平台核对收款账户使用，不构成任何担保。",
      "For account verification by the platform only; no guarantee is given.",
    ),
  );
  pdf.finish();
  return pdfReply(`${title}-${account.currency}-${accountNumber.slice(-4)}`, pdf);
}
