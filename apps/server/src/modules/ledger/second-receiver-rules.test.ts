import { beforeEach, expect, test } from "vitest";
import {
  BROKEN_RULE,
  CARDS,
  HELD,
  NOSTRO,
  WALLET,
  expectRefusal,
  fromWallet,
  withAttacker,
  type Attack,
  type Attacker,
} from "./attack-fixture.ts";
import type { LedgerFixture } from "./ledger-fixture.ts";
import { findBrokenChains } from "./reconcile-store.ts";

/** What a row with a second receiver must not be, attacked with plain SQL as the application's role. */
let ledger: LedgerFixture;
let me: string;
let attacker: Attacker;
let funding: string;
withAttacker((given) => ({ ledger, me, attacker, funding } = given));
const valuesOf = (rows: readonly object[]) => rows.map((row): unknown[] => Object.values(row));

const FEES = "house.fees:USD";
const accounts = (...more: Attack["accounts"]) => [
  { code: WALLET, balance: 1000 },
  { code: CARDS, balance: 0 },
  { code: FEES, balance: 0 },
  ...more,
];
beforeEach(async () => {
  const codes = [FEES, "house.fees:EUR"];
  await ledger.asApp("select ledger_open($1, $2, now())", [codes.map(() => me), codes]);
});
const pay = (transfers: Attack["transfers"], more: Partial<Attack> = {}) =>
  attacker.write(fromWallet({ accounts: accounts(), transfers, ...more }));

test("gets its part; the sender has one entry, and what is posted adds up", async () => {
  const id = await pay([
    [1, 1, 2, 600, 3, 400],
    [1, 2, 1, 100],
  ]);
  const balances = await Promise.all([WALLET, CARDS, FEES].map((code) => attacker.state(code)));
  expect(balances.map(({ balance }) => balance)).toEqual([100, 500, 400]);
  const times = await ledger.asApp<{ posted: string }>(
    "select (extract(epoch from posted_at) * 1000000)::bigint::text as posted from ledger_transfer where posting_id = $1",
    [id],
  );
  const [paired, single] = times.map(({ posted }) => posted).toSorted();
  expect(balances.map(({ latest }) => latest)).toEqual([single, single, paired]);
  const entries = await ledger.asApp(
    `select code, line, amount::int, balance::int, other_code, also_code, also_amount::int from ledger_entry
      where posting_id = $1 and code is not null order by line, amount`,
    [id],
  );
  expect(valuesOf(entries)).toEqual([
    [WALLET, 1, -1000, 0, CARDS, FEES, 400],
    [CARDS, 1, 600, 600, WALLET, null, null],
    [FEES, 2, 400, 400, WALLET, null, null],
    [CARDS, 3, -100, 500, WALLET, null, null],
    [WALLET, 3, 100, 100, CARDS, null, null],
  ]);
  const legs = await ledger.asApp(
    `select line, from_code, to_code, amount::int, from_balance::int, to_balance::int from ledger_leg
      where posting_id = $1 order by line`,
    [id],
  );
  expect(valuesOf(legs)).toEqual([
    [1, WALLET, CARDS, 600, 400, 600],
    [2, WALLET, FEES, 400, 0, 400],
    [3, CARDS, WALLET, 100, 500, 100],
  ]);
  expect(await ledger.asApp("select lines from ledger_posting where id = $1", [id])).toEqual([{ lines: 3 }]);
  expect(await findBrokenChains(ledger.db, new Date(0))).toEqual([]);
});
test("cannot be used to overdraw an account", async () => {
  await expectRefusal(pay([[1, 1, 2, 600, 3, 401]]), BROKEN_RULE);
  await expectRefusal(pay([[1, 1, 2, 1, 3, 1000]]), BROKEN_RULE);
});
test.each([0, -5, null, 2 ** 52])("gets no amount of %s", async (amount) => {
  await expect(pay([[1, 1, 2, 5, 3, amount]])).rejects.toThrow(/ledger:/);
});
test.each([1, 2, 9, 0, -1, null])("is not account %s of three", async (also) => {
  await expect(pay([[1, 1, 2, 5, also, 5]])).rejects.toThrow(Error);
  expect((await attacker.state(WALLET)).balance).toBe(1000);
});
test("is of the same merchant and currency, and holds nothing", async () => {
  const other = ledger.ids.next();
  await ledger.asApp("select ledger_open($1, $2, now())", [[other], [FEES]]);
  for (const account of [{ merchant: other, code: FEES }, { code: "house.fees:EUR" }, { code: HELD }]) {
    const four = accounts({ ...account, balance: 0 });
    await expectRefusal(pay([[1, 1, 2, 5, 4, 5]], { accounts: four }), BROKEN_RULE);
  }
  const held = [
    { code: WALLET, balance: 1000 },
    { code: HELD, balance: 0 },
    { code: FEES, balance: 0 },
  ];
  await expectRefusal(pay([[1, 1, 2, 5, 3, 5]], { accounts: held }), BROKEN_RULE);
});
test("counts as a line: the next one comes after it", async () => {
  const LINE = 6;
  const bend = (values: unknown[]) => void (values[LINE] = [1, 2]);
  const transfers = [
    [1, 1, 2, 5, 3, 5],
    [1, 1, 2, 5],
  ];
  await expectRefusal(pay(transfers, { bend }), BROKEN_RULE);
  await pay(transfers);
});
test("cannot be hidden in what two people agreed on", async () => {
  const [id, maker, checker, posting] = Array.from({ length: 4 }, () => ledger.ids.next());
  await ledger.asApp(
    `insert into ledger_adjustment (merchant_id, id, from_code, to_code, currency, amount, memo, state, made_by, made_at)
     values ($1, $2, $3, $4, 'USD', 5, 'memo', 'pending', $5, now())`,
    [me, id, WALLET, CARDS, maker],
  );
  await ledger.asApp(
    "update ledger_adjustment set state = 'posted', decided_by = $3, decided_at = now(), posting_id = $4 where merchant_id = $1 and id = $2",
    [me, id, checker, posting],
  );
  const [REASON, REFERENCE] = [9, 10];
  const bend = (values: unknown[]) => void ((values[REASON] = ["adjustment"]), (values[REFERENCE] = [id]));
  const agreed = { postings: [{ key: "k", id: posting! }], bend };
  await expectRefusal(pay([[1, 1, 2, 5, 3, 900]], agreed), BROKEN_RULE);
  await pay([[1, 1, 2, 5]], { ...agreed, accounts: fromWallet().accounts });
});
test("cannot be hidden in a reversal", async () => {
  const accountsOf = [
    { code: WALLET, balance: 1000 },
    { code: NOSTRO, balance: -1000 },
    { code: CARDS, balance: 0 },
  ];
  await expectRefusal(
    attacker.write({
      accounts: accountsOf,
      postings: [{ key: "back", reverses: funding }],
      transfers: [[1, 1, 2, 5, 3, 5]],
    }),
    BROKEN_RULE,
  );
});
