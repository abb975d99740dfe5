import { accountEndpoints, fullPath, incomeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fewestStatements } from "../../platform/statements-fixture.ts";
import { signNotice } from "../../rails/receiving-bank/connectors/signed-notice.ts";
import { startSignedService, type SignedService } from "../../rails/signed-service-fixture.ts";
import { addStore, applyFor, certified, incomeOf, moneyOn, startDesk, usd, type Desk } from "./income-fixture.ts";

/**
 * What one payment costs the database from the signed hook to credited, and what forty of the same moment cost together.
 * May only fall: it was 31 for each of them, whether alone or not.
 */
const STATEMENTS_FOR_ONE = 18;
const STATEMENTS_FOR_FORTY = 160;

const { bankNotice } = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let service: SignedService;
let merchant: TestMerchant;
let neighbour: TestMerchant;
const accounts: Record<"mine" | "frozen" | "closed" | "theirs", string> = {
  mine: "",
  frozen: "",
  closed: "",
  theirs: "",
};
const NUMBERS = { mine: "700000000001", frozen: "700000000002", closed: "700000000003", theirs: "700000000004" };

beforeAll(async () => {
  service = await startSignedService(() => ({ text: "{}" }));
  server = await startDesk({ config: { receivingBank: service.config } });
  [merchant, neighbour] = [await certified(server), await certified(server)];
  for (const name of ["mine", "frozen", "closed", "theirs"] as const) {
    const owner = name === "theirs" ? neighbour : merchant;
    accounts[name] = await openFor(owner, NUMBERS[name], name === "frozen" || name === "closed" ? name : "open");
    await addStore(server, owner, accounts[name]);
  }
});
afterAll(async () => {
  await server.close();
  service.close();
});

/** As the bank has opened it. */
async function openFor(owner: TestMerchant, number: string, state: string): Promise<string> {
  const id = await applyFor(server, owner);
  await server.database.query(
    `update receiving_account set state = $3, account_number = $4, opened_at = now(), reason = '测试'
     where merchant_id = $1 and id = $2`,
    [owner.userId, id, state, number],
  );
  await server.database.query("insert into receiving_account_number values ('partner-bank', $3, $1, $2)", [
    owner.userId,
    id,
    number,
  ]);
  return id;
}

type Told = { number?: string; amount?: string; currency?: string; payer?: string };
const signed = (reference: string, told: Told = {}) => {
  const { number = NUMBERS.mine, amount = "10.00", currency = "USD", payer = "AMAZON PAYMENTS, INC." } = told;
  const notice = {
    kind: "income.arrived",
    reference,
    accountNumber: number,
    amount: { currency, amount },
    payer: { name: payer },
  };
  return signNotice(service.config.key, server.clock.now(), notice);
};
const tell = async (reference: string, told: Told = {}) =>
  (await server.call(bankNotice, signed(reference, told))).outcome;
