import {
  accountEndpoints,
  ALL_ENDPOINTS,
  identityEndpoints,
  incomeEndpoints,
  lastingCalls,
  ledgerEndpoints,
  type Endpoints,
} from "@coralhub/contract";
import { accountCode, toShanghaiDay, type AccountCode } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { purge } from "../../platform/purge.ts";
import { createStanding } from "../certification/index.ts";
import { certified, moneyOn, minor, openAccount, payIn, until, type Desk } from "../income/income-fixture.ts";
import { drawPaper } from "../income/paper-fixture.ts";
import {
  bankWill,
  certifiedMerchant,
  bindAccount,
  citic,
  fundedAccount,
  reaches,
  rested,
  startPayouts,
  usd,
  watch,
} from "./payouts-fixture.ts";

// Each goes through several desks and banks.
vi.setConfig({ testTimeout: 60_000 });
let desk: Desk;
beforeAll(async () => void (desk = await startPayouts()));
afterAll(() => desk.close());

type Account = { merchant: TestMerchant; id: string };
const refused = (reason: string): unknown => expect.objectContaining({ reason });
const collection = (id: string) => accountCode("collection", "USD", id);
const move = (request: "close" | "freeze" | "unfreeze", { merchant, id }: Account) =>
  desk.call(
    accountEndpoints[`${request}ReceivingAccount`],
    { merchantId: merchant.userId, id, reason: request === "freeze" ? "法院来函" : "商户要求" },
    desk.reviewer,
  );
const stateOf = async (id: string) =>
  (await desk.database.query<{ state: string }>("select state from receiving_account where id = $1", [id]))[0]!.state;
const withoutStores = ({ userId }: TestMerchant) =>
  desk.database.query("update store set state = 'removed', removed_at = now() where merchant_id = $1", [userId]);
const propose = async ({ userId }: TestMerchant, from: AccountCode, to: AccountCode) =>
  (
    await desk.call(
      ledgerEndpoints.proposeAdjustment,
      { merchantId: userId, from, to, amount: usd("30.00"), memo: "补记来款" },
      desk.finance,
    )
  ).id;
const decide = ({ userId }: TestMerchant, id: string, decision: "approve" | "reject") =>
  desk.call(ledgerEndpoints.decideAdjustment, { merchantId: userId, id, decision, note: "已核对" }, desk.admin);
const adjust = async (merchant: TestMerchant, from: AccountCode, to: AccountCode) =>
  decide(merchant, await propose(merchant, from, to), "approve");
const suspense = accountCode("house.suspense", "USD");

async function emptyAccount(): Promise<Account> {
  const merchant = await certified(desk);
  return { merchant, id: (await openAccount(desk, merchant, { store: false })).id };
}

