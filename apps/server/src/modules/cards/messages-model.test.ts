import { cardEndpoints as calls, cardIssuerEndpoints as issuer } from "@coralhub/contract";
import { formatMoney, parseMoney, toShanghaiDay, type CardMessageKind } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentMessage } from "../../rails/card-issuer/index.ts";
import {
  act,
  booksOf,
  cardMerchant,
  cardProblems,
  openCard,
  payments,
  startCards,
  swipe,
  usd,
  type Desk,
} from "./cards-fixture.ts";
import { addsUp, statement, takerOf } from "./issuer-words-fixture.ts";

let desk: Desk;
beforeAll(async () => void (desk = await startCards()));
afterAll(() => desk.close());

const group = async (merchant: TestMerchant, name: string, day: string | null = null) => {
  const limits = { day: day === null ? null : usd(day), month: null, life: null };
  return (await desk.call(calls.saveCardBook, { id: null, name, limits }, merchant)).id;
};

test("the issuer's yes after our no: the purchase is authorised again, and its settlement ends it", async () => {
  const { take } = await takerOf(desk);
  const merchant = await cardMerchant(desk, "121.00");
  const { token } = await openCard(desk, merchant, "20.00");
  const amount = usd("50.00");
  const shop = { id: "S", name: "SHOP", code: "7311", country: "US" };
  const about = { token, networkId: "LATE-1", amount, original: amount, shop, partial: false, final: true };
  const message = (kind: CardMessageKind): PaymentMessage => ({
    ...about,
    id: `LATE-${kind}`,
    kind,
    at: desk.clock.now(),
    approved: true,
    adviceOf: null,
    refundOf: null,
  });
  const state = async () => (await payments(desk, merchant))[0]!.state;
  expect((await take(message("authorisation"))).approved).toBe(false);
  expect(await state()).toBe("declined");
  await take(message("advice"));
  expect(await state()).toBe("authorised");
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(5000n);
  await statement(desk, message("settlement"));
  await take(message("settlement"));
  expect(await state()).toBe("settled");
  await addsUp(desk, merchant, 12_100n);
});

test(
  "many swipes at once through the sandbox's issuer never pass a limit, and settle to the cent",
  { timeout: 60_000 },
  async () => {
    const merchant = await cardMerchant(desk, "301.00");
    const limits = { perTransaction: null, day: usd("150.00"), month: usd("120.00"), life: null };
    const { id, token } = await openCard(desk, merchant, "300.00", { controls: { limits } });
    await swipe(desk, token, "1.00");
    const answers = await Promise.all(Array.from({ length: 15 }, () => swipe(desk, token, "10.00")));
    const approved = answers.filter((answer) => answer.approved);
    expect(approved).toHaveLength(11);
    await Promise.all(approved.map(({ paymentReference }) => act(desk, paymentReference, "settle")));
    const { spent, balance } = await desk.call(calls.card, { id }, merchant);
    expect([spent.month, balance].map(formatMoney)).toEqual(["111.00", "189.00"]);
    expect((await desk.call(issuer.issuerPayments, {}, desk.admin)).length).toBeGreaterThan(15);
    await addsUp(desk, merchant, 30_100n);
  },
);

/** What an issuer says about a purchase at one shop. */
const saying = (said: Pick<PaymentMessage, "id" | "kind" | "token" | "networkId">, amount: string): PaymentMessage => ({
  ...said,
  amount: usd(amount),
  original: usd(amount),
  shop: { id: "S", name: "SHOP", code: "7311", country: "US" },
  at: desk.clock.now(),
  partial: false,
  final: true,
  approved: true,
  adviceOf: null,
  refundOf: null,
});

/** The issuer's messages about purchases at one shop, one after the other. */
async function teller(token: string) {
  const { take } = await takerOf(desk);
  const series = crypto.randomUUID();
  let told = 0;
  return async (kind: CardMessageKind, networkId: string, amount: string, more: Partial<PaymentMessage> = {}) => {
    const id = `${series}-${String(++told).padStart(3, "0")}`;
    const message = { ...saying({ id, kind, token, networkId }, amount), ...more };
    await statement(desk, message);
    return take(message);
  };
}

