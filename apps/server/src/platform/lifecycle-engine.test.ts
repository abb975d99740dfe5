import { defineLifecycle } from "@coralhub/domain";
import { createTestDatabase, type TestDatabase } from "@coralhub/testkit";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPlatform, type Platform } from "./index.ts";
import { RAIL, SYSTEM, type Actor, type SendMessages } from "./lifecycle-engine.ts";
import { merchantTopic } from "./live.ts";

const parcels = defineLifecycle({
  name: "parcel",
  initial: "packed",
  states: {
    packed: { label: "已打包", tone: "info" },
    sent: { label: "已发出", tone: "info" },
    lost: { label: "丢失", tone: "danger" },
  },
  groups: { open: ["packed"], moving: ["sent"], ended: ["lost"] },
  actions: {
    send: { label: "发出", from: ["packed"], to: "sent", by: ["merchant", "system"], tells: "payout.failed" },
    lose: { label: "丢失", from: ["packed", "sent"], to: "lost", by: "finance" },
    recall: { label: "召回", from: ["sent"], to: "packed", by: "rail" },
  },
  stored: {
    table: "parcel",
    changedAt: "changed_at",
    reachedAt: { lost: "lost_at" },
    timeline: true,
    columns: ["weight", "label_text", "facts", "version"],
  },
});

const ME = "0190a000-0000-7000-8000-000000000001";
const OTHER = "0190a000-0000-7000-8000-000000000002";
const OPERATOR = "0190a000-0000-7000-8000-0000000000aa";
const me: Actor = { kind: "merchant", merchantId: ME, personId: null, name: null };
const finance: Actor = { kind: "operator", id: OPERATOR, name: "林会计", roles: ["finance"] };
const reviewer: Actor = { kind: "operator", id: OPERATOR, name: "周审核", roles: ["reviewer"] };
const at = new Date("2026-05-06T08:00:00Z");
const key = (n: number, merchantId = ME) => ({
  merchantId,
  id: `0190b000-0000-7000-8000-${String(n).padStart(12, "0")}`,
});

let database: TestDatabase;
let platform: Platform;
const send = vi.fn<SendMessages>();
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`create table parcel (merchant_id uuid, id uuid, state text not null, weight bigint, label_text text,
    facts jsonb, version int not null default 1, changed_at timestamptz, lost_at timestamptz, primary key (merchant_id, id));
    grant select, update on parcel to coralhub_app`);
  platform = createPlatform(database.config);
  await platform.start();
});
beforeEach(async () => {
  await database.query("truncate parcel, business_event");
  await database.query(
    `insert into parcel (merchant_id, id, state) select $1, ('0190b000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'packed'
     from generate_series(1, 6) n`,
    [ME],
  );
  send.mockReset();
  platform.lifecycles.sendBy(send);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});
const engine = () => platform.lifecycles;
const run = platformTransaction();
function platformTransaction() {
  return <T>(work: Parameters<Platform["database"]["transaction"]>[0]) =>
    platform.database.transaction(work) as Promise<T>;
}
const stateOf = async (n: number) =>
  (await database.query<{ state: string }>("select state from parcel where id = $1", [key(n).id]))[0]!.state;

test("a move sets the state, its times and what comes with it, and is written to the timeline", async () => {
  const set = { weight: 12n, labelText: "易碎", facts: [{ a: 1 }] };
  await expect(
    run((tx) => engine().advance(tx, parcels, key(1), "send", { by: me, at, set, note: "交给快递" })),
  ).resolves.toBe("sent");
  await run((tx) => engine().advance(tx, parcels, key(1), "lose", { by: finance, at, set: { labelText: null } }));
  const [row] = await database.query(
    "select state, weight::text, label_text, facts, changed_at, lost_at from parcel where id = $1",
    [key(1).id],
  );
  expect(row).toEqual({
    state: "lost",
    weight: "12",
    label_text: null,
    facts: [{ a: 1 }],
    changed_at: at,
    lost_at: at,
  });
  await run((tx) => engine().record(tx, parcels, key(1), { action: "complain", by: me, at, note: "没收到" }));
  expect(await engine().timeline(platform.db, parcels, key(1))).toMatchObject([
    { action: "send", note: "交给快递", at, actorKind: "merchant", actorId: null, actorName: null },
    { action: "lose", note: null, at, actorKind: "operator", actorId: OPERATOR, actorName: "林会计" },
    { action: "complain", note: "没收到", at, actorKind: "merchant", actorId: null, actorName: null },
  ]);
});

test("who comes too late, or for what is not there, is refused, and nothing is written", async () => {
  await run((tx) => engine().advance(tx, parcels, key(1), "send", { by: SYSTEM, at }));
  const again = (n: number) => run((tx) => engine().advance(tx, parcels, key(n), "send", { by: SYSTEM, at }));
  await expect(again(1)).rejects.toMatchObject({ reason: "state.changed" });
  await expect(again(99)).rejects.toMatchObject({ reason: "not_found" });
  expect(await run((tx) => engine().tryAdvance(tx, parcels, key(1), "send", { by: SYSTEM, at }))).toBe(false);
  expect(await engine().timeline(platform.db, parcels, key(1))).toHaveLength(1);
});