describe("fault 1: whatever asks whether a receiving account is empty counts every kind of money", () => {
  const KINDS: Record<string, () => Promise<{ account: Account; words: RegExp }>> = {
    "what lies there": async () => {
      const merchant = await certified(desk);
      const { id } = await fundedAccount(desk, merchant, "30.00");
      return { account: { merchant, id }, words: /30\.00/ };
    },
    "what is announced": async () => {
      const merchant = await certified(desk);
      const { id, number } = await openAccount(desk, merchant);
      await payIn(desk, number, "30.00", { stage: "announced" });
      return { account: { merchant, id }, words: /1 笔款项在途/ };
    },
    "what arrived and waits for somebody": async () => {
      const merchant = await certified(desk);
      const { id, number } = await openAccount(desk, merchant);
      await move("freeze", { merchant, id });
      await payIn(desk, number, "30.00");
      await until(async () => {
        const [row] = await desk.database.query(
          "select from income where merchant_id = $1 and arrived_at is not null",
          [merchant.userId],
        );
        return row;
      });
      return { account: { merchant, id }, words: /1 笔收款还在处理/ };
    },
    "a transfer from a bank's counter that nobody has found yet": async () => {
      const account = await emptyAccount();
      const { merchant, id: accountId } = account;
      const { fileId } = await desk.call(incomeEndpoints.uploadOfflineProof, { file: drawPaper() }, merchant);
      const sentOn = toShanghaiDay(desk.clock.now());
      const said = { accountId, amount: usd("30.00"), payerName: "Lanwan Trading", sentOn, proofs: [fileId] };
      await desk.call(incomeEndpoints.submitOffline, said, merchant);
      const { blockers } = await desk.call(identityEndpoints.closing, {}, merchant);
      expect(blockers.map(({ reason }) => reason).join()).toContain("1 笔线下汇款");
      return { account, words: /1 笔线下汇款/ };
    },
    "an adjustment that waits for a second person": async () => {
      const account = await emptyAccount();
      await propose(account.merchant, suspense, collection(account.id));
      return { account, words: /1 笔人工调账/ };
    },
    "what a payment took from it as a further source": async () => {
      const { account } = await paidFromTwo();
      expect(await moneyOn(desk, account.merchant, account.id)).toEqual({ available: 0n, held: 0n });
      return { account, words: /1 笔付款还没有结束/ };
    },
  };
  /** A payment under way from two accounts; the second one's part is held on the first. */
  async function paidFromTwo(): Promise<{ account: Account; payoutId: string }> {
    const merchant = await certifiedMerchant(desk);
    const [first, second] = [
      await fundedAccount(desk, merchant, "200.00"),
      await fundedAccount(desk, merchant, "100.00"),
    ];
    await bindAccount(desk, merchant);
    await rested(desk, merchant);
    await bankWill(desk, "silent");
    const parts = [
      { accountId: first.id, amount: usd("200.00") },
      { accountId: second.id, amount: usd("100.00") },
    ];
    const request = { accountId: first.id, amount: usd("300.00"), parts };
    const { id } = await desk.call(citic.apply, request, merchant);
    await desk.call(citic.sendCode, { id }, merchant);
    const verifyCode = await desk.codeSentTo(merchant.mobile);
    const { quoteId } = await desk.call(citic.trial, request, merchant);
    await desk.call(citic.confirm, { id, quoteId, verifyCode }, merchant);
    await reaches(desk, merchant, id, "processing");
    return { account: { merchant, id: second.id }, payoutId: id };
  }

  test.each(Object.keys(KINDS))("%s", async (kind) => {
    const { account, words } = await KINDS[kind]!();
    await withoutStores(account.merchant);
    await expect(move("close", account)).rejects.toEqual(
      expect.objectContaining({ reason: "account.has_money", message: expect.stringMatching(words) as string }),
    );
  });

  test("a further source that was closed all the same opens when its part comes back", async () => {
    const { account, payoutId } = await paidFromTwo();
    await desk.database.query("update receiving_account set state = 'closed', reason = '旧' where id = $1", [
      account.id,
    ]);
    const { reference } = await reaches(desk, account.merchant, payoutId, "processing");
    await desk.database.query("update sandbox_payout set state = 'refused', reason = '账户异常' where reference = $1", [
      reference,
    ]);
    desk.clock.advance({ minutes: 2 });
    await watch(desk);
    await reaches(desk, account.merchant, payoutId, "failed");
    expect(await stateOf(account.id)).toBe("payingOut");
    expect((await moneyOn(desk, account.merchant, account.id)).available).toBe(minor("100.00"));
    await bankWill(desk, "pay");
  });
});

test("fault 1: an adjustment into a closed account opens it for paying out", async () => {
  const account = await emptyAccount();
  await move("close", account);
  await adjust(account.merchant, suspense, collection(account.id));
  expect(await stateOf(account.id)).toBe("payingOut");
  expect((await moneyOn(desk, account.merchant, account.id)).available).toBe(minor("30.00"));
  // One that is turned down moves nothing.
  const other = await emptyAccount();
  await move("close", other);
  await decide(other.merchant, await propose(other.merchant, suspense, collection(other.id)), "reject");
  expect(await stateOf(other.id)).toBe("closed");
});

