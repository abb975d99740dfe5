import { depositEndpoints as calls, depositPartnerEndpoints as partner, messageEndpoints } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { drawPaper } from "../income/paper-fixture.ts";
import { beforeAll, expect, test } from "vitest";
import {
  ANSWERS,
  certifiedMerchant,
  handedOver,
  handInPapers,
  openingBecomes,
  openingOf,
  openToAll,
  partnerWill,
  travel,
  until,
  withDeposits,
  type DepositsServer,
} from "./deposits-fixture.ts";

let server: DepositsServer;
let reviewer: { token: string };
withDeposits((started) => void (server = started));
beforeAll(async () => {
  reviewer = { token: await server.operatorToken("reviewer") };
});

const refused = (reason: string): unknown => expect.objectContaining({ reason });
const apply = (who: TestMerchant) =>
  server.call(calls.applyForModule, { currencies: ["USD", "HKD"], agreed: true }, who);
const latestMessage = async (who: TestMerchant) =>
  (await server.call(messageEndpoints.messages, { sort: "createdAt" }, who)).records[0]!;

test("a person fills in the form and the partner opens the account; the desk sees it", async () => {
  const merchant = await certifiedMerchant(server);
  expect(await openingOf(server, merchant)).toMatchObject({ state: "none", needsOperators: false, answers: {} });
  await apply(merchant);
  await expect(apply(merchant)).rejects.toEqual(refused("deposit.account_waiting"));
  await expect(server.call(calls.openDepositAccount, {}, merchant)).rejects.toMatchObject({
    reason: "deposit.form_incomplete",
    fields: { fundSource: "请填写" },
  });
  await expect(
    server.call(calls.saveFinancialForm, { answers: { taxNumber: "一二三" } }, merchant),
  ).rejects.toBeDefined();
  const { taxNumber, ...first } = ANSWERS;
  await server.call(calls.saveFinancialForm, { answers: first }, merchant);
  await server.call(calls.saveFinancialForm, { answers: { taxNumber } }, merchant);
  await server.call(calls.openDepositAccount, {}, merchant);
  const opening = await openingBecomes(server, merchant, "open");
  expect(opening.events.map(({ action }) => action)).toEqual(["apply", "handIn", "pass", "approve"]);
  expect((await latestMessage(merchant)).title).toBe("理财账户已开通");
  await expect(apply(merchant)).rejects.toEqual(refused("deposit.account_open"));
  const { records } = await server.call(calls.depositOpenings, { filters: { merchantId: merchant.userId } }, reviewer);
  expect(records).toEqual([expect.objectContaining({ state: "open", currencies: ["USD", "HKD"] })]);
});

test("a company names its operators, each proves the address; a wrong code is counted", async () => {
  const merchant = await certifiedMerchant(server, "mainland", "深圳南屿科技有限公司");
  await apply(merchant);
  await server.call(calls.saveFinancialForm, { answers: ANSWERS }, merchant);
  await expect(server.call(calls.openDepositAccount, {}, merchant)).rejects.toEqual(refused("deposit.no_operator"));
  const operator = (name: string, email: string) =>
    server.call(calls.saveOperator, { name, duty: "maker", email }, merchant);
  const [first, second] = [await operator("周敏", "zhou.min@nanyu.test"), await operator("陈立", "chen.lu@nanyu.test")];
  await server.call(calls.openDepositAccount, {}, merchant);
  // A mistyped address never gets its code: it is put right while the others verify, and the code goes to the new one.
  const correct = (id: string, name: string, email: string) =>
    server.call(calls.saveOperator, { id, name, duty: "maker", email }, merchant);
  await correct(second.id, "陈立", "chen.li@nanyu.test");
  await expect(operator("多一位", "more@nanyu.test")).rejects.toEqual(refused("state.changed"));
  expect((await openingOf(server, merchant)).operators).toMatchObject([
    { name: "周敏", email: "zh***@nanyu.test", verifiedAt: null },
    { name: "陈立" },
  ]);
  const verify = (id: string, code: string) => server.call(calls.verifyOperator, { id, code }, merchant);
  await expect(verify(first.id, "000000")).rejects.toMatchObject({ reason: "deposit.operator_code_wrong" });
  expect(await verify(first.id, await server.codeSentTo("zhou.min@nanyu.test"))).toEqual({ state: "verifying" });
  await expect(correct(first.id, "周敏", "other@nanyu.test")).rejects.toEqual(refused("deposit.operator_verified"));
  const before = await server.codeSentTo("chen.li@nanyu.test");
  await server.call(calls.resendOperatorCode, { id: second.id }, merchant);
  const code = await until(async () => {
    const newest = await server.codeSentTo("chen.li@nanyu.test");
    return newest === before ? undefined : newest;
  });
  await partnerWill(server, { openings: "refuse" });
  expect(await verify(second.id, code)).toEqual({ state: "reviewing" });
  await openingBecomes(server, merchant, "declined");
  // Whoever was verified for the declined application is not asked again: it passes on with the papers alone.
  await partnerWill(server, {});
  await apply(merchant);
  expect(await server.call(calls.openDepositAccount, {}, merchant)).toEqual({ state: "reviewing" });
  const opening = await openingBecomes(server, merchant, "open");
  expect(opening.operators.every(({ verifiedAt }) => verifiedAt !== null)).toBe(true);
  expect(await server.codeSentTo("chen.li@nanyu.test")).toBe(code);
});

