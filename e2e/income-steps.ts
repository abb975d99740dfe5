import { ALL_ENDPOINTS } from "@coralhub/contract";
import { moneyText, parseMoney, PLATFORMS, sampleStoreAnswers, type Currency, type Money } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { expect, type Download, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { sandbox, type Signed } from "./portal-steps.ts";

const { collections, receivingBank, stores } = ALL_ENDPOINTS;
/** An amount nobody else pays, so that its row can be told from all others. */
export const ownAmount = (currency: Currency): Money =>
  parseMoney(`${3000 + Math.floor(Math.random() * 6000)}.${String(10 + Math.floor(Math.random() * 89))}`, currency);
/** 「3,210.55」 as the page writes it. */
export const shown = (money: Money): string => moneyText(money).replace(/^[A-Z]+\s/, "");

export const openAccounts = async (baseURL: string, { token }: Signed) =>
  (await createCall(baseURL)(collections.receivingAccounts, {}, { token })).filter(({ state }) => state === "open");

/** A platform, or whoever is named, pays into an account. */
export async function payIn(
  baseURL: string,
  accountNumber: string,
  amount: Money,
  how: { payer?: string; stage?: "announced" | "arrived" } = {},
): Promise<string> {
  const token = await sandbox(baseURL).operatorToken("admin");
  return (await createCall(baseURL)(receivingBank.payIn, { accountNumber, amount, ...how }, { token })).reference;
}

/** The desk has looked at the papers and lets the money go. */
export async function creditAtDesk(baseURL: string, merchant: Signed, id: string): Promise<void> {
  const token = await sandbox(baseURL).operatorToken("reviewer");
  const decision = { merchantId: merchant.userId, id, reason: "合同与付款方一致" };
  await createCall(baseURL)(collections.creditIncome, decision, { token });
}

/** Another account of this currency: a store without papers is bound, approved, and the bank opens its account. */
export async function openAnotherAccount(baseURL: string, merchant: Signed, currency: Currency) {
  const call = createCall(baseURL);
  const known = new Set((await openAccounts(baseURL, merchant)).map(({ id }) => id));
  const platform = PLATFORMS.find(
    ({ connect, fields, options, payers }) =>
      connect.by === "described" &&
      payers.length === 0 &&
      !fields.includes("attach") &&
      options.some((option) => option.currency === currency),
  )!;
  const answers = {
    ...sampleStoreAnswers(platform, `${process.pid}-${Date.now()}`),
    // Left to a person, so that the simulated reviewer is not faster than this one.
    name: `人工 ${Date.now()}`,
    expectCurrency: platform.options.find((option) => option.currency === currency)!.code,
  };
  const { merchantsId: id } = await call(stores.bindOther, { ...answers, platformCode: platform.code }, merchant);
  const reviewer = { token: await sandbox(baseURL).operatorToken("reviewer") };
  const ref = { merchantId: merchant.userId, id };
  const { version } = await call(stores.storeCase, ref, reviewer);
  await call(stores.approveStore, { ...ref, version }, reviewer);
  const opened = async () => (await openAccounts(baseURL, merchant)).find((account) => !known.has(account.id));
  await expect.poll(opened, { timeout: 20_000 }).toBeTruthy();
  return (await opened())!;
}

/** What a click downloads. */
export async function downloadBy(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await pathOf(file)) };
}
const pathOf = (file: Download): Promise<string> => file.path();

/** The cells of a CSV file, row by row; quoted cells may hold commas. */
export const cellsOf = (csv: string): string[][] =>
  csv
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted ?? plain ?? "").replaceAll('""', '"'),
      ),
    );
