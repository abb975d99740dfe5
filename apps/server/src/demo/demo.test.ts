import { ALL_ENDPOINTS } from "@coralhub/contract";
import { formatMoney, mobileText } from "@coralhub/domain";
import { createTestClock, startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardProblems } from "../modules/cards/cards-fixture.ts";
import { DEMO_MERCHANTS, DEMO_PASSWORD } from "./merchants.ts";

const { identity, certification, home, messages, income, cards, cardDesk, deposits, lending, orders } = ALL_ENDPOINTS;
let server: TestServer;
beforeAll(async () => {
  // It stands still: the demo's own payments go on by themselves, and its months end like all others.
  server = await startTestServer({ clock: createTestClock("2026-11-15T14:32:00+08:00") });
  await server.app.loadDemoWorld();
}, 120_000);
afterAll(() => server.close());
const signIn = (username: string) => server.call(identity.login, { username, password: DEMO_PASSWORD });

test("every demo merchant signs in and stands where the story says", async () => {
  const statuses: number[] = [];
  const walletOpen: boolean[] = [];
  const financeOpen: boolean[] = [];
  for (const merchant of DEMO_MERCHANTS) {
    const { token, userId, userSource } = await signIn(mobileText(merchant.mobile));
    expect([userId, userSource]).toEqual([merchant.merchantId, expect.any(Number)]);
    const view = await server.call(certification.certificationView, {}, { token });
    expect(view.userId).toBe(merchant.certification.openUserId);
    statuses.push(view.status);
    walletOpen.push((await server.call(identity.inMultiCurrencyGray, {}, { token })).inGray);
    financeOpen.push((await server.call(identity.userGray, {}, { token })).enable);
  }
  expect(walletOpen).toEqual([true, false, false, true, false]);
  expect(financeOpen).toEqual([true, false, false, true, false]);
  expect(statuses).toEqual([3, 3, 0, 3, 1]);
});

test("the seller has messages, notices and a name; the rejected one has something to do", async () => {
  const { token } = await signIn("13800000001");
  expect(await server.call(messages.unreadCount, {}, { token })).toBe(7);
  const list = await server.call(messages.messages, { pageSize: 20 }, { token });
  expect(list.records[0]).toMatchObject({ title: "finance@nanyu-home.com 的授权已失效", needsAction: true });
  const paths = list.records.flatMap(({ link }) => (link?.path.startsWith("/bigIncome/in?") ? [link.path] : []));
  expect(paths).toHaveLength(5);
  for (const path of paths) {
    const id = new URLSearchParams(path.split("?")[1]).get("open")!;
    expect(await server.call(income.income, { id }, { token })).toMatchObject({ id });
  }
  expect((await server.call(home.home, {}, { token })).displayName).toBe("深圳市南屿科技有限公司");
  expect(await server.call(home.notices, {}, { token })).toHaveLength(4);
  const rejected = await signIn("13800000005");
  const page = await server.call(home.home, {}, { token: rejected.token });
  expect(page.todos).toMatchObject([{ kind: "certification", action: { path: "/nav/navEnd" } }]);
});

test("what the demo's seller has sent to China has its orders: all of it is used quota, and nothing is owed", async () => {
  // Yuan out of the wallet were exchanged before: that exchange used their orders.
  const sent = await server.database.query<{ id: string; quota: string | null }>(
    `select p.id, u.state as quota from payout p
     left join quota_use u on u.merchant_id = p.merchant_id and u.move_id = p.id
     where p.merchant_id = $1 and p.state = 'completed' and p.arrives_currency = 'CNY' and p.currency <> 'CNY'`,
    [DEMO_MERCHANTS[0].merchantId],
  );
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ quota }) => quota !== "consumed")).toEqual([]);
  const seller = await signIn("13800000001");
  const { quotas } = await server.call(orders.orderOverview, {}, seller);
  expect(quotas.some(({ used }) => used.minor > 0n)).toBe(true);
  expect(quotas.filter(({ debt }) => debt.minor > 0n)).toEqual([]);
});

test("a second start changes nothing", async () => {
  const { token } = await signIn("13800000001");
  await server.call(messages.changeMessageStatus, { mark: "all", status: 1 }, { token });
  await server.call(identity.updateContact, { contactName: "林小南" }, { token });
  await server.app.loadDemoWorld();
  expect(await server.call(messages.unreadCount, {}, { token })).toBe(0);
  expect((await server.call(identity.accountInfo, {}, { token })).contactName).toBe("林小南");
  expect((await server.call(messages.messages, {}, { token })).total).toBe(14);
});