test("codes of operators are spent after five guesses", async () => {
  const merchant = await certifiedMerchant(server, "mainland", "深圳南屿科技有限公司");
  await apply(merchant);
  await server.call(calls.saveFinancialForm, { answers: ANSWERS }, merchant);
  const { id } = await server.call(
    calls.saveOperator,
    { name: "周敏", duty: "maker", email: "spent@nanyu.test" },
    merchant,
  );
  await server.call(calls.openDepositAccount, {}, merchant);
  const code = await server.codeSentTo("spent@nanyu.test");
  const wrong = code === "111111" ? "222222" : "111111";
  for (let guess = 0; guess < 5; guess++) {
    await expect(server.call(calls.verifyOperator, { id, code: wrong }, merchant)).rejects.toBeDefined();
  }
  await expect(server.call(calls.verifyOperator, { id, code }, merchant)).rejects.toEqual(
    refused("deposit.operator_code_spent"),
  );
  // The last one cannot be taken away.
  await expect(server.call(calls.removeOperator, { id }, merchant)).rejects.toEqual(refused("deposit.no_operator"));
});

test("fault 12: adding or correcting an operator and asking for a code again have one limit together", async () => {
  expect(calls.saveOperator).toMatchObject({ sendsCode: true, rateLimit: calls.resendOperatorCode.rateLimit });
  const merchant = await certifiedMerchant(server);
  const id = crypto.randomUUID();
  const reasons: string[] = [];
  for (let n = 0; n < calls.saveOperator.rateLimit!.limit; n++) {
    const again = server.call(calls.resendOperatorCode, { id }, merchant);
    reasons.push(await again.then(String, ({ reason }: { reason: string }) => reason));
  }
  expect(reasons).not.toContain("limit.too_many");
  const request = { name: "周敏", duty: "maker" as const, email: "zhou.min@nanyu.test" };
  await expect(server.call(calls.saveOperator, request, merchant)).rejects.toEqual(refused("limit.too_many"));
});

test("the partner asks, is answered, declines; the merchant may ask again", async () => {
  await partnerWill(server, { openings: "ask" });
  const merchant = await certifiedMerchant(server);
  await handInPapers(server, merchant);
  const asked = await openingBecomes(server, merchant, "asked");
  expect(asked.reason).toContain("资金来源");
  expect((await latestMessage(merchant)).needsAction).toBe(true);
  // The answer is taken without a word; the question told once more is no new question.
  await partnerWill(server, { openings: "silent" });
  await server.call(calls.answerPartner, { answer: "主要为 Amazon 北美站的销售收入" }, merchant);
  const reference = await until(async () => {
    const [row] = await server.database.query<{ reference: string }>(
      `select r.reference from sandbox_deposit_request r join deposit_account a on a.reference = r.reference
       where a.merchant_id = $1 and r.state = 'taken'`,
      [merchant.userId],
    );
    return row?.reference;
  });
  await handedOver(server, merchant, "deposit-partner.open");
  const says = async (decision: "ask" | "accept") =>
    (await server.call(partner.decidePartnerRequest, { reference, decision }, server.admin)).outcomes;
  expect(await says("ask")).toEqual(["repeated"]);
  expect((await openingOf(server, merchant)).state).toBe("reviewing");
  await server.database.query("update sandbox_deposit_request set state = 'taken' where reference = $1", [reference]);
  expect(await says("accept")).toEqual(["taken"]);
  await openingBecomes(server, merchant, "open");

  await partnerWill(server, { openings: "refuse" });
  const other = await certifiedMerchant(server);
  await handInPapers(server, other);
  expect((await openingBecomes(server, other, "declined")).reason).toBe("开户资料与公开登记信息不一致");
  await partnerWill(server, {});
  await handInPapers(server, other);
  await openingBecomes(server, other, "open");
});

