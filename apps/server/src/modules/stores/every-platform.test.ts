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
  uploadPicture,
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

const KEYS = ["accessKey", "secretKey", "refreshToken"] as const;
/** What the specification lists for every store, and the keys where a platform has such. */
const entityFields = async (platform: Platform): Promise<StoreForm> => {
  const [country = "US"] = platform.countries;
  const taken = [...platform.fields, ...platform.accepts];
  const keys = KEYS.filter((name) => taken.includes(name)).map(
    (name) => [name, `key-${name}-${platform.code}-7Q4Z`] as const,
  );
  const attach = await uploadPicture(desk, merchant);
  return {
    s2n: "nanyu-official",
    hasMerchant: "1",
    channel: "other",
    country,
    attach,
    ...Object.fromEntries<string>(keys),
  };
};

/** The entity on the wire, whatever the platform: keys are answered by their last four. */
async function expectEntity(platform: Platform, id: string, given: StoreForm, accountNumber: string) {
  const whole = await detail(desk, merchant, id);
  const { s2n, hasMerchant, channel, country, attach } = given;
  expect(whole).toMatchObject({
    merchantsId: id,
    platform: platform.name,
    platformCode: platform.code,
    name: given.name,
    state: "bound",
    s2n,
    hasMerchant,
    channel,
    country,
    attach,
    expectCurrency: given.expectCurrency,
    foreignBankAccountId: whole.account!.foreignBankAccountId,
    foreignBankAccount: accountNumber,
    ...Object.fromEntries(KEYS.map((name) => [name, given[name]?.slice(-4) ?? ""])),
  });
  for (const name of KEYS) if (given[name]) expect(JSON.stringify(whole)).not.toContain(given[name]);
  if (platform.fields.includes("tradeCategory")) expect(whole.answers.tradeCategory).toBe(given.tradeCategory);
}

/** What became of the store in the end, as shop management shows it. */
async function journey(platform: Platform) {
  const { call } = desk.server;
  const { code } = platform;
  const form = await goodForm(desk, merchant, code, await entityFields(platform));
  const { merchantsId: id } = await bindBy(platform, form);
  const managed = await call(calls.shopManage, { platform: code }, merchant);
  expect(managed.records).toEqual([expect.objectContaining({ merchantsId: id, state: "pending", account: null })]);

  await approve(desk, merchant, id);
  const accountNumber = await accountNumberOf(desk, merchant, id);
  const { account } = await detail(desk, merchant, id);
  await expectEntity(platform, id, form, accountNumber);
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

test("the catalogue is there; app stores and ad networks say what kind of app it is", () => {
  for (const platform of PLATFORMS.filter(({ category }) => ["appStore", "adNetwork"].includes(category))) {
    expect(platform.fields, platform.code).toContain("tradeCategory");
  }
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
    expect(shown[0]).toMatchObject({
      platform: platform.name,
      s2n: "nanyu-official",
      channel: "other",
      hasMerchant: "1",
    });
  },
);
