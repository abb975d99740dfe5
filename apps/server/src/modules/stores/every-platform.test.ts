import { ALL_ENDPOINTS, ownBindingOf, storeEndpoints as calls, type StoreForm } from "@coralhub/contract";
import { moneyOf, PLATFORMS, type Platform } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountNumberOf,
  approve,
  certifiedMerchant,
  detail,
  goodForm,
  startDesk,
  until,
  type Desk,
} from "./stores-fixture.ts";

/** From the form to the money, for every platform of the catalogue: no row may be there for show. */
const { receivingBank, income: incomeCalls } = ALL_ENDPOINTS;
/** So many at once: the machine is busy, and never more wait for review than a merchant may have waiting. */
const AT_ONCE = 6;
const UNITS = 1_250n;

let desk: Desk;
let merchant: TestMerchant;
const queue: (() => void)[] = [];
let running = 0;

beforeAll(async () => {
  desk = await startDesk();
  merchant = await certifiedMerchant(desk);
});
afterAll(() => desk.server.close());

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((next) => queue.push(next));
  running++;
  try {
    return await work();
  } finally {
    running--;
    queue.shift()?.();
  }
}

const bindBy = (platform: Platform, form: StoreForm) => {
  const own = ownBindingOf(platform.code);
  const common = { ...form, platformCode: platform.code };
  return own ? desk.server.call(calls[own.bind], form, merchant) : desk.server.call(calls.bindOther, common, merchant);
};

/** What became of the store in the end, as shop management shows it. */
async function journey(platform: Platform) {
  const { call } = desk.server;
  const { code } = platform;
  const { merchantsId: id } = await bindBy(platform, await goodForm(desk, merchant, code));
  const managed = await call(calls.shopManage, { platform: code }, merchant);
  expect(managed.records).toEqual([expect.objectContaining({ merchantsId: id, state: "pending", account: null })]);

  await approve(desk, merchant, id);
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const { account } = await detail(desk, merchant, id);
  const option = platform.options[0]!;
  expect(account).toMatchObject({ currency: option.currency, country: option.country });
  const amount = moneyOf(option.currency, UNITS * 100n);
  const payment = { accountNumber, amount, ...(platform.payers[0] && { payer: platform.payers[0] }) };
  const { reference } = await call(receivingBank.payIn, payment, desk.admin);
  const income = await until(`${code} income`, async () => {
    const { records } = await call(incomeCalls.incomes, { transactionOrderId: reference }, merchant);
    return records.find(({ state }) => state === "credited");
  });
  expect(income).toMatchObject({ platform: code, storeId: id, amount });
  return (await call(calls.shopManage, { platform: code }, merchant)).records;
}

test("the catalogue is there", () => {
  expect(PLATFORMS.length).toBeGreaterThanOrEqual(65);
  expect(PLATFORMS.filter(({ code }) => ownBindingOf(code))).toHaveLength(7);
});

test.concurrent.each(PLATFORMS.map((platform) => [platform.code, platform] as const))(
  "%s: bound, managed, approved, account opened, paid, listed",
  { timeout: 60_000 },
  async (_code, platform) => {
    const shown = await inTurn(() => journey(platform));
    const { currency } = platform.options[0]!;
    expect(shown).toMatchObject([{ state: "bound", income: [{ amount: { currency } }] }]);
  },
);