test("the certified and the rejected have the papers that say so, and the desk has a queue", async () => {
  const papers = async (username: string) => {
    const { token } = await signIn(username);
    const application = (await server.call(certification.certificationApplication, {}, { token }))!;
    const rejected = application.fields.filter(({ verdict }) => verdict === "rejected").map(({ path }) => path);
    return { state: application.state, form: application.form, rejected, files: application.files.length };
  };
  expect(await papers("13800000001")).toMatchObject({ state: "approved", form: "mainland", rejected: [] });
  expect(await papers("13800000002")).toMatchObject({ state: "approved", form: "person" });
  expect(await papers("13800000004")).toMatchObject({ state: "approved", form: "bigHongkong" });
  expect(await papers("13800000005")).toEqual({
    state: "rejected",
    form: "mainland",
    rejected: ["businessLicenseImage", "iEndTime"],
    files: 3,
  });
  const token = await server.operatorToken("reviewer");
  const queue = await server.call(certification.reviewQueue, { filters: { state: ["waiting", "second"] } }, { token });
  expect(queue.total).toBe(7);
  const american = queue.records.find(({ subjectName }) => subjectName === "Nanyu Home Goods Inc.")!;
  const abroad = await server.call(
    certification.reviewCase,
    { merchantId: american.merchantId, id: american.id },
    { token },
  );
  const asked = abroad.fields.map(({ path }) => path);
  expect(asked).toEqual(expect.arrayContaining(["dirCountry", "companyEnName", "rcNo", "einNo"]));
  expect(asked.filter((path) => ["brcNo", "companyName", "businessLicenseImage", "ar"].includes(path))).toEqual([]);
  const returned = queue.records.find(({ submissionKind }) => submissionKind === "resubmission")!;
  const found = await server.call(
    certification.reviewCase,
    { merchantId: returned.merchantId, id: returned.id },
    { token },
  );
  expect(found.fields.filter(({ verdict }) => verdict === null).map(({ path, before }) => [path, before])).toEqual([
    ["companyEnName", "Shenzhen Haitangli Trade"],
  ]);
});

test("the seller's cards stand in every telling state, with what they spent month by month", async () => {
  const { records } = await server.call(cards.cards, { pageSize: 20 }, await signIn("13800000001"));
  const states = records.map(({ cardName, cardStatus }) => [cardName, cardStatus]);
  expect(Object.fromEntries(states)).toEqual({
    "Meta 主账户": "active",
    "Google Ads 北美": "active",
    店铺与工具订阅: "active",
    展会差旅: "closed",
    样品采购: "frozen",
    "TikTok 测试": "failed",
  });
  const { months, labels } = await server.call(cards.cardStatistics, { months: 3 }, await signIn("13800000001"));
  expect(months.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(3);
  expect(labels.map(({ label }) => label)).toEqual(expect.arrayContaining(["广告", "订阅", "差旅", "采购"]));
  const wallet = await server.call(cards.cardWallet, {}, await signIn("13800000001"));
  expect([wallet.available.minor > 0n, formatMoney(wallet.owed), formatMoney(wallet.heldOnCards)]).toEqual([
    true,
    "0.00",
    "462.00",
  ]);
});

test("declines say why, a dispute waits at the desk, an announced transfer is awaited", async () => {
  const { records } = await server.call(cards.cardAuthorisations, { pageSize: 20 }, await signIn("13800000001"));
  const declined = records.filter(({ state }) => state === "declined");
  expect(declined.map(({ sentence }) => sentence?.slice(0, 4))).toEqual(
    expect.arrayContaining(["卡里还有", "单笔上限", "「广告投"]),
  );
  const finance = { token: await server.operatorToken("finance") };
  expect((await server.call(cardDesk.cardDisputeDesk, {}, finance)).records).toMatchObject([{ state: "submitted" }]);
  const { records: recharges } = await server.call(cards.walletRecharges, {}, await signIn("13800000001"));
  expect(recharges[0]).toMatchObject({ rechargeProgress: "pending" });
});

test("the purchases, the books and the issuer's statement add up", async () => {
  expect(await cardProblems(server)).toEqual([]);
});

test("the seller's deposits and loans stand in every state that tells something, and the books carry them", async () => {
  const seller = await signIn("13800000001");
  const { records } = await server.call(deposits.placements, { pageSize: 20 }, seller);
  expect(records.map(({ state }) => state).toSorted()).toEqual(
    ["broken", "held", "held", "held", "matured", "pending", "refused", "renewed", "renewed"].toSorted(),
  );
  // What lies with the partner, and what is set aside until it has taken it.
  const { holdings } = await server.call(deposits.userWealth, {}, seller);
  const books = await server.database.query<{ currency: string; minor: string }>(
    `select currency, sum(minor)::text as minor from (
       select split_part(code, ':', 2) as currency, balance as minor from ledger_account where kind = 'deposit'
       union all
       select currency, principal_minor from deposit_placement where state = 'pending'
     ) own group by 1 order by 1`,
  );
  const shown = holdings.map(({ currency, principal }) => ({ currency, minor: String(principal.minor) }));
  expect(shown.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))).toEqual(books);
  // The partner bank's and the lender's statements say what our own accounts with them say.
  expect(
    await server.database.query(
      `select rail from (
         select rail, currency, sum(amount) as total from sandbox_statement_line group by 1, 2
         union all
         select owner, split_part(code, ':', 2), sum(balance) from ledger_account where kind = 'house.nostro' group by 1, 2
       ) both_sides where rail in ('sandbox-anext', 'sandbox-lender') group by rail, currency having sum(total) <> 0`,
    ),
  ).toEqual([]);
  const loans = (await server.call(lending.loans, {}, seller)).records;
  expect(loans.map(({ product, state }) => `${product} ${state}`).toSorted()).toEqual([
    "easy closed",
    "icbc reviewing",
    "order active",
  ]);
  const enterprise = await signIn("13800000004");
  expect((await server.call(deposits.moduleInfo, {}, enterprise)).state).toBe("asked");
  expect((await server.call(lending.loans, {}, enterprise)).records).toMatchObject([{ state: "approved" }]);
});

