import {
  activityEndpoints,
  cardEndpoints as calls,
  cardIssuerEndpoints as issuer,
  messageEndpoints,
  statementEndpoints,
  type CallInput,
} from "@coralhub/contract";
import { formatMoney, parseMoney, toShanghaiDay } from "@coralhub/domain";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { callOpen, program } from "../developer/developer-fixture.ts";
import { stand } from "../outflow/outflow-fixture.ts";
import {
  act,
  booksOf,
  cardMerchant,
  giveMoney,
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
afterEach(() => requireNoProblems(desk));

const titles = async (merchant: { token: string }) =>
  (await desk.call(messageEndpoints.messages, {}, merchant)).records.map(({ title }) => title);

test("a purchase is held and settled: exact balances, a timeline, the first shop known", async () => {
  const merchant = await cardMerchant(desk, "500.00");
  const { id, token } = await openCard(desk, merchant, "100.00");
  const { paymentReference, approved, code } = await swipe(desk, token, "35.90");
  expect([approved, code]).toEqual([true, "00"]);
  expect(await booksOf(desk, merchant)).toMatchObject({
    "card:USD:id": 6410n,
    "hold:USD:card:id": 3590n,
    "card_wallet:USD": 39900n,
    "house.fees:USD": 100n,
  });
  await act(desk, paymentReference, "settle");
  expect(await booksOf(desk, merchant)).toMatchObject({
    "card:USD:id": 6410n,
    "house.nostro:USD:sandbox-issuer": 3590n,
  });
  const [row] = await payments(desk, merchant);
  expect(row).toMatchObject({ state: "settled", shopName: "FACEBK ADS", category: "advertising" });
  expect(formatMoney(row!.amount)).toBe("-35.90");
  const detail = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
  expect(detail.timeline.map(({ step }) => step)).toEqual(["authorisation", "settlement"]);
  expect(detail.decision?.trace.map(({ rule }) => rule).slice(0, 3)).toEqual(["standing", "service", "state"]);
  const card = await desk.call(calls.card, { id }, merchant);
  expect(card).toMatchObject({ firstShop: "FACEBK ADS", openPayments: 0 });
  expect(formatMoney(card.spent.month)).toBe("35.90");
  await act(desk, paymentReference, "refund", { amount: usd("5.90") });
  const { records } = await desk.call(activityEndpoints.moneyEvents, {}, merchant);
  const told = records.filter(({ kind }) => kind === "cardPurchase" || kind === "cardRefund");
  expect(told.map(({ kind, net, counterparty }) => [kind, formatMoney(net), counterparty])).toEqual([
    ["cardRefund", "5.90", "FACEBK ADS"],
    ["cardPurchase", "-35.90", "FACEBK ADS"],
  ]);
  // A statement's lines name the same shop under the same number, whatever number the books have.
  const lines: string[][] = [];
  for (const period of new Set(told.map(({ countedAt }) => toShanghaiDay(countedAt).slice(0, 7)))) {
    const request = { grain: "month", period, currency: "USD", format: "csv", language: "en" } as const;
    const { blob } = await desk.call(statementEndpoints.statementFile, request, merchant);
    lines.push(...(await blob.text()).split("\n").map((line) => line.split(",")));
  }
  const named = (type: string) => lines.filter((cells) => cells[2] === type).map((cells) => [cells[3], cells[4]]);
  const listed = (kind: string) => told.filter((row) => row.kind === kind).map((row) => ["FACEBK ADS", row.reference]);
  expect(named("Card settled")).toEqual(listed("cardPurchase"));
  expect(named("Card refunded")).toEqual(listed("cardRefund"));
});

test("settled for less, for more, in parts, and without any authorisation", async () => {
  const merchant = await cardMerchant(desk, "500.00");
  const { token } = await openCard(desk, merchant, "200.00");
  const less = await swipe(desk, token, "45.00");
  await act(desk, less.paymentReference, "settle", { amount: usd("43.80") });
  const more = await swipe(desk, token, "20.00");
  await act(desk, more.paymentReference, "settle", { amount: usd("25.00") });
  const parts = await swipe(desk, token, "60.00");
  await act(desk, parts.paymentReference, "settle", { amount: usd("20.00"), more: true });
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(4000n);
  // Paid in part it is both: what was paid is spent, the rest is under way.
  const { records } = await desk.call(activityEndpoints.moneyEvents, {}, merchant);
  const purchases = records.filter(({ kind }) => kind === "cardPurchase");
  expect(
    purchases.map(({ state, amount, net }) => [state, ...[amount, net].map(formatMoney)].join(" ")).toSorted(),
  ).toEqual(["done 20.00 -20.00", "done 25.00 -25.00", "done 43.80 -43.80", "moving 40.00 0.00"]);
  await act(desk, parts.paymentReference, "settle", { amount: usd("30.00") });
  await desk.call(issuer.forcePost, { token, amount: usd("5.00"), shopName: "LATE SHOP" }, desk.admin);
  const books = await booksOf(desk, merchant);
  expect(books["house.nostro:USD:sandbox-issuer"]).toBe(4380n + 2500n + 5000n + 500n);
  expect(books["card:USD:id"]).toBe(20000n - 12380n);
  expect(books).not.toHaveProperty("hold:USD:card:id");
});

test("more is settled than there is: the wallet pays, then it is owed, said, and made good by the next funding", async () => {
  const merchant = await cardMerchant(desk, "31.00");
  const { token } = await openCard(desk, merchant, "20.00");
  const { paymentReference } = await swipe(desk, token, "20.00");
  await act(desk, paymentReference, "settle", { amount: usd("50.00") });
  const wallet = await desk.call(calls.cardWallet, {}, merchant);
  expect([wallet.available, wallet.owed].map(formatMoney)).toEqual(["0.00", "20.00"]);
  expect((await titles(merchant))[0]).toContain("超出余额 USD 20.00");
  const refused = await swipe(desk, token, "1.00");
  expect(refused).toMatchObject({ approved: false, code: "51" });
  await giveMoney(desk, merchant, "50.00");
  const after = await desk.call(calls.cardWallet, {}, merchant);
  expect([after.available, after.owed].map(formatMoney)).toEqual(["30.00", "0.00"]);
});

test("increments, partial approval, reversal and the end of a hold", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const first = await swipe(desk, token, "30.00");
  await act(desk, first.paymentReference, "increment", { amount: usd("20.00") });
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(5000n);
  await act(desk, first.paymentReference, "reverse", { amount: usd("15.00") });
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(3500n);
  const part = await swipe(desk, token, "90.00", { partial: true });
  expect(part).toMatchObject({ approved: true, code: "10", outcomes: ["partial"] });
  expect(formatMoney(part.amount!)).toBe("65.00");
  await act(desk, first.paymentReference, "reverse");
  await act(desk, part.paymentReference, "expire");
  expect((await booksOf(desk, merchant))["card:USD:id"]).toBe(10000n);
  expect((await payments(desk, merchant)).map(({ state }) => state)).toEqual(["expired", "reversed"]);
});

