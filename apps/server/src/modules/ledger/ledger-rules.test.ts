import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, LARGEST_TRANSFER } from "@coralhub/domain";
import { describe, expect, test } from "vitest";
import {
  ACCOUNTS_MOVED,
  BROKEN_RULE,
  CANNOT_CHANGE,
  CARDS,
  HELD,
  NOSTRO,
  NOT_PERMITTED,
  WALLET,
  expectRefusal,
  fromWallet,
  withAttacker,
  type Attack,
  type Attacker,
} from "./attack-fixture.ts";
import type { LedgerFixture } from "./ledger-fixture.ts";

/** Every rule is attacked with plain SQL as the application's role: what the code would never send must fail too. */
let ledger: LedgerFixture;
let me: string;
let attacker: Attacker;
withAttacker((given) => ({ ledger, me, attacker } = given));
test("the helper of these tests can post", async () => {
  await attacker.write(fromWallet());
  expect((await attacker.state(WALLET)).balance).toBe(900);
});

describe("rows stay", () => {
  const TABLES = ["ledger_account", "ledger_transfer", "ledger_hold", "ledger_day", "ledger_seal"];
  test.each(TABLES)("the application cannot write %s by itself", async (table) => {
    await expectRefusal(ledger.asApp(`insert into ${table} select * from ${table}`), NOT_PERMITTED);
    await expectRefusal(
      ledger.asApp(`update ${table} set ${table === "ledger_day" ? "day = day" : "merchant_id = merchant_id"}`),
      NOT_PERMITTED,
    );
    await expectRefusal(ledger.asApp(`delete from ${table}`), NOT_PERMITTED);
    await expectRefusal(ledger.asApp(`truncate ${table}`), NOT_PERMITTED);
    await expectRefusal(ledger.asApp(`alter table ${table} disable trigger all`), NOT_PERMITTED);
  });
  test("the application cannot write the view of the postings either", async () => {
    await expectRefusal(ledger.asApp("insert into ledger_posting select * from ledger_posting"), NOT_PERMITTED);
    await expectRefusal(ledger.asApp("update ledger_posting set key = key"), NOT_PERMITTED);
    await expectRefusal(ledger.asApp("delete from ledger_posting"), NOT_PERMITTED);
  });
  test.each(["ledger_posting", "ledger_transfer"])("not even the owner changes %s", async (table) => {
    await expectRefusal(ledger.database.query(`update ${table} set merchant_id = merchant_id`), CANNOT_CHANGE);
    await expectRefusal(ledger.database.query(`delete from ${table}`), CANNOT_CHANGE);
    await expectRefusal(ledger.database.query("truncate ledger_transfer"), CANNOT_CHANGE);
  });
  test.each(["ledger_account", "ledger_hold"])("not even the owner removes from %s", async (table) => {
    await attacker.write(
      fromWallet({
        accounts: [
          { code: WALLET, balance: 1000 },
          { code: HELD, balance: 0 },
        ],
      }),
    );
    await expectRefusal(ledger.database.query(`delete from ${table}`), CANNOT_CHANGE);
    await expectRefusal(ledger.database.query(`truncate ${table}`), CANNOT_CHANGE);
  });
  test("the checks behind the writing function cannot be called or replaced", async () => {
    await expectRefusal(ledger.asApp("select ledger_check_reversals('{}', '{}', '{}')"), NOT_PERMITTED);
    await expectRefusal(
      ledger.asApp("create or replace function ledger_home(text) returns text language sql as 'select null'"),
      NOT_PERMITTED,
    );
  });
});

