import { certificationEndpoints as calls, depositEndpoints, statementEndpoints } from "@coralhub/contract";
import { rowsOf, toShanghaiDay } from "@coralhub/domain";
import type { TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openToAll } from "../deposits/deposits-fixture.ts";
import {
  ACCOUNT_FORMS,
  correct,
  goodAnswers,
  handIn,
  review,
  startDesk,
  uploadDocument,
  type AccountForm,
} from "./certification-fixture.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startDesk();
  token = await server.operatorToken("reviewer");
});
afterAll(() => server.close());

/** What each form's reviewer finds wrong, and the answer that repairs it. */
const SLIP: Record<AccountForm, { path: string; repaired: string }> = {
  person: { path: "permanentAddress", repaired: "广东省深圳市南山区海天一路 8 号 1702" },
  mainland: { path: "companyEnName", repaired: "Shenzhen Nanyu Technology Company Limited" },
  hongkong: { path: "coAddress", repaired: "香港观塘巧明街 100 号 21 楼" },
  bigMainland: { path: "fundsSource", repaired: "货款，用于采购和物流" },
  bigHongkong: { path: "companyEnName", repaired: "Harbour Lan International Limited" },
};

test.each(Object.keys(ACCOUNT_FORMS) as AccountForm[])("%s: from empty over a rejection to certified", async (form) => {
  const merchant = await server.registerMerchant();
  const asked = { merchantId: merchant.userId };
  expect(await server.call(calls.certificationView, {}, merchant)).toEqual({ status: 0, userId: null });
  await expect(handIn(server, merchant, form, {})).rejects.toMatchObject({ reason: "certification.incomplete" });

  const answers = await goodAnswers(server, merchant, form);
  const receipt = await handIn(server, merchant, form, answers);
  expect(receipt).toMatchObject({ status: 2, version: 1, state: "waiting", submissionKind: "first" });
  await expect(handIn(server, merchant, form, answers)).rejects.toMatchObject({ reason: "certification.under_review" });

  const ref = { ...asked, id: receipt.applicationId };
  const { path, repaired } = SLIP[form];
  expect(await review(server, token, ref, { [path]: "与证件不符" })).toEqual({ state: "rejected" });
  expect(await server.call(calls.certificationView, {}, merchant)).toEqual({ status: 1, userId: null });
  const rejected = (await server.call(calls.certificationApplication, {}, merchant))!;
  expect(
    rejected.fields.filter(({ verdict }) => verdict === "rejected").map((field) => [field.path, field.reason]),
  ).toEqual([[path, "与证件不符"]]);

  // Only what was rejected is open, and it must really change.
  const locked = rejected.fields.find(({ verdict, path: other }) => verdict === "accepted" && /name/i.test(other))!;
  await expect(
    correct(server, merchant, form, { [locked.path]: "Another Name", [path]: repaired }),
  ).rejects.toMatchObject({
    reason: "certification.field_locked",
  });
  await expect(correct(server, merchant, form, {})).rejects.toMatchObject({ reason: "certification.nothing_changed" });
  expect(await correct(server, merchant, form, { [path]: repaired })).toMatchObject({
    status: 2,
    version: 2,
    number: receipt.number,
  });

  const again = await server.call(calls.reviewCase, ref, { token });
  expect(again.fields.filter(({ verdict }) => verdict === null).map((field) => field.path)).toEqual([path]);
  expect(again.fields.find((field) => field.path === path)).toMatchObject({
    text: repaired,
    before: answers[path] as string,
  });
  expect(await review(server, token, ref)).toEqual({ state: "approved" });
  const passed = await server.call(calls.certificationView, {}, merchant);
  expect(passed.status).toBe(3);
  expect(passed.userId).toMatch(/^OU[0-9A-Z]{8}$/);
  expect(await server.call(calls.authInfo, {}, merchant)).toEqual(passed);
  const big = await server.call(calls.bigCustomerInfo, {}, merchant);
  if (form.startsWith("big")) expect(big).toMatchObject({ applicationId: receipt.applicationId, form, version: 2 });
  else expect(big).toBeNull();
  const overview = await server.call(calls.certificationOverview, {}, merchant);
  expect(overview.bigCustomer).toBe(form.startsWith("big"));
  expect(overview.drafts).toEqual([]);
});