test("a message told twice, or before what it is about, takes effect once", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  await issuerWill(desk, "double");
  const twice = await swipe(desk, token, "10.00");
  expect(twice.outcomes).toEqual(["approved", "repeated"]);
  await act(desk, twice.paymentReference, "settle");
  const again = await act(desk, twice.paymentReference, "repeat");
  expect(again.outcomes).toEqual(["repeated", "repeated"]);
  await act(desk, twice.paymentReference, "refund", { amount: usd("4.00") });
  await issuerWill(desk, "normal");
  expect((await booksOf(desk, merchant))["card:USD:id"]).toBe(10000n - 1000n + 400n);
  const [refund] = await payments(desk, merchant);
  expect(refund).toMatchObject({ kind: "refund", state: "refunded" });
});

test("a charge in another currency costs the foreign fee, held with it and settled with it", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "200.00");
  const { paymentReference, amount } = await swipe(desk, token, parseMoney("10000", "JPY"), { country: "JP" });
  const billed = amount!.minor;
  const fee = (billed + 50n) / 100n;
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(billed + fee);
  await act(desk, paymentReference, "settle");
  const books = await booksOf(desk, merchant);
  expect(books["house.nostro:USD:sandbox-issuer"]).toBe(billed);
  expect(books["house.fees:USD"]).toBe(100n + fee);
  const [row] = await payments(desk, merchant);
  expect([row!.original.currency, row!.fee.minor]).toEqual(["JPY", fee]);
  // Found by what it is, by the shop's currency, and by its number, a refund by its purchase's, too.
  await act(desk, paymentReference, "refund", { amount: usd("1.00") });
  const found = async (filters: CallInput<typeof calls.cardTransactions.input>["filters"]) =>
    (await desk.call(calls.cardTransactions, { filters }, merchant)).records.map(({ kind }) => kind).toSorted();
  expect(await found({ original: ["JPY"], kind: ["purchase"] })).toEqual(["purchase"]);
  expect(await found({ original: ["EUR"] })).toEqual([]);
  expect(await found({ kind: ["refund"] })).toEqual(["refund"]);
  expect(await found({ id: row!.id })).toEqual(["purchase"]);
  expect(await found({ id: paymentReference })).toEqual(["purchase", "refund"]);
  expect(await found({ id: "N-NOBODY" })).toEqual([]);
});