describe("everything sums to zero and nobody is overdrawn", () => {
  test("a merchant's account cannot be overdrawn, not even in between", async () => {
    await expectRefusal(attacker.write(fromWallet({ transfers: [[1, 1, 2, 1001]] })), BROKEN_RULE);
    await expectRefusal(
      attacker.write(
        fromWallet({
          transfers: [
            [1, 1, 2, 1001],
            [1, 2, 1, 500],
          ],
        }),
      ),
      BROKEN_RULE,
    );
  });
  test.each([0, -5, null, 2 ** 52])("an amount of %s is refused", async (amount) => {
    const attack = attacker.write(fromWallet({ transfers: [[1, 1, 2, amount]] }));
    await expect(attack).rejects.toThrow(/ledger:|not-null/);
  });
  test("the largest amount of the product is the largest of the database", async () => {
    const [state, largest] = [await attacker.state(NOSTRO), Number(LARGEST_TRANSFER)];
    const accounts = [{ code: NOSTRO, balance: state.balance }, ...fromWallet().accounts];
    const move = (amount: number, also?: number) =>
      attacker.write({
        accounts,
        postings: [{ key: "k" }],
        transfers: [[1, 1, 2, amount, ...(also ? [3, also] : [])]],
      });
    await expectRefusal(move(largest + 1, 1), BROKEN_RULE);
    await expectRefusal(move(1, largest + 1), BROKEN_RULE);
    await move(largest, largest);
  });
  test("a pretended balance is refused", async () => {
    await expectRefusal(
      attacker.write(
        fromWallet({
          accounts: [
            { code: WALLET, balance: 5000 },
            { code: CARDS, balance: 0 },
          ],
        }),
      ),
      ACCOUNTS_MOVED,
    );
    await expectRefusal(
      attacker.write(
        fromWallet({
          accounts: [
            { code: WALLET, balance: 1000, latest: "5" },
            { code: CARDS, balance: 0 },
          ],
        }),
      ),
      ACCOUNTS_MOVED,
    );
  });
  test("an account named twice is refused", async () => {
    await expectRefusal(
      attacker.write(
        fromWallet({
          accounts: [
            { code: WALLET, balance: 1000 },
            { code: CARDS, balance: 0 },
            { code: WALLET, balance: 1000 },
          ],
          transfers: [
            [1, 1, 2, 900],
            [1, 3, 2, 900],
          ],
        }),
      ),
      ACCOUNTS_MOVED,
    );
  });
  test.each([[[1, 1, 1, 5]], [[1, 1, 9, 5]], [[1, 0, 2, 5]], [[1, null, 2, 5]], [[2, 1, 2, 5]], [[1, -1, 2, 5]]])(
    "a transfer that points nowhere (%j) is refused",
    async (line) => {
      await expect(attacker.write(fromWallet({ transfers: [line] }))).rejects.toThrow(Error);
      expect((await attacker.state(WALLET)).balance).toBe(1000);
    },
  );
  describe("arrays that do not fit each other", () => {
    const two = {
      postings: [{ key: "one" }, { key: "two" }],
      transfers: [
        [1, 1, 2, 5],
        [2, 1, 2, 5],
      ],
    };
    const REFERENCES = 10;
    const LINKS = [11, 12];
    test.each(Array.from({ length: 16 }, (_, place) => place).filter((place) => place !== REFERENCES))(
      "argument %i, one too short",
      async (place) => {
        const bend = (values: unknown[]) => {
          values[place] = LINKS.includes(place) ? [ledger.ids.next()] : (values[place] as unknown[]).slice(0, -1);
        };
        await expect(attacker.write(fromWallet({ ...two, bend }))).rejects.toThrow(Error);
        expect((await attacker.state(WALLET)).balance).toBe(1000);
      },
    );
    test.each([0, 1, 2, 5, 6, 7, 11, 12, 15, 16, 17])("argument %i, one too long", async (place) => {
      const bend = (values: unknown[]) => {
        const own = (values[place] as unknown[] | null) ?? [null, null];
        values[place] = [...own, LINKS.includes(place) ? ledger.ids.next() : own[0]];
      };
      const outcome = await attacker.write(fromWallet({ ...two, bend })).then(
        () => "posted",
        () => "refused",
      );
      // What is never looked at does no harm; then it is as if it were not there.
      expect((await attacker.state(WALLET)).balance).toBe(outcome === "posted" ? 990 : 1000);
      expect(outcome).toBe([1, 5, 11, 12, 15].includes(place) ? "refused" : "posted");
    });
    test("nothing at all", async () => {
      const bend = (values: unknown[]) => values.fill([], 0, 18);
      await expectRefusal(attacker.write(fromWallet({ bend })), BROKEN_RULE);
    });
  });
  test("accounts of another merchant, another currency or no account at all are refused", async () => {
    const other = ledger.ids.next();
    await ledger.asApp("select ledger_open($1, $2, now())", [
      [other, me],
      [WALLET, "wallet:EUR"],
    ]);
    const to = (account: Attack["accounts"][number]) =>
      fromWallet({ accounts: [{ code: WALLET, balance: 1000 }, account] });
    await expectRefusal(attacker.write(to({ merchant: other, code: WALLET, balance: 0 })), BROKEN_RULE);
    await expectRefusal(attacker.write(to({ code: "wallet:EUR", balance: 0 })), BROKEN_RULE);
    await expectRefusal(attacker.write(to({ code: "house.fees:USD", balance: 0 })), ACCOUNTS_MOVED);
    await expectRefusal(attacker.write(fromWallet({ postings: [{ key: "k", merchant: other }] })), BROKEN_RULE);
  });
  test("accounts that are not in the chart cannot be opened", async () => {
    for (const code of [
      "house.slush:USD",
      "wallet",
      "wallet:usd",
      "wallet:USD:7",
      "card:USD:a b",
      "house.:USD",
      "hold:USD",
    ]) {
      await expectRefusal(ledger.asApp("select ledger_open($1, $2, now())", [[me], [code]]), BROKEN_RULE);
    }
  });
  test("the chart in the database is the chart of the product", async () => {
    for (const kind of ACCOUNT_KIND_NAMES) {
      const [owned, other] = "owner" in ACCOUNT_KINDS[kind] ? [":7", ""] : ["", ":7"];
      const merchant = ledger.ids.next();
      const open = (code: string) => ledger.asApp("select ledger_open($1, $2, now())", [[merchant], [code]]);
      await open(`${kind}:USD${owned}`);
      await expectRefusal(open(`${kind}:USD${other}`), BROKEN_RULE);
    }
    const [{ source }] = (await ledger.asApp<{ source: string }>(
      "select prosrc as source from pg_proc where proname = 'ledger_check_account'",
    )) as [{ source: string }];
    const named = [...source.matchAll(/'([a-z_.]+)'/g)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(ACCOUNT_KIND_NAMES));
  });
  test("the books of every merchant sum to zero", async () => {
    await attacker.write(fromWallet());
    const rows = await ledger.asApp(
      "select merchant_id, currency from ledger_account group by 1, 2 having sum(balance) <> 0",
    );
    expect(rows).toEqual([]);
  });
});
