import { ALL_ENDPOINTS } from "@coralhub/contract";
import { moneyText, parseMoney, type Currency, type Money } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import type { Download, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { operatorToken } from "./console-steps.ts";
import type { Signed } from "./portal-steps.ts";

const { receivingBank, accounts, income } = ALL_ENDPOINTS;
/** An amount nobody else pays, so that its row can be told from all others. */
export const ownAmount = (currency: Currency): Money =>
  parseMoney(`${3000 + Math.floor(Math.random() * 6000)}.${String(10 + Math.floor(Math.random() * 89))}`, currency);
/** 「3,210.55」 as the page writes it. */
export const shown = (money: Money): string => moneyText(money).replace(/^[A-Z]+\s/, "");

export const openAccounts = async (baseURL: string, { token }: Signed) =>
  (await createCall(baseURL)(accounts.receivingAccounts, {}, { token })).filter(({ state }) => state === "open");

/** A platform, or whoever is named, pays into an account. */
export async function payIn(
  baseURL: string,
  accountNumber: string,
  amount: Money,
  how: { payer?: string; stage?: "announced" | "arrived" } = {},
): Promise<string> {
  const token = await operatorToken(baseURL, "admin");
  return (await createCall(baseURL)(receivingBank.payIn, { accountNumber, amount, ...how }, { token })).reference;
}

/** The desk has looked at the papers and lets the money go. */
export async function creditAtDesk(baseURL: string, merchant: Signed, id: string): Promise<void> {
  const token = await operatorToken(baseURL, "reviewer");
  const decision = { merchantId: merchant.userId, id, reason: "合同与付款方一致" };
  await createCall(baseURL)(income.creditIncome, decision, { token });
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