test("an issuer that gets no answer decides itself: a yes is accepted, a no holds nothing", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  await swipe(desk, token, "10.00");
  await issuerWill(desk, "silent");
  const small = await swipe(desk, token, "20.00");
  expect(small).toMatchObject({ approved: true, standIn: true });
  const large = await swipe(desk, token, "60.00");
  expect(large).toMatchObject({ approved: false, standIn: true, code: "91" });
  await issuerWill(desk, "normal");
  expect((await booksOf(desk, merchant))["hold:USD:card:id"]).toBe(3000n);
  await act(desk, small.paymentReference, "settle");
});

test("a decline says everything that stands in the way and what helps; an ad shop's alerts at once", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const limits = { perTransaction: null, day: null, month: usd("50.00"), life: null };
  const { id, token } = await openCard(desk, merchant, "40.00", { controls: { limits } });
  expect((await swipe(desk, token, "30.00")).approved).toBe(true);
  expect(await swipe(desk, token, "25.00")).toMatchObject({ approved: false, code: "61" });
  const [declined] = await payments(desk, merchant);
  expect(declined!.sentence).toContain("本月上限 USD 50.00，还可花 USD 20.00");
  const { decision } = await desk.call(calls.cardTransaction, { id: declined!.id }, merchant);
  expect(decision!.remedies.map(({ kind }) => kind)).toEqual(["raiseLimit", "topUp"]);
  await desk.call(calls.setCardControls, { id, controls: { limits: { ...limits, month: usd("55.00") } } }, merchant);
  expect(await swipe(desk, token, "25.00")).toMatchObject({ approved: false, code: "51" });
  expect((await titles(merchant))[0]).toBe("广告扣款 USD 25.00 被拒，广告可能停投");
  await desk.call(calls.rechargeCard, { cardId: id, rechargeAmount: usd("15.00") }, merchant);
  const trial = await desk.call(
    calls.simulateCard,
    { id, amount: usd("25.00"), shopName: "facebk ads", category: "advertising" },
    merchant,
  );
  expect(trial.approved).toBe(true);
  expect((await swipe(desk, token, "25.00")).approved).toBe(true);
});

test("lists, locks, single use, dates and states say no, each with its own button", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { id, token } = await openCard(desk, merchant, "100.00", {
    controls: { categories: { mode: "only", items: ["software"] }, lockToFirst: true },
  });
  const remedyOf = async () => {
    const [row] = await payments(desk, merchant);
    const { decision } = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
    return decision!.remedies.map(({ kind, item }) => `${kind} ${item ?? ""}`.trim());
  };
  expect((await swipe(desk, token, "5.00", { shopName: "STEAM GAMES", code: "5816" })).code).toBe("57");
  expect(await remedyOf()).toEqual(["allowCategory games"]);
  expect((await swipe(desk, token, "5.00", { shopName: "NOTION LABS", code: "7372" })).approved).toBe(true);
  expect((await swipe(desk, token, "5.00", { shopName: "FIGMA INC", code: "7372" })).approved).toBe(false);
  expect(await remedyOf()).toEqual(["unlock FIGMA INC"]);
  expect((await swipe(desk, token, "5.00", { shopName: "NOTION LABS 8841", code: "7372" })).approved).toBe(true);
  expect((await swipe(desk, token, "5.00", { shopName: "BIG BETS", code: "7995" })).approved).toBe(false);
  await desk.call(calls.suspendCard, { id }, merchant);
  expect((await swipe(desk, token, "5.00", { shopName: "NOTION LABS", code: "7372" })).code).toBe("78");
  expect(await remedyOf()).toEqual(["unsuspend"]);
  await desk.call(calls.unsuspendCard, { id }, merchant);
  await desk.call(calls.setCardControls, { id, controls: { singleUse: true, validUntil: "2030-01-01" } }, merchant);
  expect((await swipe(desk, token, "5.00", { shopName: "NOTION LABS", code: "7372" })).approved).toBe(false);
});

