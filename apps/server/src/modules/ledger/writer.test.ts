import { Refusal, type RefusalName } from "@coralhub/contract";
import { accountCode, holdCode, moneyOf, transfer } from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import type { Posting, Receipt } from "./posting.ts";

let ledger: LedgerFixture;
let merchantId: string;
beforeAll(async () => {
  ledger = await createLedgerFixture();
  await ledger.database.query("create table business (merchant_id uuid, id int, primary key (merchant_id, id))");
  await ledger.database.query("grant select, insert on business to coralhub_app");
});
afterAll(() => ledger.close());
beforeEach(async () => {
  merchantId = ledger.ids.next();
  await ledger.writer.post({ merchantId, key: "fund", reason: "income.credited", transfers: [fund(100_00n)] });
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");
const usd = (minor: bigint) => moneyOf("USD", minor);
const fund = (minor: bigint) => transfer(nostro, wallet, usd(minor));
const move = (key: string, minor: bigint, more: Partial<Posting> = {}): Posting => ({
  merchantId,
  key,
  reason: "card.funded",
  transfers: [transfer(wallet, cards, usd(minor))],
  ...more,
});
const business = (id: number) => ({
  statement: "insert into business select * from unnest($1::uuid[], $2::int[])",
  values: [merchantId, String(id)],
});
const refusedWith = (reason: RefusalName): unknown => expect.objectContaining({ name: "Refusal", reason });
const balance = async (code: string) => {
  const rows = await ledger.asApp<{ balance: string }>(
    "select balance::text from ledger_account where merchant_id = $1 and code = $2",
    [merchantId, code],
  );
  return BigInt(rows[0]?.balance ?? 0);
};

test("moves money and tells both balances", async () => {
  const receipt = await ledger.writer.post(move("a", 30_00n));
  expect(receipt).toMatchObject({
    replayed: false,
    lines: [{ from: wallet, to: cards, amount: usd(30_00n), fromBalance: usd(70_00n), toBalance: usd(30_00n) }],
  });
  expect(await balance(wallet)).toBe(70_00n);
});

test("linked transfers post together or not at all", async () => {
  const linked = (key: string, minor: bigint) =>
    move(key, minor, { transfers: [transfer(wallet, cards, usd(minor)), transfer(wallet, fees, usd(1_00n))] });
  await expect(ledger.writer.post(linked("a", 99_50n))).rejects.toEqual(refusedWith("ledger.insufficient_funds"));
  expect(await balance(wallet)).toBe(100_00n);
  await ledger.writer.post(linked("b", 99_00n));
  expect([await balance(wallet), await balance(fees)]).toEqual([0n, 1_00n]);
});

test("the same key gives the same receipt, another content is refused", async () => {
  const first = await ledger.writer.post(move("a", 10_00n));
  const again = await ledger.writer.post(move("a", 10_00n));
  expect(again).toEqual({ ...first, replayed: true });
  await expect(ledger.writer.post(move("a", 10_01n))).rejects.toEqual(refusedWith("ledger.key_reused"));
  expect(await balance(cards)).toBe(10_00n);
});

test("a storm of the same key posts once; a refusal in the batch touches nobody else", async () => {
  const attempts = [
    ...Array.from({ length: 20 }, () => ledger.writer.post(move("same", 1_00n))),
    ledger.writer.post(move("too-much", 1_000_00n)).catch((error: unknown) => error),
    ...Array.from({ length: 20 }, (_, i) => ledger.writer.post(move(`own:${i}`, 1_00n))),
  ];
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  expect((results[20] as PromiseFulfilledResult<unknown>).value).toBeInstanceOf(Refusal);
  expect(await balance(cards)).toBe(21_00n);
});

test("an overdraft among many is refused alone", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => ledger.writer.post(move(`k${i}`, 7_00n))),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(16);
  for (const { reason } of refused) expect(reason).toEqual(refusedWith("ledger.insufficient_funds"));
  expect((refused[0]!.reason as Refusal).message).toBe("余额不足，可用余额 2.00 USD，请减少金额后重试");
  expect(await balance(wallet)).toBe(2_00n);
});