test("certified data changes while certified: money keeps moving, only what changed is looked at", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  const first = await handIn(server, merchant, "mainland", answers);
  await review(server, token, { merchantId: merchant.userId, id: first.applicationId });
  const { userId } = await server.call(calls.certificationView, {}, merchant);
  // Whoever stands in these papers may act for the company elsewhere.
  await openToAll({ call: server.call, admin: { token: await server.operatorToken("admin") } }, "on");
  const members = await server.call(depositEndpoints.searchMembers, {}, merchant);
  const [legal] = members;
  expect(Object.values(answers)).toContain(legal!.name);
  expect(await server.call(depositEndpoints.searchMembers, { keyword: legal!.name }, merchant)).toEqual([legal]);
  expect(await server.call(depositEndpoints.searchMembers, { keyword: "查无此人" }, merchant)).toEqual([]);
  expect(await server.call(depositEndpoints.searchMembers, {}, await server.registerMerchant())).toEqual([]);

  await expect(correct(server, merchant, "mainland", {})).rejects.toMatchObject({
    reason: "certification.nothing_changed",
  });
  const cbos = rowsOf(answers["cbos"]);
  const owner = {
    ...cbos[0]!,
    id: undefined,
    name: "周知夏",
    certType: "4",
    idCardNumber: "E12345678",
    shareRatio: "30",
  };
  const change = await correct(server, merchant, "mainland", {
    businessAddress: "深圳市南山区科苑路 15 号",
    cbos: [...cbos, owner],
  });
  expect(change).toMatchObject({ status: 15, submissionKind: "change", version: 1 });
  const ref = { merchantId: merchant.userId, id: change.applicationId };
  const open = (await server.call(calls.reviewCase, ref, { token })).fields.filter(({ verdict }) => verdict === null);
  expect(open.map(({ path }) => path.replace(/\.[0-9a-f-]{36}\./, ".*."))).toEqual([
    "businessAddress",
    ...["name", "certType", "idCardNumber", "country", "shareRatio", "iEndTime", "idCardImgFace", "idCardImgBack"].map(
      (name) => `cbos.*.${name}`,
    ),
  ]);
  expect(await review(server, token, ref, { businessAddress: "地址不完整" })).toEqual({ state: "rejected" });
  // A declined change leaves the certification as it was.
  expect(await server.call(calls.certificationView, {}, merchant)).toEqual({ status: 3, userId });
  expect(
    await correct(server, merchant, "mainland", { businessAddress: "深圳市南山区科苑路 15 号 B 座 1207" }),
  ).toMatchObject({ status: 15 });
  await review(server, token, ref);
  expect(await server.call(calls.certificationView, {}, merchant)).toEqual({ status: 3, userId });
  const old = await server.call(calls.certificationApplication, { applicationId: first.applicationId }, merchant);
  expect(old?.state).toBe("superseded");
  const stale = {
    merchantId: merchant.userId,
    id: first.applicationId,
    version: 1,
    questions: [{ field: "", text: "请说明" }],
  };
  await expect(server.call(calls.askMerchant, stale, { token })).rejects.toMatchObject({ reason: "state.changed" });
});

test("a company adds a director and takes one away", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "hongkong");
  const [director] = rowsOf(answers["boardMemberOwners"]);
  const two = [director!, { ...director!, id: "0193a000-0000-7000-8000-0000000000bb", name: "何嘉欣" }];
  const first = await handIn(server, merchant, "hongkong", { ...answers, boardMemberOwners: two });
  const ref = { merchantId: merchant.userId, id: first.applicationId };
  await review(server, token, ref, { [`boardMemberOwners.${two[1]!.id!}.name`]: "不是董事" });
  const update = { delBoardMemberIds: [two[1]!.id!] };
  await server.call(calls.updateCertification, update, merchant);
  const after = await server.call(calls.certificationApplication, {}, merchant);
  expect(rowsOf(after!.values["boardMemberOwners"] as never).map(({ name }) => name)).toEqual([director!["name"]]);
});

