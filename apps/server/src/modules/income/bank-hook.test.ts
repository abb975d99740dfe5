import { accountEndpoints, incomeEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signNotice } from "../../rails/receiving-bank/connectors/signed-notice.ts";
import { startSignedService, type SignedService } from "../../rails/signed-service-fixture.ts";
import {
  addStore,
  applyFor,
  certified,
  incomeOf,
  minor,
  moneyOn,
  startDesk,
  until,
  usd,
  type Desk,
} from "./income-fixture.ts";

const calls = { ...accountEndpoints, ...incomeEndpoints };

let server: Desk;
let service: SignedService;
let merchant: TestMerchant;
let accountId: string;
const NUMBER = "120045678900";

beforeAll(async () => {
  service = await startSignedService(() => ({ text: "{}" }));
  server = await startDesk({ config: { receivingBank: service.config } });
  merchant = await certified(server);
  accountId = await applyFor(server, merchant);
  await addStore(server, merchant, accountId);
});
afterAll(async () => {
  await server.close();
  service.close();
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const send = (content: object, { key = service.config.key, at = server.clock.now() } = {}) =>
  server.call(calls.bankNotice, signNotice(key, at, content));
const arrival = (reference: string, amount = "250.00") => ({
  kind: "income.arrived",
  reference,
  accountNumber: NUMBER,
  amount: { currency: "USD", amount },
  payer: { name: "AMAZON PAYMENTS, INC." },
});

test("the bank is instructed with a signature, answers by the hook, and the account opens once", async () => {
  const asked = await until(async () => {
    await server.app.platform.outbox.deliverDue();
    return service.heard.find(({ instruction }) => instruction === "account.open");
  });
  const reference = asked.reference as string;
  expect(asked).toMatchObject({ currency: "USD", country: "US", holderName: "NANYU TECHNOLOGY LTD" });
  const ways = [{ way: "ACH", hint: "", fields: [{ label: "账号", value: NUMBER }] }];
  const opened = { kind: "account.opened", reference, accountNumber: NUMBER, bankName: "Partner Bank", ways };
  expect(await send(opened)).toEqual({ outcome: "opened" });
  expect(await send(opened)).toEqual({ outcome: "repeated" });
  expect(await send({ kind: "account.refused", reference, reason: "太晚了" })).toEqual({ outcome: "repeated" });
  const account = await server.call(calls.receivingAccount, { id: accountId }, merchant);
  expect(account).toMatchObject({ state: "open", accountNumber: NUMBER, bankName: "Partner Bank" });
});

test("a wrong key, an altered text and an old signature move nothing", async () => {
  await expect(send(arrival("WRONG-KEY-1"), { key: "another key" })).rejects.toEqual(refused("bank.signature_wrong"));
  const signed = signNotice(service.config.key, server.clock.now(), arrival("ALTERED-1"));
  const altered = { ...signed, payload: signed.payload.replace("250.00", "950.00") };
  await expect(server.call(calls.bankNotice, altered)).rejects.toEqual(refused("bank.signature_wrong"));
  const later = { ...signed, timestamp: String(Number(signed.timestamp) + 1) };
  await expect(server.call(calls.bankNotice, later)).rejects.toEqual(refused("bank.signature_wrong"));
  const old = new Date(server.clock.now().getTime() - 301_000);
  await expect(send(arrival("OLD-1"), { at: old })).rejects.toEqual(refused("bank.signature_old"));
  const ahead = new Date(server.clock.now().getTime() + 400_000);
  await expect(send(arrival("AHEAD-1"), { at: ahead })).rejects.toEqual(refused("bank.signature_old"));
  expect(await moneyOn(server, merchant, accountId)).toEqual({ available: 0n, held: 0n });
});

test("what is signed but makes no sense is refused with its field", async () => {
  for (const amount of ["-5.00", "0.00"])
    await expect(send(arrival("NEGATIVE-1", amount))).rejects.toEqual(refused("bank.notice_wrong"));
  await expect(send({ kind: "income.vanished" })).rejects.toEqual(refused("bank.notice_wrong"));
  await expect(send({ ...arrival("X"), reference: "a b" })).rejects.toEqual(refused("bank.notice_wrong"));
});

test("one arrival told twenty times at once is posted once", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(arrival("PARALLEL-20"))));
  const outcomes = answers.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "arrived")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "repeated")).toHaveLength(19);
  expect((await incomeOf(server, merchant, "PARALLEL-20")).state).toBe("credited");
  expect(await moneyOn(server, merchant, accountId)).toEqual({ available: minor("250.00"), held: 0n });
});