test("of many at once exactly one moves it", async () => {
  const racers = Array.from({ length: 8 }, () =>
    run<boolean>((tx) => engine().tryAdvance(tx, parcels, key(1), "send", { by: SYSTEM, at })),
  );
  expect((await Promise.all(racers)).filter(Boolean)).toHaveLength(1);
  expect(await engine().timeline(platform.db, parcels, key(1))).toHaveLength(1);
});

test("only those the table names may: another's merchant, another role, another kind", async () => {
  const lose = (actor: Actor) => run((tx) => engine().advance(tx, parcels, key(1), "lose", { by: actor, at }));
  await expect(lose(reviewer)).rejects.toMatchObject({ reason: "access.denied" });
  await expect(lose(me)).rejects.toThrow(/lose is not for merchant/);
  const others: Actor = { ...me, merchantId: OTHER };
  await expect(run((tx) => engine().advance(tx, parcels, key(1), "send", { by: others, at }))).rejects.toMatchObject({
    reason: "not_found",
  });
  expect(await stateOf(1)).toBe("packed");
});

test("a further condition that no longer holds is a state that has changed", async () => {
  const move = (version: number) =>
    run((tx) =>
      engine().advance(tx, parcels, key(1), "send", {
        by: me,
        at,
        expects: { version },
        set: { version: version + 1 },
      }),
    );
  await expect(move(2)).rejects.toMatchObject({ reason: "state.changed" });
  await move(1);
  expect(await stateOf(1)).toBe("sent");
});

test("the message goes with the move, and only one the table knows", async () => {
  const data = { payoutId: "p", kind: "提现", amount: "1", reason: "x" };
  await run((tx) =>
    engine().advance(tx, parcels, key(1), "send", { by: me, at, message: { event: "payout.failed", data } }),
  );
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), [{ merchantId: ME, event: "payout.failed", data }]);
  const wrong = { event: "payout.returned", data } as const;
  await expect(
    run((tx) => engine().advance(tx, parcels, key(2), "send", { by: me, at, message: wrong })),
  ).rejects.toThrow(/does not tell/);
});

test("open pages hear of it once it has committed, and not otherwise", async () => {
  const heard: unknown[] = [];
  const off = platform.live.subscribe(merchantTopic(ME), (event) => heard.push(event));
  await run(async (tx) => {
    await engine().advance(tx, parcels, key(1), "send", { by: me, at });
    throw new Error("no");
  }).catch(() => undefined);
  await run((tx) => engine().advance(tx, parcels, key(2), "send", { by: me, at }));
  await expect.poll(() => heard).toEqual([{ event: "changed", data: { what: "parcel" } }]);
  await sleep(20);
  expect(heard).toHaveLength(1);
  off();
});

test("many rows move with a few statements, each for itself", async () => {
  await run((tx) => engine().advance(tx, parcels, key(2), "send", { by: SYSTEM, at }));
  const moves = [
    { key: key(1), set: { weight: 9_007_199_254_740_993n, facts: [{ b: "c" }] }, note: "一" },
    { key: key(2), set: { weight: 2n, facts: null } },
    { key: key(3) },
    { key: key(99) },
    { key: key(3) },
    { key: key(4), expects: { version: 7 } },
    { key: key(5), expects: { version: 1 }, set: { labelText: "五" } },
  ];
  expect(await run((tx) => engine().advanceMany(tx, parcels, "send", { by: SYSTEM, at }, moves))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(await database.query("select weight::text, facts, changed_at from parcel where id = $1", [key(1).id])).toEqual(
    [{ weight: "9007199254740993", facts: [{ b: "c" }], changed_at: at }],
  );
  expect(await engine().timeline(platform.db, parcels, key(1))).toMatchObject([{ action: "send", note: "一" }]);
  expect(await engine().timeline(platform.db, parcels, key(3))).toHaveLength(1);
  expect(await engine().timeline(platform.db, parcels, key(4))).toHaveLength(0);
  expect(await run((tx) => engine().advanceMany(tx, parcels, "recall", { by: RAIL, at }, []))).toEqual([]);
});

test("two batches over the same rows in opposite order do not meet head on", async () => {
  const all = [1, 2, 3, 4, 5, 6].map((n) => ({ key: key(n) }));
  for (let round = 0; round < 5; round++) {
    await database.query("update parcel set state = 'packed'");
    const [one, two] = await Promise.all(
      [all, all.toReversed()].map((moves) =>
        run<boolean[]>((tx) => engine().advanceMany(tx, parcels, "send", { by: SYSTEM, at }, moves)),
      ),
    );
    expect(one!.filter(Boolean).length + two!.filter(Boolean).length).toBe(6);
  }
});