test("fault 1: a freeze outlives the closing, and the money that comes back", async () => {
  const account = await emptyAccount();
  await move("freeze", account);
  await move("close", account);
  expect(await stateOf(account.id)).toBe("closedFrozen");
  await adjust(account.merchant, suspense, collection(account.id));
  expect(await stateOf(account.id)).toBe("payingOutFrozen");
  const paying = desk.call(citic.trial, { accountId: account.id, amount: usd("30.00") }, account.merchant);
  await expect(paying).rejects.toBeDefined();
  await move("unfreeze", account);
  expect(await stateOf(account.id)).toBe("payingOut");
  await move("freeze", account);
  expect(await stateOf(account.id)).toBe("payingOutFrozen");
  await expect(move("close", account)).rejects.toEqual(refused("account.has_money"));
  // One that was closed while it was free can be frozen, too.
  const closed = await emptyAccount();
  await move("close", closed);
  await move("freeze", closed);
  expect(await stateOf(closed.id)).toBe("closedFrozen");
  await move("unfreeze", closed);
  expect(await stateOf(closed.id)).toBe("closed");
});

test("fault 1: a hold that begins while somebody closes the account is seen, or does not begin", async () => {
  const merchant = await certified(desk);
  const { id } = await fundedAccount(desk, merchant, "30.00", { proven: false });
  await withoutStores(merchant);
  const account = { merchant, id };
  // Somebody has locked the account to pay from it; the closing waits for the end of that and then looks.
  const { database } = desk.app.platform;
  let closing: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    const { lockAccount } = await import("../accounts/index.ts");
    await lockAccount(tx, { merchantId: merchant.userId, id }, "share");
    closing = move("close", account).then(
      () => "closed",
      (error: { reason: string }) => error.reason,
    );
    await until(async () => {
      const [waits] = await desk.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%receiving_account%for update%'`,
      );
      return waits;
    });
  });
  expect(await closing).toBe("account.has_money");
});

describe("fault 1: nobody's account with us is closed while there is money of any kind", () => {
  const blockersOf = async (merchant: TestMerchant) =>
    (await desk.call(identityEndpoints.closing, {}, merchant)).blockers.map(({ reason }) => reason).join("；");
  const of = (code: string) => code as AccountCode;
  const thing = "01890000-0000-7000-8000-000000000001";
  const CODES = {
    wallet: of("wallet:USD"),
    "card wallet": of("card_wallet:USD"),
    card: of(`card:USD:${thing}`),
    deposit: of(`deposit:USD:${thing}`),
    interest: of(`interest:USD:${thing}`),
    escrow: of(`escrow:USD:${thing}`),
    "a receiving account": collection(thing),
  };
  test("money on each kind of account, adjustments that wait, and quota that is owed", async () => {
    const merchant = await certified(desk);
    expect(await blockersOf(merchant)).toBe("");
    for (const [kind, code] of Object.entries(CODES)) {
      await adjust(merchant, suspense, code);
      expect([kind, await blockersOf(merchant)]).toEqual([kind, expect.stringContaining("30.00")]);
      await adjust(merchant, code, suspense);
      expect([kind, await blockersOf(merchant)]).toEqual([kind, ""]);
    }
    const waiting = await propose(merchant, suspense, CODES.wallet);
    expect(await blockersOf(merchant)).toContain("1 笔人工调账");
    await decide(merchant, waiting, "reject");
    const debt = of("house.quota_debt:USD");
    await adjust(merchant, debt, suspense);
    expect(await blockersOf(merchant)).toContain("还欠订单额度");
    await adjust(merchant, suspense, debt);
    expect(await blockersOf(merchant)).toBe("");
  });

  test("it is looked at in the transaction that closes, and whoever thinks again in time stays", async () => {
    const [rich, hesitant, gone] = [await certified(desk), await certified(desk), await certified(desk)];
    const due =
      "update merchant set closes_at = $2::timestamptz - interval '1 minute' where merchant_id = any($1::uuid[])";
    await desk.database.query(due, [[rich, hesitant, gone].map(({ userId }) => userId), desk.clock.now()]);
    const { platform } = desk.app;
    const run = async (name: string) => {
      await platform.database.transaction((tx) => platform.jobs.send(tx, name, {}));
      await until(async () => {
        const open = await desk.database.query(
          "select from pgboss.job where name = $1 and state not in ('completed', 'failed')",
          [name],
        );
        return open.length === 0 ? true : undefined;
      });
    };
    const closedOf = async ({ userId }: TestMerchant) =>
      (
        await desk.database.query<{ closed: boolean }>(
          "select closed_at is not null as closed from merchant where merchant_id = $1",
          [userId],
        )
      )[0]!.closed;
    await adjust(rich, suspense, CODES.wallet);
    await desk.call(identityEndpoints.cancelClosing, {}, hesitant);
    // One that cannot be closed is in nobody's way, wherever it stands in the line.
    const stuck = await certified(desk);
    await desk.database.query(due, [[stuck.userId], desk.clock.now()]);
    await desk.database.query(
      `create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
       create trigger stuck before update on merchant for each row
         when (new.closed_at is not null and new.merchant_id = '${stuck.userId}') execute function stuck()`,
    );
    await run("identity.close-accounts");
    await desk.database.query("drop function stuck cascade");
    expect(await closedOf(stuck)).toBe(false);
    expect([await closedOf(rich), await closedOf(hesitant), await closedOf(gone)]).toEqual([false, false, true]);
    // Neither a program's key nor a series moves money of the one that is gone, and nobody can pay into its wallet.
    const mayMove = createStanding(platform.database.db);
    expect([await mayMove(rich.userId), await mayMove(gone.userId)]).toEqual([true, false]);
    // Nobody puts money there any more; what came all the same reaches a desk: nobody signs in there.
    await expect(adjust(gone, suspense, CODES.wallet)).rejects.toMatchObject({ reason: "ledger.owner_closed" });
    const closedAt = "update merchant set closed_at = $2 where merchant_id = $1";
    await desk.database.query(closedAt, [gone.userId, null]);
    await adjust(gone, suspense, CODES.wallet);
    await desk.database.query(closedAt, [gone.userId, desk.clock.now()]);
    await run("identity.find-left-money");
    const alarms = await desk.call(identityEndpoints.doorAlarms, {}, desk.admin);
    expect(alarms.filter(({ kind }) => kind === "closed")).toMatchObject([
      { subject: expect.stringMatching(new RegExp(`${gone.userId}：.*30\\.00`)) as string, seenAt: null },
    ]);
  });
});