/** As the bank hears it: nothing is asked again on the way. */
async function tellOnce(reference: string): Promise<{ status: number; wait: string | null; outcome: unknown }> {
  const answer = await fetch(`${server.url}${fullPath(bankNotice)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(signed(reference)),
  });
  const body = (await answer.json()) as { data?: { outcome?: unknown }; outcome?: unknown };
  return {
    status: answer.status,
    wait: answer.headers.get("retry-after"),
    outcome: body.data?.outcome ?? body.outcome,
  };
}
const bookedTimes = async (reference: string): Promise<number> => {
  const [row] = await server.database.query<{ n: number }>(
    "select count(*)::int as n from ledger_posting where reference = $1 and key like 'income:%:arrived'",
    [reference],
  );
  return row!.n;
};

test("one payment takes few statements, and forty of the same moment hardly more", async () => {
  await tell("COUNT-FIRST");
  const one = await fewestStatements(STATEMENTS_FOR_ONE, (round) => tell(`COUNT-ONE-${round}`));
  expect(one.length, one.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_ONE);
  const forty = await fewestStatements(STATEMENTS_FOR_FORTY, (round) =>
    Promise.all(Array.from({ length: 40 }, (_, n) => tell(`COUNT-MANY-${round}-${n}`))),
  );
  expect(forty.length, forty.join("\n")).toBeLessThanOrEqual(STATEMENTS_FOR_FORTY);
  const [{ n } = { n: 0 }] = await server.database.query<{ n: number }>(
    "select count(*)::int as n from income where rail_reference like 'COUNT-%' and state = 'credited'",
  );
  expect(n).toBeGreaterThan(41);
  expect(await moneyOn(server, merchant, accounts.mine)).toEqual({ available: BigInt(n) * 1000n, held: 0n });
});

test("what the rules pass as it comes was never held: one transfer, one more for its fee", async () => {
  const booked = (reference: string) =>
    server.database.query(
      `select p.reason, split_part(t.from_code, ':', 1) as from, split_part(t.to_code, ':', 1) as to, t.amount::text as amount
         from ledger_posting p join ledger_transfer t on t.merchant_id = p.merchant_id and t.posting_id = p.id
        where p.reference = $1 order by t.posted_at`,
      [reference],
    );
  const moved = (reason: string, from: string, to: string, amount: string) => ({ reason, from, to, amount });
  await tell("PASSED-FREE");
  expect(await booked("PASSED-FREE")).toEqual([moved("income.credited", "house.nostro", "collection", "1000")]);
  const kept = await server.database.query(
    `select e.action from business_event e join income i on i.merchant_id = e.merchant_id and i.id = e.subject_id
      where i.rail_reference = $1 order by e.id`,
    ["PASSED-FREE"],
  );
  expect(kept).toEqual([{ action: "arrive" }, { action: "credit" }]);
  const { timeline, announcedAt } = await incomeOf(server, merchant, "PASSED-FREE");
  expect(timeline.map(({ action }) => action)).toEqual(["announce", "arrive", "credit"]);
  expect(timeline[0]).toMatchObject({ note: "AMAZON PAYMENTS, INC.", at: announcedAt, actor: null });

  const before = await moneyOn(server, merchant, accounts.mine);
  const rule = { business: "collection", currency: "USD", corridor: "*" } as const;
  const setPrice = async (flat: string): Promise<void> => {
    await server.setPrice({ ...rule, terms: { basisPoints: "0", flat, bearer: "merchant" } });
  };
  await setPrice("0.50");
  try {
    await tell("PASSED-CHARGED");
  } finally {
    await setPrice("0.00");
  }
  expect(await booked("PASSED-CHARGED")).toEqual([
    moved("income.credited", "house.nostro", "collection", "1000"),
    moved("fee.charged", "collection", "house.fees", "50"),
  ]);
  const after = await moneyOn(server, merchant, accounts.mine);
  expect(after).toEqual({ available: before.available + 950n, held: 0n });
});

test("each of many at the same moment is answered by itself, and one that cannot be written touches nobody else", async () => {
  const before = await moneyOn(server, merchant, accounts.mine);
  const outcomes = await Promise.allSettled([
    tell("MIX-1"),
    tell("MIX-1"),
    tell("MIX-FROZEN", { number: NUMBERS.frozen }),
    tell("MIX-CLOSED", { number: NUMBERS.closed }),
    tell("MIX-NOBODY", { number: "799999999999" }),
    tell("MIX-EURO", { currency: "EUR" }),
    tell("MIX-STRANGER", { payer: "SOMEBODY ELSE LLC" }),
    // PostgreSQL keeps no such letter.
    tell("MIX-BROKEN", { payer: "AMAZON\u0000PAYMENTS" }),
    tell("MIX-THEIRS", { number: NUMBERS.theirs, amount: "7.00" }),
    tell("MIX-2", { amount: "5.50" }),
  ]);
  const said = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "failed"));
  expect(said.slice(0, 2).toSorted()).toEqual(["arrived", "repeated"]);
  expect(said.slice(2)).toEqual([
    "arrived",
    "unclaimed",
    "unclaimed",
    "unclaimed",
    "arrived",
    "failed",
    "arrived",
    "arrived",
  ]);
  const now = await moneyOn(server, merchant, accounts.mine);
  expect(now).toEqual({ available: before.available + 1550n, held: before.held + 1000n });
  expect(await moneyOn(server, neighbour, accounts.theirs)).toEqual({ available: 700n, held: 0n });
  expect(await incomeOf(server, merchant, "MIX-FROZEN")).toMatchObject({ state: "abnormal", hold: "frozenAccount" });
  const held = await incomeOf(server, merchant, "MIX-STRANGER");
  expect(held).toMatchObject({ state: "abnormal", hold: "payerMismatch", amount: usd("10.00") });
  expect(held.timeline.map(({ action }) => action)).toEqual(["announce", "arrive", "flag"]);
  await expect(incomeOf(server, merchant, "MIX-BROKEN")).rejects.toThrow("no income");
});

test("lists that do not answer keep no money waiting: it is in the books, and looked at later", async () => {
  await server.database.query(
    `insert into sandbox_rail_mode (rail, mode, changed_at, changed_by)
     values ('screening', 'down', now(), (select id from operator limit 1)) on conflict (rail) do update set mode = 'down'`,
  );
  expect(await tell("UNSEEN-1")).toBe("arrived");
  await server.database.query("delete from sandbox_rail_mode");
  const waiting = await incomeOf(server, merchant, "UNSEEN-1");
  expect(waiting).toMatchObject({ state: "reviewing", hold: null });
  expect(waiting.timeline.map(({ action }) => action)).toEqual(["announce", "arrive"]);
});

test("fault 7: an amount the books cannot hold is refused, not a failure of ours", async () => {
  for (const amount of ["10000000000000.01", "92233720368547758.08", "9999999999999999999.00"]) {
    await expect(tell(`HUGE-${amount.length}`, { amount })).rejects.toMatchObject({ status: 400 });
  }
  expect(await tell("SMALL-ONE")).not.toBe("");
});

test.each([
  ["writing", "ledger_write"],
  ["commit", "commit"],
])(
  "a connection that breaks at %s is never told as well without an outcome, and nothing is booked twice",
  async (name, where) => {
    const reference = `BROKEN-${name}`;
    const real = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
    let broken = false;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [query] = given as [string | { text: string }];
      const text = typeof query === "string" ? query : query.text;
      const mine = Reflect.get(this, "user") === "coralhub_app" && text.includes(where);
      if (broken || !mine) return real.apply(this, given);
      broken = true;
      const pid = Reflect.get(this, "processID") as number;
      return server.database.query("select pg_terminate_backend($1)", [pid]).then(() => real.apply(this, given));
    });
    const first = await tellOnce(reference).finally(() => spy.mockRestore());
    expect(broken).toBe(true);
    if (first.status === 200) expect(first.outcome).toBe("arrived");
    else expect(first).toMatchObject({ status: 503, wait: "2" });
    await vi.waitUntil(async () => (await tellOnce(reference)).status === 200, { timeout: 30_000 });
    expect(await bookedTimes(reference)).toBe(1);
  },
);

test("a database that only reads is a lost connection: 503 with Retry-After, not ready, and ready when it is back", async () => {
  const turn = async (setting: string) => {
    await server.database.query(`alter role coralhub_app in database ${server.database.name} ${setting}`);
    await server.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'coralhub_app'",
    );
  };
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return { status: answer.status, checks: ((await answer.json()) as { checks: object }).checks };
  };
  await turn("set default_transaction_read_only = on");
  await vi.waitUntil(async () => (await readiness()).status === 503, { timeout: 30_000 });
  await vi.waitFor(async () => expect(await readiness()).toMatchObject({ checks: { writable: false } }), {
    timeout: 30_000,
  });
  expect(await tellOnce("READ-ONLY")).toMatchObject({ status: 503, wait: "2" });
  expect(await bookedTimes("READ-ONLY")).toBe(0);

  await turn("reset default_transaction_read_only");
  await vi.waitUntil(async () => (await readiness()).status === 200, { timeout: 30_000 });
  await vi.waitUntil(async () => (await tellOnce("READ-ONLY")).status === 200, { timeout: 30_000 });
  expect(await bookedTimes("READ-ONLY")).toBe(1);
});
