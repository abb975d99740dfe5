import {
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  messageEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { formatMoney, parseMoney, toShanghaiTime } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  act,
  booksOf,
  cardMerchant,
  issuerWill,
  openCard,
  payments,
  requireNoProblems,
  startCards,
  swipe,
  until,
  usd,
  type Desk,
} from "./cards-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());

const DAY_MS = 86_400_000;
const titles = async (merchant: TestMerchant) =>
  (await desk.call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title);
const declines = async (merchant: TestMerchant) => (await titles(merchant)).filter((title) => title.includes("被拒"));

test("a no that the issuer said for us is told to the card's owner, once: of a purchase, and of more of one", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "200.00");
  const { paymentReference } = await swipe(desk, token, "10.00");
  await issuerWill(desk, "silent");
  expect(await swipe(desk, token, "60.00")).toMatchObject({ approved: false, standIn: true });
  expect(await declines(merchant)).toEqual([expect.stringContaining("USD 60.00 被拒") as string]);
  const [told] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(told!.body).toContain("发卡方代为拒绝");
  expect(await act(desk, paymentReference, "increment", { amount: usd("70.00") })).toMatchObject({ approved: false });
  expect((await declines(merchant))[0]).toContain("USD 70.00 被拒");
  expect(await declines(merchant)).toHaveLength(2);
  await issuerWill(desk, "normal");
  // The same words again are no news.
  await act(desk, paymentReference, "repeat");
  expect(await declines(merchant)).toHaveLength(2);
  await requireNoProblems(desk);
});

test("the end of a card's time is told to its owner, with what is still on it", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { token } = await openCard(desk, merchant, "40.00");
  const expired = () =>
    desk.database.query("update sandbox_issuer_card set expires_at = '2001-01-01' where token = $1", [token]);
  await expired();
  await desk.app.platform.jobs.run("cardIssuer.tell", {});
  const [told] = (await desk.call(messageEndpoints.messages, {}, merchant)).records;
  expect(told).toMatchObject({ title: expect.stringContaining("已过期") as string });
  expect(told!.body).toContain("USD 40.00");
  await desk.app.platform.jobs.run("cardIssuer.tell", {});
  expect((await titles(merchant)).filter((title) => title.includes("已过期"))).toHaveLength(1);
});

test("nothing is filed with the network after its last day: the desk is told why, and can still say no", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { token } = await openCard(desk, merchant, "40.00");
  const { paymentReference } = await swipe(desk, token, "20.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const claim = { id: row!.id, reason: "notReceived" as const, statement: "订单约定上周交付，一直没有收到" };
  const { id } = await desk.call(calls.disputePayment, { ...claim, amount: usd("20.00") }, merchant);
  const key = { merchantId: merchant.userId, id };
  expect(await desk.call(desk_.cardDisputeCase, key, desk.finance)).toMatchObject({ filingProblem: null });
  const dueAt = new Date(desk.clock.now().getTime() - DAY_MS);
  await desk.database.query("update card_dispute set due_at = $2 where id = $1", [id, dueAt]);
  const why = expect.stringContaining(toShanghaiTime(dueAt)) as string;
  const late = await desk.call(desk_.cardDisputeCase, key, desk.finance);
  expect(late).toMatchObject({ filingProblem: why, actions: ["ask", "file", "decline"] });
  const move = (action: "file" | "decline") =>
    desk.call(desk_.moveCardDispute, { ...key, action, reason: "证据充分" }, desk.finance);
  await expect(move("file")).rejects.toMatchObject({ reason: "card.not_filable", message: why });
  expect(await booksOf(desk, merchant)).not.toHaveProperty("hold:USD:card_wallet");
  expect(await move("decline")).toEqual({ state: "declined" });
  expect(await desk.call(desk_.cardDisputeCase, key, desk.finance)).toMatchObject({ filingProblem: null });
});

test("a dispute is raised while the desk still has days to file it", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { token } = await openCard(desk, merchant, "40.00");
  const { paymentReference } = await swipe(desk, token, "20.00");
  await act(desk, paymentReference, "settle");
  const [row] = await payments(desk, merchant);
  const settledBefore = (days: number) =>
    desk.database.query("update card_payment set settled_at = $2 where id = $1", [
      row!.id,
      new Date(desk.clock.now().getTime() - days * DAY_MS),
    ]);
  const claim = (reason: "notReceived" | "duplicate") =>
    desk.call(
      calls.disputePayment,
      { id: row!.id, reason, statement: "订单约定上周交付，一直没有收到", amount: usd("20.00") },
      merchant,
    );
  const refusedWith = (words: string) => ({
    reason: "card.not_disputable",
    message: expect.stringContaining(words) as string,
  });
  await settledBefore(116);
  await expect(claim("notReceived")).rejects.toMatchObject(refusedWith("清算已超过 115 天"));
  await settledBefore(86);
  await expect(claim("duplicate")).rejects.toMatchObject(refusedWith("清算后 85 天内"));
  await settledBefore(114);
  const { id, dueAt } = await claim("notReceived");
  // The network's own last day, not the merchant's.
  expect(dueAt!.getTime() - desk.clock.now().getTime()).toBeGreaterThan(5 * DAY_MS);
  const key = { merchantId: merchant.userId, id };
  expect(await desk.call(desk_.cardDisputeCase, key, desk.finance)).toMatchObject({ filingProblem: null });
});