test("a shop with numbers behind its name is let in by its decline's button, and kept out however often its list is saved", async () => {
  const merchant = await cardMerchant(desk, "100.00");
  const { id, token } = await openCard(desk, merchant, "50.00", {
    controls: { merchants: { mode: "only", items: ["NOTION LABS"] } },
  });
  const shopName = "GOOGLE *ADS 650-253-0000";
  const passes = async () => (await swipe(desk, token, "5.00", { shopName })).approved;
  const merchantsOf = async () => (await desk.call(calls.card, { id }, merchant)).controls.merchants;
  type Merchants = Awaited<ReturnType<typeof merchantsOf>>;
  const save = (merchants: Merchants) => desk.call(calls.setCardControls, { id, controls: { merchants } }, merchant);
  expect(await passes()).toBe(false);
  const [row] = await payments(desk, merchant);
  const { decision } = await desk.call(calls.cardTransaction, { id: row!.id }, merchant);
  const { mode, items } = await merchantsOf();
  await save({ mode, items: [...items, decision!.remedies.find(({ kind }) => kind === "allowShop")!.item!] });
  expect(await passes()).toBe(true);
  await save({ mode: "except", items: [shopName] });
  // Another rule is changed: the dialog sends all of them back as it read them.
  await save(await merchantsOf());
  expect(await passes()).toBe(false);
});

test("an automatic top-up and a backup card keep a campaign running; the month's number caps it", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { id, token } = await openCard(desk, merchant, "20.00", {
    controls: { autoTopUp: { below: usd("10.00"), to: usd("50.00"), timesPerMonth: 1 } },
  });
  expect((await swipe(desk, token, "40.00")).approved).toBe(true);
  expect((await desk.call(calls.card, { id }, merchant)).topUpsThisMonth).toBe(1);
  expect((await swipe(desk, token, "30.00")).approved).toBe(false);
  const backup = await openCard(desk, merchant, "80.00", { cardName: "备用" });
  await desk.call(calls.updateCard, { id, backupCardId: backup.id }, merchant);
  expect((await swipe(desk, token, "30.00")).approved).toBe(true);
  const { balance } = await desk.call(calls.cardBalance, { id: backup.id }, merchant);
  expect(formatMoney(balance)).toBe("60.00");
});

test("two swipes race for the last of a limit and of a balance: one passes", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const limits = { perTransaction: null, day: usd("100.00"), month: null, life: null };
  const { token } = await openCard(desk, merchant, "200.00", { controls: { limits } });
  await swipe(desk, token, "10.00");
  const race = await Promise.all(Array.from({ length: 6 }, () => swipe(desk, token, "30.00")));
  expect(race.filter(({ approved }) => approved)).toHaveLength(3);
  const poor = await openCard(desk, merchant, "50.00");
  await swipe(desk, poor.token, "5.00");
  const second = await Promise.all(Array.from({ length: 5 }, () => swipe(desk, poor.token, "20.00")));
  expect(second.filter(({ approved }) => approved)).toHaveLength(2);
});

test("where refunds of earlier days left a limit's counter below nothing, more passes than the limit alone", async () => {
  const merchant = await cardMerchant(desk, "400.00");
  const limits = { perTransaction: null, day: usd("100.00"), month: null, life: null };
  const { id, token } = await openCard(desk, merchant, "300.00", { controls: { limits } });
  expect((await swipe(desk, token, "10.00")).approved).toBe(true);
  const counted = (minor: bigint) =>
    desk.database.query("update card_spend set used_minor = $2 where subject_id = $1 and period = 'day'", [id, minor]);
  await counted(-8000n);
  expect(await swipe(desk, token, "150.00")).toMatchObject({ approved: true, code: "00", standIn: false });
  expect((await swipe(desk, token, "40.00")).approved).toBe(false);
  await counted(16000n);
});

