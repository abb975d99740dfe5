import {
  cardDeskEndpoints as desk_,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  type CallOutput,
} from "@coralhub/contract";
import { formatMoney, toShanghaiDay } from "@coralhub/domain";
import { createRunningClock } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act, cardMerchant, openCard, payments, startCards, swipe, until, usd, type Desk } from "../cards-fixture.ts";

const HOUR_MS = 3_600_000;
let desk: Desk;
beforeAll(async () => {
  const clock = createRunningClock();
  // Noon in Beijing, far from any day's end.
  clock.set(`${toShanghaiDay(new Date(Date.now() + 24 * HOUR_MS))}T12:00:00+08:00`);
  desk = await startCards({ clock });
});
afterAll(() => desk.close());

type Found = CallOutput<typeof desk_.cardReconciliation.output>;
const look = (days = 14) => desk.call(desk_.cardReconciliation, { days }, desk.reviewer);
const words = (rows: Found["differences"]) =>
  rows.map(({ reference, ours, theirs }) => [reference, ours && formatMoney(ours), theirs && formatMoney(theirs)]);
const sums = ({ days }: Found) =>
  days.map(({ day, ours, theirs, count }) => [day, formatMoney(ours), formatMoney(theirs), count]);

/** A purchase that is settled; answers the settlement's own number. */
async function settled(token: string, amount: string): Promise<string> {
  const { paymentReference } = await swipe(desk, token, amount);
  await act(desk, paymentReference, "settle");
  const [row] = await desk.database.query<{ id: string }>(
    `select m.message_id as id from card_message m join card_payment p on p.id = m.payment_id
     where p.network_id = $1 and m.kind = 'settlement'`,
    [paymentReference],
  );
  return row!.id;
}
const heard = (reference: string, at: Date) =>
  desk.database.query("update card_message set at = $2 where message_id = $1", [reference, at]);
const booked = (reference: string, at: Date) =>
  desk.database.query("update sandbox_statement_line set booked_at = $2 where reference = $1", [reference, at]);

test("what a dispute brings back and loses again is compared like any other movement", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  await settled(token, "40.00");
  const [row] = await payments(desk, merchant);
  const claim = { id: row!.id, reason: "notReceived" as const, statement: "订单约定上周交付，一直没有收到" };
  const { id } = await desk.call(calls.disputePayment, { ...claim, amount: usd("40.00") }, merchant);
  const file = { merchantId: merchant.userId, id, action: "file" as const, reason: "证据充分" };
  await desk.call(desk_.moveCardDispute, file, desk.finance);
  await until(async () => {
    await desk.app.platform.outbox.deliverDue();
    const { held } = await desk.call(calls.cardWallet, {}, merchant);
    return held.minor > 0n ? true : undefined;
  });
  const today = toShanghaiDay(desk.clock.now());
  const credited = await look();
  expect([credited.differences, credited.underWay]).toEqual([[], []]);
  expect(sums(credited)).toEqual([[today, "0.00", "0.00", 2]]);
  await desk.call(issuer.answerChargeback, { disputeId: id, answer: "lose", note: "对方有凭证" }, desk.admin);
  const lost = await look();
  expect([lost.differences, lost.underWay]).toEqual([[], []]);
  expect(sums(lost)).toEqual([[today, "-40.00", "-40.00", 3]]);

  // A credit the issuer took back without a word to us: young, it may still come; later it is a difference.
  const silent = `CB${id}-CBR`;
  await desk.database.query("update card_dispute set lost_at = null where id = $1", [id]);
  expect(words((await look()).underWay)).toEqual([[silent, null, "-40.00"]]);
  await booked(silent, new Date(desk.clock.now().getTime() - 2 * HOUR_MS));
  const later = await look();
  expect([words(later.differences), later.underWay]).toEqual([[[silent, null, "-40.00"]], []]);
  await desk.database.query("delete from sandbox_statement_line where reference = $1", [silent]);
  expect((await look()).differences).toEqual([]);
});

test("what one side booked before the first day and the other on it is no difference, on whichever day it counts", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const [late, early, old, lost] = [
    await settled(token, "11.00"),
    await settled(token, "12.00"),
    await settled(token, "13.00"),
    await settled(token, "14.00"),
  ];
  const now = desk.clock.now().getTime();
  // The first day of three, in Beijing.
  const start = new Date(`${toShanghaiDay(new Date(now - 2 * 24 * HOUR_MS))}T00:00:00+08:00`).getTime();
  const [before, after] = [new Date(start - 1000), new Date(start + 1000)];
  // Booked by the issuer just before, heard just after; the other way round; heard nine days earlier than booked.
  await booked(late, before);
  await heard(late, after);
  await booked(early, after);
  await heard(early, before);
  await booked(old, after);
  await heard(old, new Date(start - 9 * 24 * HOUR_MS));
  // Known to us alone.
  await heard(lost, after);
  await desk.database.query("delete from sandbox_statement_line where reference = $1", [lost]);
  const found = await look(3);
  expect(words(found.differences)).toEqual([[lost, "-14.00", null]]);
  expect(found.underWay).toEqual([]);
  // Both sides of one movement count on one day: the issuer's.
  expect(sums(found).at(-1)).toEqual([toShanghaiDay(after), "-39.00", "-25.00", 3]);
  const wide = await look(4);
  expect(sums(wide).at(-1)).toEqual([toShanghaiDay(before), "-11.00", "-11.00", 1]);
});

test("a name in the statement that only looks like a dispute's is a difference like any other", async () => {
  const name = `CB${"-".repeat(36)}-CB`;
  await desk.database.query(
    "insert into sandbox_statement_line (rail, reference, currency, amount, booked_at) values ('sandbox-issuer', $1, 'USD', 500, $2)",
    [name, new Date(desk.clock.now().getTime() - 2 * HOUR_MS)],
  );
  expect(words((await look()).differences)).toContainEqual([name, null, "5.00"]);
});