test("a card moves to another group: its purchase, more of it and its refund count where it began", async () => {
  const merchant = await cardMerchant(desk, "401.00");
  const small = await group(merchant, "小组", "50.00");
  const large = await group(merchant, "大组", "500.00");
  const { id, token } = await openCard(desk, merchant, "300.00");
  await desk.call(calls.updateCard, { id, bookId: small }, merchant);
  const tell = await teller(token);
  expect(await tell("authorisation", "GROUP-1", "40.00")).toMatchObject({ approved: true });
  await desk.call(calls.updateCard, { id, bookId: large }, merchant);
  expect(await tell("increment", "GROUP-1", "20.00")).toMatchObject({ approved: false, code: "61" });
  const [row] = await payments(desk, merchant);
  const declined = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
  expect(declined.decision).toMatchObject({ approved: false, code: "61" });
  expect(declined.decision!.sentence).toContain("卡组「小组」今天共用上限 USD 50.00，还可花 USD 10.00");
  expect(declined.decision!.trace.find(({ rule }) => rule === "bookDay")!.sentence).toContain("小组");
  expect(await tell("increment", "GROUP-1", "10.00")).toMatchObject({ approved: true });
  // The last decision counts, and each is kept with its rules.
  expect((await desk.call(calls.cardTransaction, { id: row!.id }, merchant)).decision).toMatchObject({
    approved: true,
    remedies: [],
  });
  expect(await keptDecisions(row!.id)).toEqual(["true", "false", "true"]);
  await tell("settlement", "GROUP-1", "50.00");
  await tell("refund", "GROUP-1R", "50.00", { refundOf: "GROUP-1" });
  // In the new group nothing was spent, so nothing came back there.
  const spent = await desk.database.query<{ name: string; used: string }>(
    `select b.name, coalesce(s.used_minor, 0)::text as used from card_book b left join card_spend s
       on s.merchant_id = b.merchant_id and s.subject_id = b.id and s.period = 'life' where b.merchant_id = $1`,
    [merchant.userId],
  );
  expect(spent.map(({ name, used }) => `${name} ${used}`).toSorted()).toEqual(["大组 0", "小组 0"]);
  // Only looked at under one group, charged under another: it counts where it is charged.
  await desk.call(calls.updateCard, { id, bookId: small }, merchant);
  expect(await tell("authorisation", "GROUP-2", "0.00")).toMatchObject({ approved: true });
  await desk.call(calls.updateCard, { id, bookId: large }, merchant);
  const charged = await tell("authorisation", "GROUP-2", "80.00");
  expect([charged.approved, charged.amount?.minor]).toEqual([true, 8000n]);
  expect(await cardProblems(desk)).toEqual([]);
});

/** Whether we said yes, decision by decision: the purchase's own, then what was decided about more of it. */
async function keptDecisions(paymentId: string): Promise<string[]> {
  const rows = await desk.database.query<{ yes: string }>(
    `select (rule is null)::text as yes, 0 as place, '' as message from card_payment where id = $1 and trace is not null
     union all select decision ->> 'approved', 1, message_id from card_message
      where payment_id = $1 and jsonb_array_length(decision -> 'trace') > 0 order by place, message`,
    [paymentId],
  );
  return rows.map(({ yes }) => yes);
}

test("what was decided in our place about more of a purchase leaves the purchase as it is", async () => {
  const merchant = await cardMerchant(desk, "401.00");
  const { token } = await openCard(desk, merchant, "300.00");
  const tell = await teller(token);
  const held = async () => (await booksOf(desk, merchant))["hold:USD:card:id"];
  await tell("authorisation", "STAND-1", "30.00");
  // We never heard the question: the no takes nothing away, the yes holds more, and the question itself is answered so.
  await tell("advice", "STAND-1", "60.00", { approved: false, adviceOf: "Q-NO" });
  expect(await held()).toBe(3000n);
  await tell("advice", "STAND-1", "20.00", { adviceOf: "Q-YES" });
  expect(await held()).toBe(5000n);
  expect(await tell("increment", "STAND-1", "60.00", { id: "Q-NO" })).toMatchObject({ approved: false, code: "91" });
  expect(await tell("increment", "STAND-1", "20.00", { id: "Q-YES" })).toMatchObject({ approved: true });
  expect(await held()).toBe(5000n);
  // Our own yes came too late: what it holds goes back, and no more.
  expect(await tell("increment", "STAND-1", "15.00", { id: "Q-LATE" })).toMatchObject({ approved: true });
  await tell("advice", "STAND-1", "15.00", { approved: false, adviceOf: "Q-LATE" });
  expect(await held()).toBe(5000n);
  expect((await payments(desk, merchant))[0]).toMatchObject({ state: "authorised" });
  await tell("settlement", "STAND-1", "50.00");
  expect(await cardProblems(desk)).toEqual([]);
});