test("what the partner asks for is answered with papers that reach it, whole, before it decides; nobody else's go along", async () => {
  await partnerWill(server, { openings: "ask" });
  const [merchant, other] = [await certifiedMerchant(server), await certifiedMerchant(server)];
  const upload = (who: TestMerchant) => server.call(calls.uploadDepositPaper, { file: drawPaper() }, who);
  // Nothing was asked for yet.
  await expect(upload(merchant)).rejects.toEqual(refused("state.changed"));
  for (const who of [merchant, other]) {
    await handInPapers(server, who);
    await openingBecomes(server, who, "asked");
  }
  const papers = [(await upload(merchant)).fileId, (await upload(merchant)).fileId];
  const foreign = (await upload(other)).fileId;
  const answer = (fileIds: string[]) =>
    server.call(calls.answerPartner, { answer: "主要为应用商店的分成，附结算单", papers: fileIds }, merchant);
  await expect(answer([foreign])).rejects.toEqual(refused("deposit.paper_unknown"));
  await answer(papers);
  const open = await openingBecomes(server, merchant, "open");
  expect(new Map(open.papers.map(({ fileId, receivedAt }) => [fileId, receivedAt !== null]))).toEqual(
    new Map(papers.map((fileId) => [fileId, true])),
  );
  expect(open.papers).toHaveLength(papers.length);
  const [account] = await server.database.query<{ reference: string }>(
    "select reference from deposit_account where merchant_id = $1",
    [merchant.userId],
  );
  const requests = await server.call(partner.depositPartnerRequests, {}, server.admin);
  const got = requests.find(({ reference }) => reference === account!.reference)!;
  const kept = await server.database.query<{ hash: string }>(
    "select encode(sha256, 'hex') as hash from file where id = any($1)",
    [papers],
  );
  expect(got.papers.map(({ sha256 }) => sha256)).toEqual(kept.map(({ hash }) => hash));
  // The desk reads the same, of this merchant only.
  const show = (fileId: string) => server.call(calls.depositPaper, { merchantId: merchant.userId, fileId }, reviewer);
  expect((await show(papers[0]!)).fileName).toBe("合同.png");
  await expect(show(foreign)).rejects.toEqual(refused("not_found"));
});

test("a silent partner is asked again; a word about an earlier attempt changes nothing", async () => {
  await partnerWill(server, { openings: "silent" });
  const merchant = await certifiedMerchant(server);
  await handInPapers(server, merchant);
  const reference = await until(async () => {
    const [row] = await server.database.query<{ reference: string }>(
      "select r.reference from sandbox_deposit_request r join deposit_account a on a.reference = r.reference where a.merchant_id = $1",
      [merchant.userId],
    );
    return row?.reference;
  });
  await server.database.query("update sandbox_deposit_request set state = 'accepted' where reference = $1", [
    reference,
  ]);
  server.clock.advance({ minutes: 15 });
  await server.runJob("deposits.ask-partner");
  await openingBecomes(server, merchant, "open");
  expect(
    (await server.call(partner.decidePartnerRequest, { reference, decision: "tellAgain" }, server.admin)).outcomes,
  ).toEqual(["repeated"]);
});

test("the consent ends after a year: reminded, expired, given again", async () => {
  const merchant = await certifiedMerchant(server);
  await handInPapers(server, merchant);
  const { authorisedUntil } = await openingBecomes(server, merchant, "open");
  await travel(server, new Date(authorisedUntil!.getTime() - 20 * 86_400_000), merchant);
  await server.runJob("deposits.remind");
  const told = await until(async () => {
    const message = await latestMessage(merchant);
    return message.title.includes("到期") ? message : undefined;
  });
  expect(told.title).toBe("理财账户授权将于 2027-11-16 到期");
  await travel(server, authorisedUntil!, merchant);
  await server.runJob("deposits.end-matured");
  await openingBecomes(server, merchant, "expired");
  const again = await server.call(calls.reauthorise, { agreed: true }, merchant);
  expect(again.state).toBe("reviewing");
  await openingBecomes(server, merchant, "open");
});

test("without the flag the calls do not exist; who is not certified may look, not ask", async () => {
  const fresh = await server.registerMerchant();
  expect((await openingOf(server, fresh)).state).toBe("none");
  await expect(apply(fresh)).rejects.toMatchObject({ code: 10403 });
  await openToAll(server, "off");
  await expect(openingOf(server, fresh)).rejects.toEqual(refused("not_found"));
  await openToAll(server, "on");
});