test("cards race for one wallet's money: the first is filled up, the others are declined for their balance", async () => {
  const merchant = await cardMerchant(desk, "44.00");
  const controls = { autoTopUp: { below: usd("5.00"), to: usd("40.00"), timesPerMonth: 3 } };
  const cards = [];
  for (const cardName of ["甲", "乙", "丙", "丁"])
    cards.push(await openCard(desk, merchant, "0.00", { cardName, controls }));
  const race = await Promise.all(cards.map(({ token }) => swipe(desk, token, "30.00")));
  expect(race.map(({ code }) => code).toSorted()).toEqual(["00", "51", "51", "51"]);
  expect(race.some(({ standIn }) => standIn)).toBe(false);
  const declined = await desk.database.query<{ rule: string }>(
    "select rule from card_payment where merchant_id = $1 and state = 'declined'",
    [merchant.userId],
  );
  expect(declined.map(({ rule }) => rule)).toEqual(["balance", "balance", "balance"]);
});

test("nobody settles a hold: after seven days the money is back, and a late settlement still counts", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  const { paymentReference } = await swipe(desk, token, "40.00");
  await desk.database.query("update card_payment set hold_until = now() - interval '1 minute' where network_id = $1", [
    paymentReference,
  ]);
  const { platform } = desk.app;
  await platform.database.transaction((tx) => platform.jobs.send(tx, "cards.watch", {}));
  await until(async () => ((await payments(desk, merchant))[0]!.state === "expired" ? true : undefined));
  expect((await booksOf(desk, merchant))["card:USD:id"]).toBe(10000n);
  await act(desk, paymentReference, "settle", { amount: usd("40.00") });
  expect((await booksOf(desk, merchant))["card:USD:id"]).toBe(6000n);
});

test("fault 2: a frozen merchant's card pays nothing, and none does while the books' alarm is open", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const { token } = await openCard(desk, merchant, "100.00");
  expect((await swipe(desk, token, "10.00")).approved).toBe(true);
  const declined = async (words: string) => {
    const { approved, paymentReference } = await swipe(desk, token, "10.00");
    const [row] = await desk.database.query<{ state: string; sentence: string; held: string }>(
      "select state, sentence, held_minor::text as held from card_payment where network_id = $1",
      [paymentReference],
    );
    expect(approved).toBe(false);
    expect(row).toEqual({ state: "declined", sentence: expect.stringContaining(words) as string, held: "0" });
  };
  await stand(desk, merchant.userId, "frozen");
  await declined("实名认证");
  await stand(desk, merchant.userId, "certified");
  await desk.database.query(
    `insert into ledger_alarm (id, rule, subject, detail, raised_at, last_seen_at)
     values (gen_random_uuid(), 'sum', $1, '{}', now(), now())`,
    [`card ${token}`],
  );
  await declined("核对账务");
  await desk.database.query("delete from ledger_alarm where subject = $1", [`card ${token}`]);
  expect((await swipe(desk, token, "10.00")).approved).toBe(true);
  expect(await booksOf(desk, merchant)).toMatchObject({ "card:USD:id": 8000n, "hold:USD:card:id": 2000n });
});

test("programs hear of a refusal, a settlement and a refund, once each", async () => {
  const merchant = await cardMerchant(desk, "300.00");
  const app = await program(desk, merchant);
  const { token } = await openCard(desk, merchant, "40.00");
  await swipe(desk, token, "60.00");
  const { paymentReference } = await swipe(desk, token, "30.00");
  await act(desk, paymentReference, "settle");
  await act(desk, paymentReference, "refund");
  const { data } = await callOpen(desk, app, { method: "GET", path: "/events?pageSize=50" });
  const topics = (data as { records: { topic: string }[] }).records.map(({ topic }) => topic);
  expect(topics.filter((topic) => /^card\.(declined|settled|refunded)$/.test(topic)).toSorted()).toEqual([
    "card.declined",
    "card.refunded",
    "card.settled",
  ]);
});