test("a merchant finds its own by name, number and amount, and nobody else's", async () => {
  const seller = await signIn("13800000001");
  const find = async (text: string, who = seller) =>
    (await server.call(home.findOwn, { text }, who)).map(({ kind, title }) => [kind, title]);
  expect(await find("nanyu living")).toContainEqual(["store", "NANYU Living"]);
  expect(await find("0831")).toContainEqual(["payee", "深圳市南屿科技有限公司"]);
  expect(await find("Google Ads")).toContainEqual(["card", expect.stringContaining("Google Ads 北美")]);
  expect(await find("20,000.00")).toContainEqual(["money", expect.stringContaining("招商银行")]);
  expect(await find("FACEBK")).toContainEqual(["money", "FACEBK ADS"]);
  const [card] = (await server.call(cards.cards, {}, seller)).records.filter(({ lastFour }) => lastFour !== null);
  expect(await find(card!.lastFour!)).toContainEqual(["card", expect.stringContaining(card!.cardName)]);
  const stranger = await signIn("13800000004");
  expect(await find("nanyu living", stranger)).toEqual([]);
  expect(await find("0831", stranger)).toEqual([]);
});

test("each kind is found by its whole number, its end and its amount, as lists write them", async () => {
  const seller = await signIn("13800000001");
  const stranger = await signIn("13800000004");
  const one = async <T extends object>(query: string): Promise<T> =>
    (await server.database.query<T>(query, [seller.userId]))[0]!;
  const pathsOf = async (text: string, kind: string, who = seller) =>
    (await server.call(home.findOwn, { text }, who)).filter((find) => find.kind === kind).map(({ path }) => path);
  const account = await one<{ id: string; number: string }>(
    "select id, account_number as number from receiving_account where merchant_id = $1 and state = 'open' order by id limit 1",
  );
  const grouped = account.number.replaceAll(/(.{4})(?=.)/g, "$1 ");
  for (const text of [account.number, grouped, account.number.slice(-4)])
    expect(await pathsOf(text, "account"), text).toContainEqual(expect.stringContaining(account.id));

  const iban = "DE89370400440532013000";
  const { id: payee } = await one<{ id: string }>(
    `select id from beneficiary where merchant_id = $1 and last_four = '${iban.slice(-4)}'`,
  );
  for (const text of [iban, "de89 3704 0044 0532 0130 00", iban.slice(-4)])
    expect(await pathsOf(text, "payee"), text).toContainEqual(expect.stringContaining(payee));
  expect(await pathsOf("DE89370400440532013001", "payee")).toEqual([]);

  for (const kind of ["income", "withdrawal"]) {
    const event = await one<{ id: string; reference: string; amount: string; currency: string }>(
      `select id, reference, currency, to_char(amount_minor / 100.0, 'FM999,999,990.00') as amount from money_event
        where merchant_id = $1 and kind = '${kind}' and currency = 'USD' order by effective_at desc, id desc limit 1`,
    );
    const { reference, amount, currency } = event;
    for (const text of [reference, reference.toLowerCase(), amount, `${currency} ${amount}`, `-${amount}`])
      expect(await pathsOf(text, "money"), text).toContainEqual(expect.stringContaining(event.id));
    expect(await pathsOf(`EUR ${amount}`, "money")).not.toContainEqual(expect.stringContaining(event.id));
  }

  const order = await one<{ number: string; amount: string; goods: string }>(
    `select order_number as number, goods, to_char(amount_minor / 100.0, 'FM999,999,990.00') as amount from trade_order
      where merchant_id = $1 and currency = 'USD' and goods is not null order by created_at desc, id desc limit 1`,
  );
  const link: unknown = expect.stringContaining(encodeURIComponent(order.number));
  for (const text of [order.number, order.number.slice(-7), order.goods.slice(0, 4), `USD ${order.amount}`])
    expect((await pathsOf(text, "order")).length, text).toBeGreaterThan(0);
  expect(await pathsOf(order.number, "order")).toContainEqual(link);
  for (const text of [account.number, iban, order.number]) {
    const finds = await server.call(home.findOwn, { text }, stranger);
    expect(finds, text).toEqual([]);
  }
});