test("fault 1: what comes in while its owner's account with us is being closed is unclaimed, not trapped", async () => {
  const merchant = await certified(desk);
  const { id, number } = await openAccount(desk, merchant);
  const closing = new pg.Client({ connectionString: desk.database.url });
  await closing.connect();
  await closing.query("begin");
  await closing.query("select from merchant where merchant_id = $1 for update", [merchant.userId]);
  await closing.query("update merchant set closed_at = now() where merchant_id = $1", [merchant.userId]);
  const paying = payIn(desk, number, "30.00");
  await until(async () => {
    const [waits] = await desk.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%receiving_account%for share%'`,
    );
    return waits;
  });
  await closing.query("commit");
  await closing.end();
  await paying;
  await until(async () => {
    const [row] = await desk.database.query("select from unclaimed_income where account_number = $1", [number]);
    return row;
  });
  expect(await moneyOn(desk, merchant, id)).toEqual({ available: 0n, held: 0n });
});

// Last: it looks at everything as if a year had gone by.
test("fault 17: the key of a payment counts for good, whoever made it by which call", async () => {
  const scopes = async () =>
    (
      await desk.database.query<{ name: string }>(
        "select distinct split_part(scope, ':', 1) as name from idempotency order by 1",
      )
    ).map(({ name }) => name);
  const before = await scopes();
  expect(before).toEqual(expect.arrayContaining(["citicPayouts.apply", "citicPayouts.confirm"]));
  const { db } = desk.app.platform.database;
  await purge({ db, clock: { now: () => new Date(desk.clock.now().getTime() + 400 * 86_400_000) } });
  const lasting = lastingCalls();
  expect(await scopes()).toEqual(before.filter((name) => lasting.includes(name)));
  // By the names the server itself has for its calls: programs' too.
  expect(lasting).toEqual(
    expect.arrayContaining(["openApi.confirmPayout", "payBatches.confirm", "payouts.confirmSeries"]),
  );
  // Whatever moves money, not payments out alone.
  const moving = Object.entries<Endpoints>(ALL_ENDPOINTS).flatMap(([name, table]) =>
    Object.entries(table).flatMap(([call, { movesMoney }]) => (movesMoney ? [`${name}.${call}`] : [])),
  );
  expect(moving).toEqual(expect.arrayContaining(["openApi.repayLoan", "lending.repayLoan", "cards.fundCardWallet"]));
  expect(lasting).toEqual(expect.arrayContaining(moving));
});