test("what was announced is a promise: what came, and from whom, is what is posted and looked at", async () => {
  const announced = { ...arrival("SHORTER-1"), kind: "income.announced" };
  const before = await moneyOn(server, merchant, accountId);
  expect(await send(announced)).toEqual({ outcome: "announced" });
  expect(await send(arrival("SHORTER-1", "235.50"))).toEqual({ outcome: "arrived" });
  expect(await send(arrival("SHORTER-1", "250.00"))).toEqual({ outcome: "repeated" });
  const income = await incomeOf(server, merchant, "SHORTER-1");
  expect(income).toMatchObject({ state: "credited", amount: usd("235.50"), net: usd("235.50") });
  expect(income.timeline[1]).toMatchObject({ action: "arrive", note: "通知金额 USD 250.00，实际到账 USD 235.50" });
  expect((await moneyOn(server, merchant, accountId)).available).toBe(before.available + minor("235.50"));

  await send({ ...announced, reference: "OTHER-PAYER-1" });
  const payer = { name: "GOLDEN DUNE SHIPPING FZE", country: "AE", account: "AE-1" };
  await send({ ...arrival("OTHER-PAYER-1"), payer });
  expect(await incomeOf(server, merchant, "OTHER-PAYER-1")).toMatchObject({
    hold: "payerScreened",
    payerName: payer.name,
    payerCountry: "AE",
  });
});

test("announced money that comes under a strange number is the announced payment; in another currency the bank is asked", async () => {
  const announced = { ...arrival("STRANGE-1", "12.00"), kind: "income.announced" };
  await send(announced);
  const euros = { ...arrival("STRANGE-1"), amount: { currency: "EUR", amount: "12.00" } };
  await expect(send(euros)).rejects.toEqual(refused("bank.notice_wrong"));
  expect(await send({ ...arrival("STRANGE-1", "12.00"), accountNumber: "NOBODYS-1" })).toEqual({ outcome: "arrived" });
  expect(await incomeOf(server, merchant, "STRANGE-1")).toMatchObject({ state: "credited", accountId });
});

async function opened(who: TestMerchant, number: string): Promise<string> {
  const id = await applyFor(server, who);
  const ways = [{ way: "ACH", hint: "", fields: [] }];
  const reference = `${who.userId}/${id}/1`;
  await send({ kind: "account.opened", reference, accountNumber: number, bankName: "Partner Bank", ways });
  await addStore(server, who, id);
  return id;
}

test("announced for one account of a merchant and come to another, it is booked where it came to", async () => {
  const other = await opened(merchant, "120045671111");
  const before = await moneyOn(server, merchant, accountId);
  await send({ ...arrival("ELSEWHERE-1", "18.00"), kind: "income.announced" });
  const came = { ...arrival("ELSEWHERE-1", "18.00"), accountNumber: "120045671111" };
  expect(await send(came)).toEqual({ outcome: "arrived" });
  expect(await send(came)).toEqual({ outcome: "repeated" });
  const income = await incomeOf(server, merchant, "ELSEWHERE-1");
  expect(income).toMatchObject({ state: "credited", accountId: other });
  expect(income.timeline[1]).toMatchObject({ action: "arrive", note: "实际到账账户 120045671111" });
  expect(await moneyOn(server, merchant, other)).toEqual({ available: minor("18.00"), held: 0n });
  expect(await moneyOn(server, merchant, accountId)).toEqual(before);
});

