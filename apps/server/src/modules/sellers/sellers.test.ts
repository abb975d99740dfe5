import {
  beneficiaryEndpoints as payees,
  certificationEndpoints as certification,
  fullPath,
  sellerEndpoints as calls,
  type Endpoint,
} from "@coralhub/contract";
import { startOfShanghaiDay, type CertificationValues } from "@coralhub/domain";
import type { TestMerchant, TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { plausibleInput } from "../../http/bad-requests.ts";
import { goodAnswers, handIn, review, startDesk } from "../certification/certification-fixture.ts";

let server: TestServer;
let token: string;
let merchant: TestMerchant;
beforeAll(async () => {
  server = await startDesk();
  token = await server.operatorToken("reviewer");
  merchant = await certifiedMerchant();
});
afterAll(() => server.close());

async function certifiedMerchant(): Promise<TestMerchant> {
  const newcomer = await server.registerMerchant();
  const { applicationId } = await handIn(server, newcomer, "mainland", await goodAnswers(server, newcomer, "mainland"));
  await review(server, token, { merchantId: newcomer.userId, id: applicationId });
  return newcomer;
}

const FORMS = {
  sellerPerson: { add: calls.addPersonSeller, modify: calls.modifyPersonSeller, name: "idCardName" },
  sellerEnterprise: { add: calls.addEnterpriseSeller, modify: calls.modifyEnterpriseSeller, name: "enterpriseNameCh" },
  sellerHongkong: { add: calls.addHongkongSeller, modify: calls.modifyHongkongSeller, name: "companyNameCh" },
} as const;
type Form = keyof typeof FORMS;
/** The Hong Kong form's licence days travel as seconds, and "长期" cannot. */
const asSent = (form: Form, values: CertificationValues): CertificationValues =>
  form === "sellerHongkong" ? { ...values, blStartTime: "2019-04-16", blEndTime: "2031-05-01" } : values;
const caseOf = async (id: string) => (await server.call(calls.seller, { id }, merchant)).application;
const stateOf = async (id: string) =>
  (await server.call(calls.sellers, { pageNo: 1, pageSize: 100, order: "desc", filters: {} }, merchant)).records.find(
    (row) => row.id === id,
  );

test.each(Object.keys(FORMS) as Form[])(
  "%s: added, rejected in one field, corrected, approved, changed",
  async (form) => {
    const { add, modify, name } = FORMS[form];
    const answers = asSent(form, await goodAnswers(server, merchant, form));
    await expect(server.call(add, {}, merchant)).rejects.toMatchObject({ reason: "certification.incomplete" });
    const { id } = await server.call(add, answers, merchant);
    expect(await stateOf(id)).toMatchObject({ form, state: "waiting", sellerName: answers[name], bankCard: "" });
    const ref = async () => ({ merchantId: merchant.userId, id: (await caseOf(id)).applicationId });
    await review(server, token, await ref(), { websiteUrl: "打不开" });
    expect((await caseOf(id)).fields.filter(({ verdict }) => verdict === "rejected").map(({ path }) => path)).toEqual([
      "websiteUrl",
    ]);
    const modified = (given: CertificationValues) => server.call(modify, { ...given, id }, merchant);
    await expect(modified({ [name]: "别的名字", websiteUrl: "https://shop.example.com" })).rejects.toMatchObject({
      reason: "certification.field_locked",
    });
    await modified({ websiteUrl: "https://shop.example.com" });
    await review(server, token, await ref());
    expect((await stateOf(id))?.state).toBe("approved");
    const before = (await caseOf(id)).applicationId;
    await modified({ businessAddress: "深圳市福田区深南大道 1 号" });
    expect((await stateOf(id))?.state).toBe("waiting");
    expect((await caseOf(id)).applicationId).not.toBe(before);
    await review(server, token, await ref());
    const old = await server.call(certification.certificationApplication, { applicationId: before }, merchant);
    expect(old?.state).toBe("superseded");
    // A seller's papers say nothing about the merchant's own standing.
    expect((await server.call(certification.certificationView, {}, merchant)).status).toBe(3);
  },
);

test("Hong Kong licence days travel as seconds", async () => {
  const answers = await goodAnswers(server, merchant, "sellerHongkong");
  const seconds = (day: string) => startOfShanghaiDay(day).getTime() / 1000;
  const response = await fetch(server.url + fullPath(calls.addHongkongSeller), {
    method: "POST",
    headers: {
      authorization: `Bearer ${merchant.token}`,
      "content-type": "application/json",
      "idempotency-key": "hk-seconds",
    },
    body: JSON.stringify({ ...answers, blStartTime: seconds("2019-04-16"), blEndTime: seconds("2031-05-01") }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  expect((await caseOf(data.id)).values).toMatchObject({ blStartTime: "2019-04-16", blEndTime: "2031-05-01" });
});

const CARD = {
  cardholderName: "林见南",
  bankCardNum: "6214 8501 2345 6789",
  bankName: "招商银行",
  currency: "CNY",
  country: "CN",
  city: "深圳",
} as const;

test("a passed seller's card becomes a payee by the merchant's code, with the checks of any other payee", async () => {
  const form = "sellerPerson" as const;
  const { id: sellerId } = await server.call(
    calls.addPersonSeller,
    await goodAnswers(server, merchant, form),
    merchant,
  );
  const card = await server.call(
    calls.addSellerBankCard,
    { ...CARD, sellerId, bankCardNum: "6214850123456110" },
    merchant,
  );
  const adopt = async (over: object = {}) => {
    server.clock.advance({ seconds: 61 });
    await server.call(payees.sendAccountCode, {}, merchant);
    const verificationCode = await server.codeSentTo(merchant.mobile);
    return server.call(
      payees.adoptSeller,
      { cardId: card.id, bankCode: "308584000013", verificationCode, ...over },
      merchant,
    );
  };
  await expect(adopt()).rejects.toMatchObject({ reason: "seller.not_passed" });
  await review(server, token, { merchantId: merchant.userId, id: (await caseOf(sellerId)).applicationId });
  await expect(adopt({ verificationCode: "000000" })).rejects.toMatchObject({ reason: "identity.code_wrong" });
  const { id, state } = await adopt();
  // Where a check has doubts a person looks first, as with any other payee.
  expect(state).toBe("pending");
  const payee = await server.call(payees.payee, { id }, merchant);
  expect(payee).toMatchObject({ kind: "seller", holderName: CARD.cardholderName, currency: "CNY", lastFour: "6110" });
  expect(payee.restsFrom.getTime()).toBeGreaterThan(0);
  await expect(adopt()).rejects.toMatchObject({ reason: "payee.known" });
  const stranger = await certifiedMerchant();
  server.clock.advance({ seconds: 61 });
  await server.call(payees.sendAccountCode, {}, stranger);
  const verificationCode = await server.codeSentTo(stranger.mobile);
  await expect(server.call(payees.adoptSeller, { cardId: card.id, verificationCode }, stranger)).rejects.toMatchObject({
    reason: "not_found",
  });
});

test("bank cards: checked, sealed, shown by their last digits, one of them chosen", async () => {
  const { id: sellerId } = await server.call(
    calls.addPersonSeller,
    await goodAnswers(server, merchant, "sellerPerson"),
    merchant,
  );
  const add = (over: object) => server.call(calls.addSellerBankCard, { ...CARD, sellerId, ...over }, merchant);
  await expect(add({ bankCardNum: "6214850123456780" })).rejects.toHaveProperty("fields.bankCardNum");
  await expect(add({ country: "HK" })).rejects.toHaveProperty("fields.swiftCode");
  const first = await add({});
  expect(first).toMatchObject({ bankCardNum: "•••• 6789", chosen: true });
  const second = await add({
    country: "HK",
    currency: "HKD",
    bankCardNum: "012-345678-001",
    swiftCode: "hsbchkhh",
    city: "香港",
  });
  expect(second).toMatchObject({ swiftCode: "HSBCHKHH", chosen: false });
  await server.call(calls.chooseSellerBankCard, { sellerId, bankCardId: second.id }, merchant);
  // The number is never shown whole, so it need not be sent to change the rest; another country checks it anew.
  const { bankCardNum: _kept, ...rest } = CARD;
  const modified = (over: object) =>
    server.call(calls.modifySellerBankCard, { ...rest, id: first.id, city: "广州", ...over }, merchant);
  expect(await modified({})).toMatchObject({ bankCardNum: "•••• 6789", city: "广州" });
  await expect(modified({ bankCardNum: "6214850123456780" })).rejects.toHaveProperty("fields.bankCardNum");
  await expect(modified({ country: "HK" })).rejects.toHaveProperty("fields.swiftCode");
  const cards = await server.call(calls.sellerBankCards, { sellerId }, merchant);
  expect(cards.map(({ id, chosen, city }) => [id, chosen, city])).toEqual([
    [second.id, true, "香港"],
    [first.id, false, "广州"],
  ]);
  const stored = await server.database.query<{ whole: string }>(
    "select encode(number_sealed, 'escape') as whole from seller_bank_card",
  );
  expect(stored.some(({ whole }) => whole.includes("6214850"))).toBe(false);
  expect(await server.call(calls.unionBanks, { bankCardNum: "6214 8501" }, merchant)).toMatchObject({
    recognised: { bankName: "招商银行" },
  });
  expect((await server.call(calls.sellerConstants, {}, merchant)).productTypes).toHaveLength(36);
});

const fieldsOf = ({ input }: Endpoint): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : []);
let sent = 0;
async function ask(endpoint: Endpoint, who: TestMerchant, input: Record<string, unknown>) {
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
  const isGet = endpoint.method === "GET";
  const response = await fetch(server.url + path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${who.token}`,
      "idempotency-key": `sellers-${++sent}`,
      ...(!isGet && { "content-type": "application/json" }),
    },
    ...(!isGet && { body: JSON.stringify(input) }),
  });
  return { status: response.status, code: ((await response.json()) as { code: number }).code };
}

test("another merchant's seller and card do not exist, on every call that names one", { timeout: 60_000 }, async () => {
  const { id } = await server.call(
    calls.addPersonSeller,
    await goodAnswers(server, merchant, "sellerPerson"),
    merchant,
  );
  const card = await server.call(calls.addSellerBankCard, { ...CARD, sellerId: id }, merchant);
  const stranger = await certifiedMerchant();
  const isId = (field: string) => ["id", "sellerId", "bankCardId"].includes(field);
  const naming = Object.entries<Endpoint>(calls).filter(([, endpoint]) => fieldsOf(endpoint).some(isId));
  expect(naming.length).toBeGreaterThan(6);
  for (const [name, endpoint] of naming) {
    for (const theirs of [id, card.id]) {
      const input: Record<string, unknown> = { ...plausibleInput(endpoint), ...(name.includes("BankCard") && CARD) };
      for (const field of fieldsOf(endpoint).filter(isId)) input[field] = theirs;
      expect((await ask(endpoint, stranger, input)).status, name).toBe(404);
    }
  }
});