test("business rows commit with the posting, and one that cannot be written fails alone", async () => {
  await ledger.writer.post(move("first", 1_00n, { business: [business(1)] }));
  const results = await Promise.allSettled([
    ledger.writer.post(move("good", 1_00n, { business: [business(2)] })),
    ledger.writer.post(move("twice", 1_00n, { business: [business(1)] })),
    ledger.writer.post(move("poor", 900_00n, { business: [business(3)] })),
    ledger.writer.post(move("plain", 1_00n)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(await balance(cards)).toBe(3_00n);
  const rows = await ledger.asApp<{ id: number }>("select id from business where merchant_id = $1 order by id", [
    merchantId,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});

test("a hold is posted in part and released for the rest, once", async () => {
  const held = holdCode(wallet);
  const hold = await ledger.writer.post(
    move("hold", 0n, { reason: "payout.requested", transfers: [transfer(wallet, held, usd(40_00n))] }),
  );
  const resolve = (key: string) =>
    move(key, 0n, {
      reason: "payout.settled",
      resolves: hold.postingId,
      transfers: [
        transfer(held, nostro, usd(30_00n)),
        transfer(held, fees, usd(1_00n)),
        transfer(held, wallet, usd(9_00n)),
      ],
    });
  const results = await Promise.allSettled([ledger.writer.post(resolve("r1")), ledger.writer.post(resolve("r2"))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect((results[1] as PromiseRejectedResult).reason).toEqual(refusedWith("ledger.hold_resolved"));
  expect([await balance(wallet), await balance(held)]).toEqual([69_00n, 0n]);
});

test("a reversal takes back once", async () => {
  const sent = await ledger.writer.post(move("sent", 40_00n));
  const back = (key: string) =>
    move(key, 0n, {
      reason: "payout.returned",
      reverses: sent.postingId,
      transfers: [transfer(cards, wallet, usd(40_00n))],
    });
  await ledger.writer.post(back("b1"));
  await expect(ledger.writer.post(back("b2"))).rejects.toEqual(refusedWith("ledger.already_reversed"));
  expect(await balance(wallet)).toBe(100_00n);
});

test("posts in the caller's transaction, and disappears with it", async () => {
  await expect(
    ledger.transaction(async (tx) => {
      await ledger.writer.postIn(tx, [move("gone", 5_00n, { business: [business(9)] })]);
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  expect(await balance(cards)).toBe(0n);
  const [receipt] = await ledger.transaction((tx) => ledger.writer.postIn(tx, [move("gone", 5_00n)]));
  expect(receipt!.replayed).toBe(false);
  const [again] = await ledger.transaction((tx) => ledger.writer.postIn(tx, [move("gone", 5_00n)]));
  expect(again).toEqual({ ...receipt, replayed: true });
  await expect(ledger.transaction((tx) => ledger.writer.postIn(tx, [move("b", 900_00n)]))).rejects.toBeInstanceOf(
    Refusal,
  );
});

test("postings over two merchants: both or none, from both sides at once", async () => {
  const other = ledger.ids.next();
  const clearing = accountCode("house.clearing", "USD", "internal");
  const pay = (key: string, from: string, to: string, minor: bigint): Posting[] => [
    { merchantId: from, key, reason: "wallet.transfer", transfers: [transfer(wallet, clearing, usd(minor))] },
    { merchantId: to, key, reason: "wallet.transfer", transfers: [transfer(clearing, wallet, usd(minor))] },
  ];
  await ledger.writer.postTogether(pay("p0", merchantId, other, 50_00n));
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => [
      ledger.writer.postTogether(pay(`out:${i}`, merchantId, other, 1_00n)),
      ledger.writer.postTogether(pay(`in:${i}`, other, merchantId, 1_00n)),
    ]).flat(),
  );
  expect(await balance(wallet)).toBe(50_00n);
  await expect(ledger.writer.postTogether(pay("no", merchantId, other, 51_00n))).rejects.toBeInstanceOf(Refusal);
  expect(await balance(wallet)).toBe(50_00n);
});

test("nothing is lost or doubled when backends are killed in the middle", async () => {
  let killed = 0;
  const kill = async () => {
    const rows = await ledger.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and query ~ 'ledger_(lock|write)|commit' and state <> 'idle'`,
    );
    killed += rows.length;
  };
  const posted: Receipt[] = [];
  for (let round = 0; round < 200 && (killed < 5 || round < 20); round++) {
    const posting = Array.from({ length: 5 }, (_, i) => ledger.writer.post(move(`k:${round}:${i}`, 1n)));
    await kill();
    posted.push(...(await Promise.all(posting)));
  }
  expect(killed).toBeGreaterThan(0);
  expect(new Set(posted.map(({ postingId }) => postingId)).size).toBe(posted.length);
  expect(posted.every(({ replayed }) => !replayed)).toBe(true);
  // The last kill may reach a connection only when this look takes it from the pool: the next look takes another.
  const look = () => balance(cards).catch(() => null);
  await expect.poll(look).toBe(BigInt(posted.length));
});

test("mistakes of the calling code are told apart from refusals", async () => {
  const wrong: Posting[] = [
    move("", 1n),
    move("bad key", 1n),
    move("a", 0n),
    move("a", 10n ** 15n + 1n),
    move("a", 1n, { transfers: [] }),
    move("a", 1n, { merchantId: "me" }),
    move("a", 1n, { transfers: [{ from: wallet, to: accountCode("wallet", "EUR"), amount: usd(1n) }] }),
    move("a", 1n, { transfers: [{ from: wallet, to: wallet, amount: usd(1n) }] }),
    move("a", 1n, { resolves: "x", reverses: "y" }),
  ];
  for (const posting of wrong) await expect(ledger.writer.post(posting)).rejects.toThrow(RangeError);
});
