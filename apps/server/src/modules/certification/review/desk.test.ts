import { certificationEndpoints as calls, operationsEndpoints, type CallOutput } from "@coralhub/contract";
import type { TestMerchant, TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  assessed,
  correct,
  goodAnswers,
  handIn,
  review,
  startDesk,
  uploadDocument,
  type Ref,
} from "../certification-fixture.ts";

let server: TestServer;
let first: string;
let second: string;
beforeAll(async () => {
  server = await startDesk();
  first = await server.operatorToken("reviewer");
  second = await server.operatorToken("admin");
});
afterAll(() => server.close());

async function newCase(over: Record<string, string> = {}): Promise<{ merchant: TestMerchant; ref: Ref }> {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  const { applicationId } = await handIn(server, merchant, "mainland", { ...answers, ...over });
  return { merchant, ref: { merchantId: merchant.userId, id: applicationId } };
}
const nameOf = (token: string) => server.call(operationsEndpoints.me, {}, { token });
const acceptAll = (found: CallOutput<(typeof calls.reviewCase)["output"]>) =>
  found.fields.map(({ path }) => ({ field: path, verdict: "accepted" as const, reason: "" }));

test("one case, one reviewer: another cannot judge or decide it, and gets it when it was left lying", async () => {
  const { ref } = await newCase();
  const found = await assessed(server, first, ref);
  await expect(
    server.call(calls.judgeFields, { ...ref, version: 1, verdicts: acceptAll(found) }, { token: first }),
  ).rejects.toMatchObject({ reason: "review.not_held" });
  const taking = await Promise.allSettled([
    server.call(calls.takeCase, ref, { token: first }),
    server.call(calls.takeCase, ref, { token: second }),
  ]);
  expect(taking.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [winner, loser] = taking[0].status === "fulfilled" ? [first, second] : [second, first];
  await expect(server.call(calls.takeCase, ref, { token: loser })).rejects.toMatchObject({ reason: "review.held" });
  await server.call(calls.judgeFields, { ...ref, version: 1, verdicts: acceptAll(found) }, { token: winner });
  await expect(
    server.call(calls.decideCase, { ...ref, version: 1, outcome: "approve" }, { token: loser }),
  ).rejects.toMatchObject({ reason: "review.not_held" });
  await server.call(calls.releaseCase, ref, { token: winner });
  await server.call(calls.takeCase, ref, { token: loser });
  expect(await server.call(calls.reviewCase, ref, { token: loser })).toMatchObject({ holder: { mine: true } });
  await expect(server.call(calls.takeCase, ref, { token: winner })).rejects.toMatchObject({ reason: "review.held" });
  await server.database.query(
    "update certification_application set held_at = held_at - interval '31 minutes' where id = $1",
    [ref.id],
  );
  await server.call(calls.takeCase, ref, { token: winner });
});

test("a case is decided once, however many try at the same moment", async () => {
  const { merchant, ref } = await newCase();
  const found = await assessed(server, first, ref);
  await server.call(calls.takeCase, ref, { token: first });
  await server.call(calls.judgeFields, { ...ref, version: 1, verdicts: acceptAll(found) }, { token: first });
  const decide = () => server.call(calls.decideCase, { ...ref, version: 1, outcome: "approve" }, { token: first });
  const outcomes = await Promise.allSettled([decide(), decide(), decide(), decide()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(decide()).rejects.toMatchObject({ reason: "state.changed" });
  const { history } = (await server.call(calls.certificationApplication, {}, merchant))!;
  expect(history.filter(({ what }) => what === "审核通过")).toHaveLength(1);
});

test("nothing passes unread: every field, and the lists, come first", async () => {
  const { ref } = await newCase();
  const found = await assessed(server, first, ref);
  const decide = (outcome: "approve" | "reject" | "sendBack") =>
    server.call(calls.decideCase, { ...ref, version: 1, outcome }, { token: first });
  const judge = (verdicts: { field: string; verdict: "accepted" | "rejected"; reason?: string }[]) =>
    server.call(
      calls.judgeFields,
      { ...ref, version: 1, verdicts: verdicts.map((verdict) => ({ reason: "", ...verdict })) },
      { token: first },
    );
  await server.call(calls.takeCase, ref, { token: first });
  await expect(decide("approve")).rejects.toMatchObject({ reason: "review.undecided" });
  await expect(decide("reject")).rejects.toMatchObject({ reason: "review.nothing_rejected" });
  await expect(decide("sendBack")).rejects.toMatchObject({ reason: "state.changed" });
  await expect(judge([{ field: "companyName", verdict: "rejected" }])).rejects.toMatchObject({
    reason: "review.reason_missing",
  });
  await expect(judge([{ field: "cbos.nobody.name", verdict: "accepted" }])).rejects.toMatchObject({
    reason: "review.field_unknown",
  });
  await judge(acceptAll(found));
  await server.database.query("update certification_application set assessed_at = null where id = $1", [ref.id]);
  await expect(decide("approve")).rejects.toMatchObject({ reason: "review.not_assessed" });
  await judge([...acceptAll(found), { field: "companyName", verdict: "rejected", reason: "与证件不符" }]);
  await expect(decide("approve")).rejects.toMatchObject({ reason: "review.has_rejected" });
});

test("high risk needs a second pair of eyes, and the first cannot be both", async () => {
  const { merchant, ref } = await newCase({ name: "秦朔风" });
  const found = await assessed(server, first, ref);
  expect(found.risk).toMatchObject({ high: true, facts: [{ rule: "screeningHit" }] });
  expect(found.risk.facts[0]!.detail).toContain("制裁名单");
  expect(await review(server, first, ref)).toEqual({ state: "second" });
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(2);
  await server.call(calls.takeCase, ref, { token: first });
  await expect(
    server.call(calls.decideCase, { ...ref, version: 1, outcome: "approve" }, { token: first }),
  ).rejects.toMatchObject({ reason: "review.second_pair" });
  await server.call(calls.releaseCase, ref, { token: first });
  await server.call(calls.takeCase, ref, { token: second });
  expect(await server.call(calls.decideCase, { ...ref, version: 1, outcome: "sendBack" }, { token: second })).toEqual({
    state: "waiting",
  });
  expect(await review(server, first, ref)).toEqual({ state: "second" });
  await server.call(calls.takeCase, ref, { token: second });
  expect(await server.call(calls.decideCase, { ...ref, version: 1, outcome: "approve" }, { token: second })).toEqual({
    state: "approved",
  });
  // Risk and screening are ours to know.
  expect(JSON.stringify(await server.call(calls.certificationApplication, {}, merchant))).not.toMatch(/筛查|制裁|命中/);
});

test("a number used by another account is a fact the reviewer reads", async () => {
  const shared = "91350100M000100Y43";
  await newCase({ rcNo: shared }).then(({ ref }) => assessed(server, first, ref));
  const { ref } = await newCase({ rcNo: shared });
  expect((await assessed(server, first, ref)).risk.facts).toMatchObject([{ rule: "sharedDocument" }]);
});

test("every look at a case and at a document is on record, and only documents of the case can be read", async () => {
  const { merchant, ref } = await newCase();
  const found = await assessed(server, first, ref);
  const read = (fileId: string, of: Ref = ref) =>
    server.call(calls.reviewDocument, { ...of, fileId }, { token: first });
  await read(found.files[0]!.fileId);
  const unrelated = await uploadDocument(server, merchant);
  await expect(read(unrelated)).rejects.toMatchObject({ status: 404 });
  const other = await newCase();
  await expect(read(found.files[0]!.fileId, other.ref)).rejects.toMatchObject({ status: 404 });
  const records = await server.database.query<{ action: string }>(
    "select action from audit_entry where subject = $1 order by id",
    [`certification:${ref.merchantId}:${ref.id}`],
  );
  const counted = (action: string) => records.filter((record) => record.action === action).length;
  expect(counted("certification.document_read")).toBe(1);
  expect(counted("certification.viewed")).toBeGreaterThan(0);
});

test("the queue shows what waits with its promise, filters, and counts", async () => {
  const { ref } = await newCase();
  const page = await server.call(
    calls.reviewQueue,
    { pageNo: 1, pageSize: 100, order: "asc", filters: { state: ["waiting"], form: ["mainland"] } },
    { token: first },
  );
  const row = page.records.find(({ id }) => id === ref.id)!;
  expect(row).toMatchObject({ merchantId: ref.merchantId, form: "mainland", submissionKind: "first", version: 1 });
  expect(row.dueAt.getTime()).toBeGreaterThan(row.submittedAt.getTime());
  expect(page.records.every(({ state }) => state === "waiting")).toBe(true);
  const times = page.records.map(({ dueAt }) => dueAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const counts = await server.call(calls.reviewStatistics, {}, { token: first });
  expect(counts.waiting).toBe(page.total);
  expect(counts.days).toHaveLength(7);
  expect(counts.days.at(-1)!.approved).toBeGreaterThan(0);
});

test("freezing stops a merchant at once and unfreezing brings it back; both are told and recorded", async () => {
  const { merchant, ref } = await newCase();
  await review(server, first, ref);
  const freeze = { merchantId: merchant.userId, reason: "付款方投诉，核实中" };
  await server.call(calls.freezeMerchant, freeze, { token: first });
  expect(await server.call(calls.certificationView, {}, merchant)).toEqual({ status: 9, userId: null });
  expect(await server.call(calls.certificationOverview, {}, merchant)).toMatchObject({ frozenReason: freeze.reason });
  await expect(correct(server, merchant, "mainland", { businessAddress: "别处" })).rejects.toMatchObject({
    reason: "certification.frozen",
  });
  await expect(server.call(calls.freezeMerchant, freeze, { token: first })).rejects.toMatchObject({
    reason: "state.changed",
  });
  await server.call(calls.unfreezeMerchant, { ...freeze, reason: "已核实无误" }, { token: first });
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(3);
});

test("nobody becomes certified by having been frozen", async () => {
  const statusOf = async (merchant: TestMerchant) => (await server.call(calls.certificationView, {}, merchant)).status;
  const freezeAndBack = async (merchant: TestMerchant, between?: () => Promise<unknown>) => {
    const input = { merchantId: merchant.userId, reason: "付款方投诉，核实中" };
    await server.call(calls.freezeMerchant, input, { token: first });
    await between?.();
    await server.call(calls.unfreezeMerchant, input, { token: first });
  };
  const asked = await newCase();
  await assessed(server, first, asked.ref);
  await server.call(calls.takeCase, asked.ref, { token: first });
  const questions = [{ field: "", text: "请说明股权结构" }];
  await server.call(calls.askMerchant, { ...asked.ref, version: 1, questions }, { token: first });
  await freezeAndBack(asked.merchant);
  expect(await statusOf(asked.merchant)).toBe(4);

  const passed = await newCase();
  await review(server, first, passed.ref);
  await freezeAndBack(passed.merchant, () =>
    server.database.query("update certification set expires_on = current_date - 1 where merchant_id = $1", [
      passed.merchant.userId,
    ]),
  );
  expect(await statusOf(passed.merchant)).toBe(5);

  const changing = await newCase();
  await review(server, first, changing.ref);
  await correct(server, changing.merchant, "mainland", { businessAddress: "深圳市福田区深南大道 1 号" });
  await freezeAndBack(changing.merchant);
  expect(await statusOf(changing.merchant)).toBe(15);
});

test("a case is given to a colleague by name; not to one who cannot, and not against whoever is at it", async () => {
  const { ref } = await newCase();
  const colleagues = await server.call(calls.reviewers, {}, { token: first });
  const [reviewer, admin] = [await nameOf(first), await nameOf(second)];
  expect(colleagues.map(({ id }) => id)).toEqual(expect.arrayContaining([reviewer.id, admin.id]));
  const finance = await nameOf(await server.operatorToken("finance"));
  expect(colleagues.map(({ id }) => id)).not.toContain(finance.id);
  const assign = (token: string, operatorId: string, note?: string) =>
    server.call(calls.assignCase, { ...ref, operatorId, ...(note && { note }) }, { token });

  await expect(assign(first, finance.id)).rejects.toMatchObject({ reason: "review.no_such_colleague" });
  await assign(first, admin.id, "香港公司，您更熟悉");
  const given = await server.call(calls.reviewCase, ref, { token: second });
  expect(given).toMatchObject({ holder: { name: admin.name, mine: true } });
  expect(given.history.at(-1)).toMatchObject({
    what: `交给 ${admin.name}`,
    actor: reviewer.name,
    detail: "香港公司，您更熟悉",
  });
  await expect(assign(first, reviewer.id)).rejects.toMatchObject({ reason: "review.held" });
  // An admin moves any case, also one a colleague has in hand.
  await assign(second, reviewer.id);
  await assign(second, admin.id);
  const [row] = await server.database.query<{ count: string }>(
    "select count(*) from audit_entry where action = 'certification.assigned' and subject like $1",
    [`%${ref.id}`],
  );
  expect(Number(row!.count)).toBe(3);
});

test("who proposed an approval is not given the second look", async () => {
  const { ref } = await newCase({ dirCountry: "VN" });
  const found = await assessed(server, first, ref);
  await server.call(calls.takeCase, ref, { token: first });
  await server.call(calls.judgeFields, { ...ref, version: 1, verdicts: acceptAll(found) }, { token: first });
  expect(
    await server.call(calls.decideCase, { ...ref, version: 1, outcome: "approve" }, { token: first }),
  ).toMatchObject({ state: "second" });
  const toProposer = { ...ref, operatorId: (await nameOf(first)).id };
  await expect(server.call(calls.assignCase, toProposer, { token: second })).rejects.toMatchObject({
    reason: "review.second_pair",
  });
});

test("the queue is searched by any part of a name, in any script, and by merchant", async () => {
  const { ref } = await newCase({ companyName: "厦门市澜汐%进出口Lanxi_Trade有限公司" });
  const found = async (filters: Record<string, string>) => {
    const { records } = await server.call(calls.reviewQueue, { pageSize: 100, filters }, { token: first });
    return records.map(({ id }) => id);
  };
  for (const part of ["澜", "澜汐", "汐%进", "lanxi_", "口LANXI", "厦门市澜汐%进出口Lanxi_Trade有限公司"])
    expect(await found({ subjectName: part }), part).toContain(ref.id);
  for (const part of ["汐澜", "澜汐_", "lanxi-"])
    expect(await found({ subjectName: part }), part).not.toContain(ref.id);
  expect(await found({ merchantId: ref.merchantId })).toEqual([ref.id]);
  expect(await found({ merchantId: "no id" })).toEqual([]);
});
