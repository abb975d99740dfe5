import { beneficiaryEndpoints as calls, identityEndpoints, type CallInput } from "@coralhub/contract";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: TestServer;
let reviewer: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  reviewer = { token: await server.operatorToken("reviewer") };
});
afterAll(() => server.close());

const refused = (reason: string, more: object = {}): unknown => expect.objectContaining({ reason, ...more });
async function company(): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = 'mainland', subject_name = '深圳南屿科技有限公司',
       open_user_id = 'OU' || $1::text where merchant_id = $1`,
    [merchant.userId],
  );
  return merchant;
}
async function codeFor(merchant: TestMerchant): Promise<string> {
  server.clock.advance({ seconds: 61 });
  await server.call(calls.sendAccountCode, {}, merchant);
  return server.codeSentTo(merchant.mobile);
}
type Supplier = CallInput<typeof calls.addSupplier.input>;
const GERMAN: Omit<Supplier, "verificationCode"> = {
  supplierName: "  Nordlicht Logistik GmbH ",
  bankAccount: "de89 3704 0044 0532 0130 00",
  bankCurrency: "EUR",
  supplierCountryCode: "DE",
  swiftCode: "cobadeff",
  bankAccountHolder: "NORDLICHT LOGISTIK GMBH",
  firstName: "NORDLICHT LOGISTIK GMBH",
  lastName: "",
};

test("a supplier is written down as its country wants it: trimmed, without gaps, its bank named by its code", async () => {
  const merchant = await company();
  const verificationCode = await codeFor(merchant);
  const wrong = { ...GERMAN, bankAccount: "DE89370400440532013001", verificationCode };
  await expect(server.call(calls.addSupplier, wrong, merchant)).rejects.toEqual(
    refused("input.invalid", { fields: { bankAccount: "IBAN 校验不通过，有一位多半抄错了" } }),
  );
  const { id, state } = await server.call(calls.addSupplier, { ...GERMAN, verificationCode }, merchant);
  expect(state).toBe("approved");
  const seen = await server.call(calls.payee, { id }, merchant);
  expect(seen).toMatchObject({
    name: "Nordlicht Logistik GmbH",
    bankName: "Commerzbank",
    lastFour: "3000",
    route: "IBAN",
  });
  expect(seen.details).toEqual({ swiftCode: "COBADEFF", bankName: "Commerzbank" });
  expect(seen.timeline.map(({ action }) => action)).toEqual(["add", "clear"]);
  await expect(
    server.call(calls.addSupplier, { ...GERMAN, verificationCode: await codeFor(merchant) }, merchant),
  ).rejects.toEqual(refused("payee.known"));
  const stored = await server.database.query<{ text: string }>(
    "select b::text as text from beneficiary b where merchant_id = $1",
    [merchant.userId],
  );
  expect(stored[0]!.text).not.toContain("0532013000");
});

test("whom the lists know, and a bank in no list, waits for a reviewer, who may list the bank", async () => {
  const merchant = await company();
  const listed = { ...GERMAN, supplierName: "GOLDEN DUNE SHIPPING FZE", bankAccountHolder: "GOLDEN DUNE SHIPPING FZE" };
  const doubtful = await server.call(
    calls.addSupplier,
    { ...listed, verificationCode: await codeFor(merchant) },
    merchant,
  );
  expect(doubtful.state).toBe("pending");
  const key = { merchantId: merchant.userId, id: doubtful.id };
  const { findings } = await server.call(calls.payeeCase, key, reviewer);
  expect(findings.length).toBeGreaterThan(0);
  const decline = { ...key, decision: "decline", reason: "在制裁名单上" } as const;
  expect(await server.call(calls.decidePayee, decline, reviewer)).toMatchObject({ state: "declined" });
  expect(await server.call(calls.payee, { id: doubtful.id }, merchant)).toMatchObject({ reason: "在制裁名单上" });

  const unlisted = { ...GERMAN, swiftCode: "ABCDDEFF", bankName: "Neue Bank", bankAccount: "DE02120300000000202051" };
  const { id, state } = await server.call(
    calls.addSupplier,
    { ...unlisted, verificationCode: await codeFor(merchant) },
    merchant,
  );
  expect(state).toBe("pending");
  await server.call(calls.listBank, { scheme: "bic", code: "ABCDDEFF", name: "Neue Bank" }, reviewer);
  const approve = { merchantId: merchant.userId, id, decision: "approve" } as const;
  expect(await server.call(calls.decidePayee, approve, reviewer)).toMatchObject({ state: "approved" });
  const third = { ...unlisted, bankAccount: "DE75512108001245126199" };
  const known = await server.call(calls.addSupplier, { ...third, verificationCode: await codeFor(merchant) }, merchant);
  expect(known.state).toBe("approved");
});

test("a changed account rests anew and keeps a signed difference; its whole number needs a fresh proof", async () => {
  const merchant = await company();
  const { id } = await server.call(
    calls.addSupplier,
    { ...GERMAN, verificationCode: await codeFor(merchant) },
    merchant,
  );
  const before = await server.call(calls.payee, { id }, merchant);
  const changed = {
    ...GERMAN,
    supplierId: id,
    bankAccount: "DE75512108001245126199",
    verificationCode: await codeFor(merchant),
  };
  expect(await server.call(calls.changeSupplier, changed, merchant)).toEqual({ id, state: "approved" });
  const after = await server.call(calls.payee, { id }, merchant);
  expect(after.version).toBe(2);
  expect(after.restsFrom.getTime()).toBeGreaterThan(before.restsFrom.getTime());
  expect(after.changes).toMatchObject([
    { version: 2, genuine: true, fields: { accountNumber: ["尾号 3000", "尾号 6199"] } },
  ]);
  await server.database.query(
    'update beneficiary_version set difference = \'{"accountNumber": ["尾号 3000", "尾号 0000"]}\' where beneficiary_id = $1',
    [id],
  );
  expect((await server.call(calls.payee, { id }, merchant)).changes[0]!.genuine).toBe(false);
  await expect(server.call(calls.revealNumber, { id }, merchant)).rejects.toEqual(refused("identity.step_up_needed"));
  await server.call(identityEndpoints.sendStepUpCode, {}, merchant);
  const verifyCode = await server.codeSentTo(merchant.mobile);
  const { token } = await server.call(identityEndpoints.stepUp, { verifyCode }, merchant);
  const whole = await server.call(calls.revealNumber, { id }, { ...merchant, token });
  expect(whole.accountNumber).toBe("DE75512108001245126199");
});

test("a link is filled in once, by nobody twice, and becomes a payee only by the merchant's code", async () => {
  const merchant = await company();
  const wish = { name: "NORDLICHT", country: "DE", currency: "EUR" } as const;
  const { id, secret } = await server.call(calls.sendLink, wish, merchant);
  expect(await server.call(calls.openLink, { secret })).toMatchObject({ country: "DE", currency: "EUR" });
  await expect(
    server.call(calls.acceptLink, { id, verificationCode: await codeFor(merchant) }, merchant),
  ).rejects.toEqual(refused("payee.link_not_filled"));
  // What country and currency are is the merchant's word, whatever is sent.
  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, () => server.call(calls.fillLink, { ...GERMAN, bankCurrency: "USD", secret })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(server.call(calls.openLink, { secret })).rejects.toEqual(refused("payee.link_dead"));
  const [link] = await server.call(calls.payeeLinks, {}, merchant);
  expect(link).toMatchObject({ id, filled: { holderName: "NORDLICHT LOGISTIK GMBH", lastFour: "3000" } });
  const saved = await server.call(calls.acceptLink, { id, verificationCode: await codeFor(merchant) }, merchant);
  expect(saved.state).toBe("approved");
  expect(await server.call(calls.payeeLinks, {}, merchant)).toEqual([]);
});

test("own accounts: the first of a currency is the default, another can be, a stopped one is none", async () => {
  const merchant = await company();
  const add = async (bankNo: string) =>
    server.call(
      calls.addOwnAccount,
      {
        bankNo,
        clearCode: "308584000013",
        currency: "CNY",
        bankCountryCode: "CN",
        nameOfAccountHolder: "深圳南屿科技有限公司",
        verificationCode: await codeFor(merchant),
      },
      merchant,
    );
  const [first, second] = [await add("755948216010831"), await add("755948216010832")];
  const defaults = async () =>
    (await server.call(calls.ownAccounts, {}, merchant)).filter((one) => one.isDefault).map((one) => one.id);
  expect(await defaults()).toEqual([first.id]);
  await server.call(calls.chooseDefault, { id: second.id }, merchant);
  expect(await defaults()).toEqual([second.id]);
  await server.call(calls.removeOwnAccount, { bid: second.id }, merchant);
  expect(await defaults()).toEqual([]);
  const banks = await server.call(calls.hongkongBanks, {}, merchant);
  expect(banks.find(({ code }) => code === "004")?.name).toBe("HSBC");
  const { forms } = await server.call(calls.bankForms, { country: "VN", currency: "VND" }, merchant);
  expect(forms[0]!.fields.map(({ name }) => name)).toEqual(["swiftCode", "accountNumber", "bankName", "purpose"]);
});