test("the issuer's yes after the card was only looked at holds the purchase, where and when it is charged", async () => {
  const merchant = await cardMerchant(desk, "401.00");
  const groups = [await group(merchant, "先看的"), await group(merchant, "扣款的")];
  const { id, token } = await openCard(desk, merchant, "300.00");
  const tell = await teller(token);
  const held = async () => (await booksOf(desk, merchant))["hold:USD:card:id"];
  // About no question, about one we never heard, and about itself, which is none.
  for (const [n, adviceOf] of [null, "Q-LOOK", "Q-SELF"].entries()) {
    const networkId = `LOOK-${n}`;
    await desk.call(calls.updateCard, { id, bookId: groups[0]! }, merchant);
    expect(await tell("authorisation", networkId, "0.00")).toMatchObject({ approved: true });
    await desk.call(calls.updateCard, { id, bookId: groups[1]! }, merchant);
    await tell("advice", networkId, "30.00", { adviceOf, ...(n === 2 && { id: "Q-SELF" }) });
    expect(await held()).toBe(3000n);
    const [row] = await desk.database.query(
      `select state, book_id, held_minor::text as held, original_minor::text as original from card_payment
       where merchant_id = $1 and network_id = $2`,
      [merchant.userId, networkId],
    );
    expect(row).toEqual({ state: "authorised", book_id: groups[1], held: "3000", original: "3000" });
    await tell("settlement", networkId, "30.00");
    expect(await held()).toBeUndefined();
  }
  // The shop took it back before it was told of: nothing is held.
  await tell("authorisation", "LOOK-BACK", "0.00");
  await tell("reversal", "LOOK-BACK", "20.00");
  await tell("advice", "LOOK-BACK", "20.00");
  expect(await held()).toBeUndefined();
  expect(await cardProblems(desk)).toEqual([]);
});

