import { ALL_ENDPOINTS, ownBindingOf } from "@coralhub/contract";
import {
  BUSINESS_ITEMS,
  COUNTRIES,
  isCountry,
  platformByCode,
  sampleStoreAnswers,
  storeField,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { expect, type Locator, type Page } from "@playwright/test";
import { fieldsOfStep, isShown, type StepName } from "../apps/web/src/features/stores/bind/binding/binding-steps.ts";
import { choose, operatorToken } from "./console-steps.ts";
import { openAccounts } from "./income-steps.ts";
import type { Signed } from "./portal-steps.ts";
import { goOn } from "./wizard-steps.ts";

const { receivingBank, stores } = ALL_ENDPOINTS;
export type Answers = Readonly<Record<string, string>>;

let made = 0;
/** A store nobody else binds. 「人工」 keeps the simulated reviewer away: the journey decides when it is approved. */
export function newStore(code: string, other: Answers = {}): { platform: Platform; answers: Answers; name: string } {
  const platform = platformByCode(code)!;
  const unique = `${process.pid}${Date.now() % 1_000_000}${++made}`;
  const name = `人工 ${platform.code} ${unique}`;
  return { platform, name, answers: { ...sampleStoreAnswers(platform, unique), name, ...other } };
}

/** What stands in the list for an answer, where it is picked from one. */
function wordsOf(platform: Platform, name: StoreFieldName, answer: string): string | undefined {
  const { kind, options } = storeField(platform, name);
  if (kind === "country") return isCountry(answer) ? COUNTRIES[answer] : answer;
  if (kind === "category") return BUSINESS_ITEMS.find(({ code }) => String(code) === answer)?.name;
  if (name === "expectCurrency") return platform.options.find(({ code }) => code === answer)?.label;
  return options?.find(({ value }) => value === answer)?.label;
}

/** One question, by what it is called on the page. */
async function answerQuestion(page: Page, platform: Platform, name: StoreFieldName, answer: string): Promise<void> {
  const { label, kind } = storeField(platform, name);
  const words = wordsOf(platform, name, answer);
  if (words === undefined) return page.getByRole("textbox", { name: label }).fill(textFor(platform, kind, answer));
  const cards = page.getByRole("radiogroup", { name: label });
  const list = page.getByRole("combobox", { name: label });
  await expect(cards.or(list)).toBeVisible();
  if (await cards.isVisible()) await cards.getByRole("radio", { name: words }).check();
  else await choose(list, words, (await list.getAttribute("readonly")) === null ? words : undefined);
}
/** Shops that are names under a host are asked for the name alone. */
const textFor = (platform: Platform, kind: string, answer: string): string =>
  kind === "url" && platform.subdomains ? answer.replace(/^https:\/\//, "").split(".")[0]! : answer;

/** Fills one step of the wizard; pictures are uploaded by whoever has them. */
export async function fillStep(page: Page, platform: Platform, step: StepName, answers: Answers): Promise<void> {
  for (const name of fieldsOfStep(platform, step)) {
    const answer = answers[name];
    if (answer === undefined || storeField(platform, name).kind === "document") continue;
    if (isShown(platform, name, answers)) await answerQuestion(page, platform, name, answer);
  }
}

/** The steps of a store without keys or pictures, up to the page that shows everything once more. */
export async function fillPlain(page: Page, platform: Platform, answers: Answers): Promise<void> {
  await fillStep(page, platform, "shop", answers);
  await goOn(page);
  if (platform.connect.by !== "described") await goOn(page);
  await fillStep(page, platform, "account", answers);
  await goOn(page);
}

/** On the receipt: which store it is about. */
export async function receiptOf(page: Page): Promise<string> {
  await page.waitForURL(/\/bindshop\/success\?store=/);
  return new URL(page.url()).searchParams.get("store")!;
}

export const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

/** What the list offers for one store. */
export async function fromMenu(page: Page, name: string, entry: string | RegExp): Promise<void> {
  const row = rowOf(page, name);
  await row.getByRole("button", { name: `${name} 的更多操作` }).click();
  await row.getByRole("button", { name: entry }).click();
}

/** The store as its owner's browser gets it. */
export const storeOf = (baseURL: string, merchant: Signed, id: string) =>
  createCall(baseURL)(stores.store, { id }, merchant);

let hurried: Promise<unknown> | undefined;
/** A bank that opens accounts at once, asked for once per worker: waiting for it is no part of a journey. */
async function hurryBank(baseURL: string): Promise<void> {
  const token = await operatorToken(baseURL, "admin");
  const settings = { openingDelaySeconds: 0, refuse: false };
  hurried ??= createCall(baseURL)(receivingBank.setBankSettings, settings, { token });
  await hurried;
}

/** The desk has looked at it. */
export async function approveStore(baseURL: string, merchant: Signed, id: string): Promise<void> {
  const call = createCall(baseURL);
  const reviewer = { token: await operatorToken(baseURL, "reviewer") };
  const ref = { merchantId: merchant.userId, id };
  const { version } = await call(stores.storeCase, ref, reviewer);
  await call(stores.approveStore, { ...ref, version }, reviewer);
}

/** Approved, and the bank has opened its account. */
export async function openedAccount(baseURL: string, merchant: Signed, storeId: string) {
  await hurryBank(baseURL);
  await approveStore(baseURL, merchant, storeId);
  const opened = async () => {
    const { account } = await storeOf(baseURL, merchant, storeId);
    const all = await openAccounts(baseURL, merchant);
    return all.find(({ id }) => id === account?.foreignBankAccountId);
  };
  await expect.poll(opened, { intervals: [50, 100, 200], timeout: 20_000 }).toBeTruthy();
  return (await opened())!;
}

/** Handed in beside the browser, for journeys that begin at the desk. */
export async function handInStore(
  baseURL: string,
  merchant: Signed,
  code: string,
  currency: string,
  other: Answers = {},
) {
  const { name, answers } = newStore(code, { ...other, expectCurrency: currency });
  const own = ownBindingOf(code);
  const call = createCall(baseURL);
  const { merchantsId: id } = own
    ? await call(stores[own.bind], answers, merchant)
    : await call(stores.bindOther, { ...answers, platformCode: code }, merchant);
  return { id, name, answers };
}

/** Handed in and approved, with an account of its own, for journeys that begin after that. */
export async function boundStore(baseURL: string, merchant: Signed, code: string, currency: string) {
  const store = await handInStore(baseURL, merchant, code, currency);
  return { ...store, account: await openedAccount(baseURL, merchant, store.id) };
}