test("announced for one merchant and come to another it is nobody's until people have looked", async () => {
  const stranger = await certified(server);
  const theirs = await opened(stranger, "120045672222");
  const before = await moneyOn(server, merchant, accountId);
  await send({ ...arrival("WHOSE-1", "19.00"), kind: "income.announced" });
  const came = { ...arrival("WHOSE-1", "19.00"), accountNumber: "120045672222" };
  const told = await Promise.all(Array.from({ length: 5 }, () => send(came)));
  expect(told.filter(({ outcome }) => outcome === "unclaimed")).toHaveLength(1);
  const filters = { reference: "WHOSE-1" };
  const { records } = await server.call(calls.unclaimedIncomes, { filters }, server.reviewer);
  expect(records).toMatchObject([{ state: "waiting", amount: usd("19.00"), accountNumber: "120045672222" }]);
  expect(await moneyOn(server, merchant, accountId)).toEqual(before);
  expect(await moneyOn(server, stranger, theirs)).toEqual({ available: 0n, held: 0n });
});

test("a payer in a country that is listed is looked at by a person", async () => {
  await send({ ...arrival("LISTED-COUNTRY-1"), payer: { name: "AMAZON PAYMENTS, INC.", country: "KP" } });
  expect(await incomeOf(server, merchant, "LISTED-COUNTRY-1")).toMatchObject({ hold: "payerScreened" });
});

test("an answer to an application that was given up opens and refuses nothing", async () => {
  const id = await applyFor(server, merchant);
  const reference = `${merchant.userId}/${id}`;
  const answer = (attempt: number) => ({
    kind: "account.refused",
    reference: `${reference}/${attempt}`,
    reason: "户名",
  });
  expect(await send(answer(2))).toEqual({ outcome: "repeated" });
  expect(await send(answer(1))).toEqual({ outcome: "refused" });
  await server.call(calls.reapplyReceivingAccount, { id }, merchant);
  expect(await send(answer(1))).toEqual({ outcome: "repeated" });
  const ways = [{ way: "ACH", hint: "", fields: [] }];
  const opened = { kind: "account.opened", accountNumber: "120045678999", bankName: "Partner Bank", ways };
  expect(await send({ ...opened, reference: `${reference}/1` })).toEqual({ outcome: "repeated" });
  expect(await send({ ...opened, reference: `${reference}/2` })).toEqual({ outcome: "opened" });
  expect(await send({ ...opened, reference: `${"-".repeat(36)}/${"-".repeat(36)}/1` })).toEqual({
    outcome: "repeated",
  });
});

test("a closed account is closed at the bank, too", async () => {
  const id = await applyFor(server, merchant);
  const number = "120045670000";
  const ways = [{ way: "ACH", hint: "", fields: [] }];
  const reference = `${merchant.userId}/${id}/1`;
  await send({ kind: "account.opened", reference, accountNumber: number, bankName: "Partner Bank", ways });
  await server.call(
    calls.closeReceivingAccount,
    { merchantId: merchant.userId, id, reason: "商户不再使用" },
    server.reviewer,
  );
  const closing = await until(async () => {
    await server.app.platform.outbox.deliverDue();
    return service.heard.find(({ instruction }) => instruction === "account.close");
  });
  expect(closing).toMatchObject({ reference, accountNumber: number });
});

test("a server that dies within an arrival has done nothing; told again it is done once", async () => {
  const before = await moneyOn(server, merchant, accountId);
  await server.database.query(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'the lights go out'; end $$;
    create trigger die before insert on business_event for each row when (new.action = 'arrive') execute function die()`);
  await expect(send(arrival("DIES-1", "70.00"))).rejects.toMatchObject({ reason: "server.failed" });
  await server.database.query("drop trigger die on business_event; drop function die");
  const rows = await server.database.query("select 1 from income where rail_reference = 'DIES-1'");
  expect(rows).toEqual([]);
  expect(await moneyOn(server, merchant, accountId)).toEqual(before);
  expect(await send(arrival("DIES-1", "70.00"))).toEqual({ outcome: "arrived" });
  expect(await moneyOn(server, merchant, accountId)).toEqual({
    ...before,
    available: before.available + minor("70.00"),
  });
});
