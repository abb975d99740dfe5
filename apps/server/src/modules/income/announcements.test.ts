import { accountEndpoints as calls, receivingBankEndpoints as bank, messageEndpoints } from "@coralhub/contract";
import type { Currency } from "@coralhub/domain";
import { createTestRandom, type TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import {
  bookProblems,
  certified,
  incomeOf,
  minor,
  moneyOn,
  openAccount,
  payIn,
  until,
  usd,
  withMerchant,
  type Desk,
} from "./income-fixture.ts";

let server: Desk;
let merchant: TestMerchant;
withMerchant((desk, someone) => ([server, merchant] = [desk, someone]));

const eventsOf = async (reference: string) =>
  (await incomeOf(server, merchant, reference)).timeline.map(({ action }) => action);

test("a payment of the platform is credited whole, with its store, its message and its timeline", async () => {
  const account = await openAccount(server, merchant);
  const { reference, outcomes } = await payIn(server, account.number, "1200.00");
  expect(outcomes).toEqual(["arrived"]);
  expect(await incomeOf(server, merchant, reference)).toMatchObject({
    state: "credited",
    amount: usd("1200.00"),
    net: usd("1200.00"),
    platform: "AMAZON",
    storeId: account.storeId,
    hold: null,
    holdView: null,
  });
  expect(await eventsOf(reference)).toEqual(["announce", "arrive", "credit"]);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 120_000n, held: 0n });
  const { records } = await server.call(messageEndpoints.messages, { sort: "createdAt" }, merchant);
  expect(records[0]).toMatchObject({ title: "Amazon USD 1,200.00 已入账", body: "可用余额 USD 1,200.00。" });
  // Opens the payment itself, not the list.
  const { id } = await incomeOf(server, merchant, reference);
  expect(records[0]!.link).toEqual({ label: "查看这笔款", path: `/bigIncome/in?open=${id}` });
});

test("the same announcement twenty times in parallel posts once", async () => {
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "18640.00", { stage: "announced" });
  // The money comes, and twenty tellers tell of it at once.
  const told = await Promise.all(
    Array.from({ length: 20 }, () =>
      payIn(server, account.number, "18640.00", { reference, payer: "AMAZON PAYMENTS" }).catch(() => undefined),
    ),
  );
  const outcomes = told.flatMap((answer) => answer?.outcomes ?? []);
  expect(outcomes.filter((outcome) => outcome === "arrived")).toHaveLength(1);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("18640.00"), held: 0n });
  const again = await server.call(bank.announceAgain, { reference }, server.admin);
  expect(new Set(again.outcomes)).toEqual(new Set(["repeated"]));
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: minor("18640.00"), held: 0n });
  expect(await bookProblems(server)).toEqual([]);
});

test("an arrival before its announcement, and both several times, is one payment", async () => {
  const account = await openAccount(server, merchant);
  const { reference, outcomes } = await payIn(server, account.number, "50.00", { outOfOrder: true, times: 3 });
  expect(outcomes.filter((outcome) => outcome === "arrived")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "repeated")).toHaveLength(5);
  expect(await eventsOf(reference)).toEqual(["announce", "arrive", "credit"]);
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 5000n, held: 0n });
});

test("what is announced only is on its way: not in the books, in home's sum, and counted once", async () => {
  const account = await openAccount(server, merchant);
  const { reference } = await payIn(server, account.number, "700.00", { stage: "announced", times: 2 });
  expect((await incomeOf(server, merchant, reference)).state).toBe("announced");
  const [row] = await server.call(calls.receivingAccounts, {}, merchant);
  expect(row).toMatchObject({ inTransit: usd("700.00"), available: usd("0.00") });
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 0n, held: 0n });
  await payIn(server, account.number, "700.00", { reference });
  expect((await incomeOf(server, merchant, reference)).state).toBe("credited");
});

test("five hundred announcements, shuffled and doubled, over several accounts: balances exact", async () => {
  const other = await certified(server);
  const accounts = await Promise.all([
    openAccount(server, merchant),
    openAccount(server, merchant, { currency: "EUR", country: "DE" }),
    openAccount(server, merchant, { currency: "JPY", country: "JP" }),
    openAccount(server, other),
    openAccount(server, other, { currency: "GBP", country: "GB" }),
  ]);
  const currencies: Currency[] = ["USD", "EUR", "JPY", "USD", "GBP"];
  const random = createTestRandom();
  const wanted = accounts.map(() => 0n);
  const notices = Array.from({ length: 170 }, (_, n) => {
    const at = n % accounts.length;
    const units = BigInt(1 + random.below(900_000));
    wanted[at]! += units;
    return { at, units, reference: `SHUFFLE-${n}` };
  });
  // Each told as on its way, as there and as there again, in any order.
  const stages = ["announced", "arrived", "arrived"] as const;
  const told = notices.flatMap((notice) => stages.map((stage) => ({ ...notice, stage })));
  for (let i = told.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [told[i], told[j]] = [told[j]!, told[i]!];
  }
  expect(told.length).toBeGreaterThanOrEqual(500);
  const tell = async ({ at, units, reference, stage }: (typeof told)[number]) => {
    const currency = currencies[at]!;
    const digits = currency === "JPY" ? 0 : 2;
    const amount = digits === 0 ? String(units) : `${units / 100n}.${String(units % 100n).padStart(2, "0")}`;
    await payIn(server, accounts[at]!.number, amount, { currency, reference, stage });
  };
  const waiting = [...told];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await tell(next);
    }),
  );
  for (const [at, account] of accounts.entries()) {
    const who = at < 3 ? merchant : other;
    expect(await moneyOn(server, who, account.id, currencies[at])).toEqual({ available: wanted[at], held: 0n });
  }
  const [{ n } = { n: 0 }] = await server.database.query<{ n: number }>(
    "select count(*)::int as n from income where rail_reference like 'SHUFFLE-%' and state = 'credited'",
  );
  expect(n).toBe(notices.length);
  expect(await bookProblems(server)).toEqual([]);
}, 120_000);

test("a bank that is down tells later, and nothing is lost", async () => {
  const account = await openAccount(server, merchant);
  const rail = (mode: string) =>
    server.database.query(
      `insert into sandbox_rail_mode (rail, mode, changed_at, changed_by) values ('receivingBank', $1, now(), (select id from operator limit 1))
       on conflict (rail) do update set mode = excluded.mode`,
      [mode],
    );
  await rail("down");
  const { reference, outcomes } = await payIn(server, account.number, "80.00", { times: 2 });
  expect(outcomes).toEqual([]);
  await rail("normal");
  await server.call(bank.announceAgain, { reference }, server.admin);
  const income = await until(async () => {
    const found = await incomeOf(server, merchant, reference);
    return found.state === "credited" ? found : undefined;
  });
  expect(income.net).toEqual(usd("80.00"));
  expect(await moneyOn(server, merchant, account.id)).toEqual({ available: 8000n, held: 0n });
});