test("rows of a part are told apart, whatever ids they were sent with", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  const [owner] = rowsOf(answers["cbos"]);
  const twins = [
    { ...owner!, shareRatio: "30" },
    { ...owner!, name: "周知夏", shareRatio: "30" },
  ];
  const draft = await server.call(
    calls.saveCertificationDraft,
    { form: "mainland", values: { ...answers, cbos: twins } },
    merchant,
  );
  const ids = (draft.values["cbos"] as { id: string }[]).map(({ id }) => id);
  expect(ids[0]).toBe(owner!.id);
  expect(new Set(ids).size).toBe(2);
  const odd = { ...answers, cbos: [{ ...owner!, id: "cbos.0" }] };
  const again = await server.call(calls.saveCertificationDraft, { form: "mainland", values: odd }, merchant);
  expect((again.values["cbos"] as { id: string }[])[0]!.id).toMatch(/^[0-9a-f-]{36}$/);
});

test("a question on one field, its answer with a file, and the way back to the desk", async () => {
  const merchant = await server.registerMerchant();
  const first = await handIn(server, merchant, "mainland", await goodAnswers(server, merchant, "mainland"));
  const ref = { merchantId: merchant.userId, id: first.applicationId };
  await review(server, token, ref);
  // Long after approval, about a field and about a payment.
  const questions = [
    { field: "recordImage", text: "请补充最新章程" },
    { field: "", text: "请说明 11-02 收到的 9,310.00 美元" },
  ];
  await server.call(calls.askMerchant, { ...ref, version: 1, questions }, { token });
  expect(await server.call(calls.certificationView, {}, merchant)).toMatchObject({ status: 4, userId: null });
  const { enquiries } = (await server.call(calls.certificationApplication, {}, merchant))!;
  expect(enquiries.map(({ label, state }) => [label, state])).toEqual([
    ["公司章程或股权文件", "open"],
    ["其他事项", "open"],
  ]);
  const fileIds = [await uploadDocument(server, merchant)];
  await server.call(calls.answerEnquiry, { id: enquiries[0]!.id, text: "这是最新章程", fileIds }, merchant);
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(4);
  await expect(
    server.call(calls.answerEnquiry, { id: enquiries[0]!.id, text: "再说一次" }, merchant),
  ).rejects.toMatchObject({ reason: "certification.enquiry_settled" });
  await server.call(calls.answerEnquiry, { id: enquiries[1]!.id, text: "是老客户的尾款" }, merchant);
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(2);

  await server.call(
    calls.pursueEnquiry,
    { merchantId: merchant.userId, id: enquiries[1]!.id, text: "请上传合同" },
    { token },
  );
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(4);
  await server.call(calls.answerEnquiry, { id: enquiries[1]!.id, text: "合同见附件", fileIds }, merchant);
  const file = await server.call(calls.reviewDocument, { ...ref, fileId: fileIds[0]! }, { token });
  expect(file.contentType).toBe("image/jpeg");
  expect(await review(server, token, ref)).toEqual({ state: "approved" });
  const done = (await server.call(calls.certificationApplication, {}, merchant))!;
  expect(done.enquiries.map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(3);
});

test("a case that is asked about again and passes under another name leaves the papers of before with the old one", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  const { applicationId: id } = await handIn(server, merchant, "mainland", answers);
  const ref = { merchantId: merchant.userId, id };
  await review(server, token, ref);
  const day = toShanghaiDay(server.clock.now());
  const holderIn = async (period: string): Promise<string | undefined> => {
    const request = { grain: "day", period, currency: "USD", format: "camt053", language: "zh" } as const;
    const { blob } = await server.call(statementEndpoints.statementFile, request, merchant);
    return /<Nm>(.*?)<\/Nm>/.exec(await blob.text())?.[1];
  };
  const old = await holderIn(day);
  expect(old).toBeTruthy();
  server.clock.advance({ hours: 26 });
  await server.database.query("update session set created_at = $1, last_seen_at = $1", [server.clock.now()]);
  token = await server.operatorToken("reviewer");

  const questions = [{ field: "companyName", text: "营业执照上已是新名称" }];
  await server.call(calls.askMerchant, { ...ref, version: 1, questions }, { token });
  const { enquiries } = (await server.call(calls.certificationApplication, {}, merchant))!;
  await server.call(calls.answerEnquiry, { id: enquiries[0]!.id, text: "已更名" }, merchant);
  await review(server, token, ref, { companyName: "请填写新名称" });
  await correct(server, merchant, "mainland", { companyName: "深圳新屿科技有限公司" });
  expect(await holderIn(day)).toBe(old);
  expect(await review(server, token, ref)).toEqual({ state: "approved" });
  expect(await holderIn(day)).toBe(old);
  expect(await holderIn(toShanghaiDay(server.clock.now()))).not.toBe(old);
});
