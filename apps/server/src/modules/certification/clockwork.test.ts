import {
  certificationEndpoints as calls,
  homeEndpoints,
  messageEndpoints,
  sandboxControlEndpoints as sandbox,
} from "@coralhub/contract";
import { toShanghaiDay, type CertificationValues } from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assessed, correct, drawDocument, goodAnswers, handIn, typeDraft } from "./certification-fixture.ts";
import { SIMULATE_JOB } from "./simulate-review.ts";

let server: TestServer;
let admin: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = { token: await server.operatorToken("admin") };
  await server.call(calls.setSimulatedReviewer, { on: true, delaySeconds: 0 }, admin);
});
afterAll(() => server.close());

async function reaches(merchant: TestMerchant, status: number) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const view = await server.call(calls.certificationView, {}, merchant);
    if (view.status === status) return view;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`the merchant never came to ${status}`);
}

test(
  "a newcomer finishes alone: the simulated reviewer rejects, asks and approves by its visible rules",
  { timeout: 60_000 },
  async () => {
    expect((await server.call(calls.simulatedReviewer, {}, admin)).rules.length).toBeGreaterThan(3);
    const merchant = await server.registerMerchant();
    const answers = await goodAnswers(server, merchant, "mainland");
    await handIn(server, merchant, "mainland", { ...answers, businessAddress: "驳回路 1 号" });
    await reaches(merchant, 1);
    await correct(server, merchant, "mainland", { businessAddress: "补充路 1 号" });
    await reaches(merchant, 4);
    const { enquiries } = (await server.call(calls.certificationApplication, {}, merchant))!;
    await server.call(calls.answerEnquiry, { id: enquiries[0]!.id, text: "门牌已更新" }, merchant);
    expect((await reaches(merchant, 3)).userId).toMatch(/^OU/);
  },
);

/** The simulated reviewer has had its look: what it leaves alone can be seen without waiting for luck. */
async function simulated(applicationId: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const looks = await server.database.query<{ state: string }>(
      "select state from pgboss.job where name = $1 and data->>'applicationId' = $2",
      [SIMULATE_JOB, applicationId],
    );
    if (looks.some(({ state }) => state === "completed")) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`the simulated reviewer never looked at ${applicationId}`);
}

test.for([
  ["risky cases", { name: "欧阳慕白" }],
  ["cases that ask for a person by name", { companyName: "深圳市人工科技有限公司" }],
] as const)("%s are left to people", { timeout: 60_000 }, async ([, other]) => {
  const merchant = await server.registerMerchant();
  const { applicationId } = await handIn(server, merchant, "mainland", {
    ...(await goodAnswers(server, merchant, "mainland")),
    ...other,
  });
  await assessed(server, admin.token, { merchantId: merchant.userId, id: applicationId });
  await simulated(applicationId);
  expect((await server.call(calls.certificationView, {}, merchant)).status).toBe(2);
});

const ANYBODY = { name: "林见南", idCardNumber: "11010519491231002X" };

test("a face check: opened on a phone, three pictures, five minutes", async () => {
  const merchant = await server.registerMerchant();
  const phone = { address: merchant.address };
  await typeDraft(server, merchant, ANYBODY);
  const { faceAuthId, key } = await server.call(calls.faceKey, {}, merchant);
  expect(await server.call(calls.faceKey, {}, merchant)).toMatchObject({ faceAuthId, key });
  const poll = () => server.call(calls.faceResult, { faceAuthId }, merchant);
  expect(await poll()).toMatchObject({ state: "waiting", isFace: false });
  expect(await server.call(calls.openFacePage, { key }, phone)).toMatchObject({ state: "opened", attemptsLeft: 3 });
  expect(await poll()).toMatchObject({ state: "opened" });
  await expect(server.call(calls.openFacePage, { key: "x".repeat(43) }, phone)).rejects.toMatchObject({ status: 404 });
  const dark = new File([await darkPicture()], "dark.jpg", { type: "image/jpeg" });
  expect(await server.call(calls.takeFacePicture, { key, file: dark }, phone)).toMatchObject({
    state: "opened",
    attemptsLeft: 2,
  });
  expect(await server.call(calls.takeFacePicture, { key, file: await drawDocument() }, phone)).toMatchObject({
    state: "passed",
  });
  expect(await poll()).toMatchObject({ state: "passed", isFace: true });
  await expect(server.call(calls.takeFacePicture, { key, file: dark }, phone)).rejects.toMatchObject({
    reason: "face.spent",
  });

  const next = await server.call(calls.faceKey, {}, merchant);
  expect(next.faceAuthId).not.toBe(faceAuthId);
  await server.database.query("update face_check set expires_at = now() - interval '1 second' where id = $1", [
    next.faceAuthId,
  ]);
  expect(await server.call(calls.faceResult, { faceAuthId: next.faceAuthId }, merchant)).toMatchObject({
    state: "expired",
  });
  await expect(server.call(calls.openFacePage, { key: next.key }, phone)).rejects.toMatchObject({
    reason: "face.key_unknown",
  });
});