test("an amount in another currency than the card's moves nothing, whatever tells it", async () => {
  const merchant = await cardMerchant(desk, "201.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const tell = await teller(token);
  const euros = { amount: parseMoney("10.00", "EUR"), original: parseMoney("10.00", "EUR") };
  const no = { approved: false, code: "12", amount: null };
  // The first purchase is looked at slowly, a later one quickly.
  expect(await tell("authorisation", "EURO-1", "10.00", euros)).toMatchObject(no);
  await tell("authorisation", "EURO-2", "30.00");
  expect(await tell("authorisation", "EURO-3", "10.00", euros)).toMatchObject(no);
  expect(await tell("increment", "EURO-2", "10.00", euros)).toMatchObject(no);
  const before = await booksOf(desk, merchant);
  for (const kind of ["advice", "reversal", "settlement", "refund"] as const) {
    const refused = expect.objectContaining({ reason: "card.notice_wrong" }) as unknown;
    await expect(tell(kind, kind === "refund" ? "EURO-2R" : "EURO-2", "10.00", euros)).rejects.toEqual(refused);
  }
  expect(await booksOf(desk, merchant)).toEqual(before);
  expect(before["hold:USD:card:id"]).toBe(3000n);
});

test("a card put out of sight: what its shops settle and refund later still counts", async () => {
  const merchant = await cardMerchant(desk, "201.00");
  const { id, token } = await openCard(desk, merchant, "100.00");
  const tell = await teller(token);
  await tell("authorisation", "GONE-1", "30.00");
  await tell("settlement", "GONE-1", "30.00");
  await desk.call(calls.closeCard, { id }, merchant);
  await desk.call(calls.deleteCard, { id }, merchant);
  expect(await tell("settlement", "GONE-2", "5.00")).toMatchObject({ outcome: "done" });
  expect(await tell("refund", "GONE-1R", "30.00", { refundOf: "GONE-1" })).toMatchObject({ outcome: "done" });
  expect((await booksOf(desk, merchant))["card_wallet:USD"]).toBe(19_500n);
  expect(await tell("authorisation", "GONE-3", "1.00")).toMatchObject({ approved: false, code: "46" });
  expect(await cardProblems(desk)).toEqual([]);
});

test("a lock that is lifted begins anew with the next shop, not with more of an old purchase", async () => {
  const merchant = await cardMerchant(desk, "201.00");
  const { id, token } = await openCard(desk, merchant, "100.00", { controls: { lockToFirst: true } });
  const tell = await teller(token);
  const at = (name: string) => ({ shop: { id: name, name, code: "7311", country: "US" } });
  await tell("authorisation", "LOCK-1", "5.00", at("FIRST"));
  expect(await tell("authorisation", "LOCK-2", "5.00", at("SECOND"))).toMatchObject({ approved: false });
  await desk.call(calls.setCardControls, { id, controls: {}, unlock: true }, merchant);
  expect(await tell("increment", "LOCK-1", "5.00", at("FIRST"))).toMatchObject({ approved: true });
  expect(await tell("authorisation", "LOCK-3", "5.00", at("SECOND"))).toMatchObject({ approved: true });
  expect(await tell("authorisation", "LOCK-4", "5.00", at("FIRST"))).toMatchObject({ approved: false, code: "57" });
  expect((await desk.call(calls.card, { id }, merchant)).firstShop).toBe("SECOND");
});

test("more of a purchase keeps to the limit of one purchase and to its first day's, and is that card's alone", async () => {
  const { take } = await takerOf(desk);
  const merchant = await cardMerchant(desk, "401.00");
  const controls = {
    limits: { perTransaction: usd("70.00"), day: usd("60.00"), month: null, life: null },
    currencies: [{ currency: "USD" as const, perTransaction: usd("65.00") }],
  };
  const { token } = await openCard(desk, merchant, "200.00", { controls });
  const other = await openCard(desk, merchant, "100.00", { cardName: "另一张" });
  let told = 0;
  const tell = (kind: CardMessageKind, networkId: string, amount: string, by = token) =>
    take(saying({ id: `MORE-${++told}`, kind, token: by, networkId }, amount));
  const firstDay = toShanghaiDay(desk.clock.now());
  expect(await tell("authorisation", "DAY-1", "40.00")).toMatchObject({ approved: true });
  // Another card's message about it moves nothing.
  expect(await tell("increment", "DAY-1", "5.00", other.token)).toMatchObject({ outcome: "unknown", code: "12" });
  expect(await tell("authorisation", "DAY-1", "5.00", other.token)).toMatchObject({ approved: false, code: "12" });
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(4000n);

  desk.clock.advance({ hours: 24 });
  expect(await tell("increment", "DAY-1", "25.00")).toMatchObject({ approved: false, code: "61" });
  expect(await tell("increment", "DAY-1", "20.00")).toMatchObject({ approved: true, code: "00" });
  expect(await tell("authorisation", "DAY-2", "60.00")).toMatchObject({ approved: true });
  const sentenceOf = async (networkId: string) =>
    (
      await desk.database.query<{ sentence: string }>(
        `select m.note as sentence from card_message m join card_payment p on p.id = m.payment_id
         where p.network_id = $1 and m.outcome = 'declined' order by m.message_id desc`,
        [networkId],
      )
    )[0]!.sentence;
  expect(await sentenceOf("DAY-1")).toContain(`${firstDay} 上限 USD 60.00，还可花 USD 20.00`);
  expect(await tell("increment", "DAY-2", "6.00")).toMatchObject({ approved: false });
  expect(await sentenceOf("DAY-2")).toContain("USD 单笔上限 USD 65.00，这笔连同之前的要 USD 66.00");
  expect(await cardProblems(desk)).toEqual([]);
});