test("no button raises a card's limit of one purchase beyond the programme's own", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const limits = { perTransaction: usd("10.00"), day: null, month: null, life: null };
  const { id } = await openCard(desk, merchant, "200.00", { controls: { limits } });
  const { perTransaction: most } = await desk.call(desk_.cardProgramme, {}, desk.finance);
  const helpFor = async (minor: bigint) => {
    const trial = { id, amount: { ...most, minor }, shopName: "FACEBK ADS", category: "advertising" as const };
    const { remedies } = await desk.call(calls.simulateCard, trial, merchant);
    return remedies.filter(({ rule }) => rule === "perTransaction").map(({ kind }) => kind);
  };
  expect(await helpFor(most.minor)).toEqual(["raiseLimit"]);
  expect(await helpFor(most.minor + 1n)).toEqual(["contact"]);
});

test("a currency's limit names what would do, and a no says which rule each button is for", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const controls = {
    currencies: [{ currency: "JPY" as const, perTransaction: parseMoney("3000", "JPY") }],
    countries: { mode: "only" as const, items: ["US"] },
  };
  const { id } = await openCard(desk, merchant, "200.00", { controls });
  const yen = parseMoney("5000", "JPY");
  const trial: CallInput<typeof calls.simulateCard.input> = {
    id,
    amount: yen,
    shopName: "SHOP",
    country: "JP",
    category: "advertising",
  };
  const { remedies } = await desk.call(calls.simulateCard, trial, merchant);
  expect(remedies).toEqual([
    { kind: "allowCountry", item: "JP", rule: "countries" },
    { kind: "allowCurrency", item: "JPY", amount: yen, limit: "perTransaction", rule: "currencies" },
  ]);
  const other = await desk.call(calls.simulateCard, { ...trial, amount: parseMoney("9.00", "EUR") }, merchant);
  expect(other.remedies[1]).toEqual({
    kind: "allowCurrency",
    item: "EUR",
    amount: parseMoney("9.00", "EUR"),
    rule: "currencies",
  });
});

test("a card's declines name every rule that said no, those that nothing helps against too", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id, token } = await openCard(desk, merchant, "40.00");
  await swipe(desk, token, "60.00", { shopName: "ATM", code: "6011" });
  const { declines: found } = await desk.call(calls.card, { id }, merchant);
  expect(found[0]!.against.map(({ rule }) => rule)).toEqual(["programme", "balance"]);
  expect(found[0]!.remedies.map(({ rule }) => rule)).toEqual(["balance"]);
});

test("a group that is taken away while somebody saves it is not made anew", async () => {
  const merchant = await cardMerchant(desk, "0.00");
  const limits = { day: null, month: usd("500.00"), life: null };
  const { id } = await desk.call(calls.saveCardBook, { id: null, name: "北美广告", limits }, merchant);
  const removing = new pg.Client({ connectionString: desk.database.url });
  await removing.connect();
  await removing.query("begin");
  await removing.query("delete from card_book where id = $1", [id]);
  const saving = desk.call(calls.saveCardBook, { id, name: "北美广告二", limits }, merchant).then(
    () => "saved",
    (error: { reason: string }) => error.reason,
  );
  await until(async () => {
    const [waits] = await desk.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%card_book%'",
    );
    return waits;
  });
  await removing.query("commit");
  await removing.end();
  expect(await saving).toBe("not_found");
  expect(await desk.call(calls.cardBooks, {}, merchant)).toEqual([]);
});

async function underAlarm<T>(act_: () => Promise<T>): Promise<T> {
  await desk.database.query(
    `insert into ledger_alarm (id, rule, subject, detail, raised_at, last_seen_at)
     values (gen_random_uuid(), 'sum', 'card ends', '{}', now(), now())`,
  );
  try {
    return await act_();
  } finally {
    await desk.database.query("delete from ledger_alarm where subject = 'card ends'");
  }
}

test("while the books are looked into a card that became low is told about, and not filled up by itself", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id, token } = await openCard(desk, merchant, "20.00", {
    controls: {
      autoTopUp: { below: usd("10.00"), to: usd("50.00"), timesPerMonth: 3 },
      warnBelow: usd("10.00"),
    },
  });
  const { paymentReference } = await swipe(desk, token, "8.00");
  await underAlarm(async () => {
    await act(desk, paymentReference, "settle", { amount: usd("12.00") });
    // Told in the very transaction that would have filled it up.
    await until(async () => ((await titles(merchant)).some((title) => title.includes("余额低于")) ? true : undefined));
    expect(formatMoney((await desk.call(calls.cardBalance, { id }, merchant)).balance)).toBe("8.00");
  });
});

test("while the books are looked into a card can be closed, and its money follows; no new one takes its place", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id, token } = await openCard(desk, merchant, "40.00");
  const before = await booksOf(desk, merchant);
  await underAlarm(async () => {
    const stopped = { reason: "ledger.payouts_stopped" };
    await expect(desk.call(calls.replaceCard, { id }, merchant)).rejects.toMatchObject(stopped);
    await expect(
      desk.call(calls.unloadCard, { cardId: id, rechargeAmount: usd("1.00") }, merchant),
    ).rejects.toMatchObject(stopped);
    expect(await desk.call(calls.closeCard, { id }, merchant)).toEqual({ id, cardStatus: "closing" });
    expect(await booksOf(desk, merchant)).toEqual(before);
    expect((await swipe(desk, token, "1.00")).approved).toBe(false);
    await desk.database.query("update card set changed_at = changed_at - interval '1 hour' where id = $1", [id]);
    await desk.app.platform.jobs.run("cards.watch", {});
    expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe("closing");
    expect(await booksOf(desk, merchant)).toEqual(before);
  });
  await desk.app.platform.jobs.run("cards.watch", {});
  expect((await desk.call(calls.card, { id }, merchant)).cardStatus).toBe("closed");
  const { available } = await desk.call(calls.cardWallet, {}, merchant);
  expect(formatMoney(available)).toBe("99.00");
  await requireNoProblems(desk);
});