test("a face check speaks only for the person it was made for", async () => {
  const merchant = await server.registerMerchant();
  const other = await goodAnswers(server, merchant, "person");
  const one = await goodAnswers(server, merchant, "person");
  const { faceAuthId } = one;
  const submit = (answers: CertificationValues) => handIn(server, merchant, "person", { ...answers, faceAuthId });
  const refused = async (sent: Promise<unknown>) =>
    expect(sent).rejects.toHaveProperty("fields.faceAuthId", expect.stringContaining("另一个证件号码"));
  await refused(submit(other));
  const stranger = await server.registerMerchant();
  const { name, idCardNumber } = one;
  const theirs = { ...(await goodAnswers(server, stranger, "person")), name, idCardNumber, faceAuthId };
  await refused(handIn(server, stranger, "person", theirs));
  expect(await submit(one)).toHaveProperty("applicationId");
});

test("without a person there is no code for a face, and one made for another number takes no picture", async () => {
  const merchant = await server.registerMerchant();
  const ask = () => server.call(calls.faceKey, {}, merchant);
  await expect(ask()).rejects.toMatchObject({ reason: "face.person_missing" });
  await typeDraft(server, merchant, { name: ANYBODY.name });
  await expect(ask()).rejects.toMatchObject({ reason: "face.person_missing" });
  await typeDraft(server, merchant, ANYBODY);
  const { key } = await ask();
  await typeDraft(server, merchant, { ...ANYBODY, idCardNumber: "110105196001010011" });
  const phone = { address: merchant.address };
  await expect(server.call(calls.takeFacePicture, { key, file: await drawDocument() }, phone)).rejects.toMatchObject({
    reason: "face.person_changed",
  });
  expect((await ask()).key).not.toBe(key);
});

async function darkPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  return new Uint8Array(
    await sharp({ create: { width: 400, height: 400, channels: 3, background: "#020202" } })
      .jpeg()
      .toBuffer(),
  );
}

test(
  "documents that end are announced, then stop money, and a renewal brings it back",
  { timeout: 90_000 },
  async () => {
    const merchant = await server.registerMerchant();
    // The test may run at night, when nothing is sent to who wants to sleep.
    await server.call(messageEndpoints.setQuietNights, { on: false }, merchant);
    const inDays = (days: number) => toShanghaiDay(new Date(server.clock.now().getTime() + days * 86_400_000));
    await handIn(server, merchant, "mainland", {
      ...(await goodAnswers(server, merchant, "mainland")),
      iEndTime: inDays(61),
    });
    await reaches(merchant, 3);
    expect(await server.call(calls.certificationOverview, {}, merchant)).toMatchObject({ expiresOn: inDays(61) });
    const told = async (words: string) =>
      (await server.mailbox(merchant.mobile)).filter(({ text }) => text.includes(words)).length;
    const advance = (days: number) => server.call(sandbox.advanceClock, { hours: days * 24 }, admin);
    await advance(7);
    for (let attempt = 0; attempt < 400 && (await told("天到期")) === 0; attempt++)
      await new Promise((done) => setTimeout(done, 50));
    expect(await told("天到期")).toBe(1);
    await advance(30);
    const { todos } = await server.call(homeEndpoints.home, {}, merchant);
    expect(todos).toMatchObject([{ id: "certification-expiring" }]);
    await advance(30);
    await reaches(merchant, 5);
    expect(await correct(server, merchant, "mainland", { iEndTime: inDays(1_000) })).toMatchObject({
      status: 2,
      submissionKind: "renewal",
    });
    await reaches(merchant, 3);
  },
);
