import { certificationEndpoints as calls, fullPath, type Endpoint, type Endpoints } from "@coralhub/contract";
import type { CertificationValues } from "@coralhub/domain";
import type { TestMerchant, TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { plausibleInput } from "../../http/bad-requests.ts";
import {
  correct,
  goodAnswers,
  handIn,
  passFaceCheck,
  review,
  startDesk,
  uploadDocument,
} from "./certification-fixture.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startDesk();
  token = await server.operatorToken("reviewer");
});
afterAll(() => server.close());

type Named = { name: string; endpoint: Endpoint };
const named = (tables: Record<string, Endpoints>): Named[] =>
  Object.entries(tables).flatMap(([module, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
  );
const fieldsOf = ({ input }: Endpoint): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : []);

let sent = 0;
async function ask(endpoint: Endpoint, merchant: TestMerchant, input: Record<string, unknown>) {
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
  const isGet = endpoint.method === "GET";
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const response = await fetch(server.url + path + (isGet ? `?${query}` : ""), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${merchant.token}`,
      "idempotency-key": `guarded-${++sent}`,
      ...(!isGet && { "content-type": "application/json" }),
    },
    ...(!isGet && { body: JSON.stringify(input) }),
  });
  const body = (await response.json().catch(() => ({}))) as { code?: number; fields?: Record<string, string> };
  return { status: response.status, code: body.code, fields: body.fields };
}

test(
  "another merchant's application, file, draft, question and face check do not exist",
  { timeout: 60_000 },
  async () => {
    const owner = await server.registerMerchant();
    const { applicationId } = await handIn(server, owner, "mainland", await goodAnswers(server, owner, "mainland"));
    const ref = { merchantId: owner.userId, id: applicationId };
    await review(server, token, ref);
    const questions = [{ field: "recordImage", text: "请补充最新章程" }];
    await server.call(calls.askMerchant, { ...ref, version: 1, questions }, { token });
    await server.call(calls.saveCertificationDraft, { form: "mainland", values: { companyName: "草稿公司" } }, owner);
    const own = (await server.call(calls.certificationApplication, {}, owner))!;
    const face = (await goodAnswers(server, owner, "person"))["faceAuthId"] as string;
    const file = await uploadDocument(server, owner);
    const ids = [applicationId, own.enquiries[0]!.id, own.files[0]!.fileId, file, face, owner.userId];
    const fingerprint = async () =>
      JSON.stringify([
        await server.call(calls.certificationApplication, {}, owner),
        await server.call(calls.certificationDraft, { form: "mainland" }, owner),
      ]);
    const before = await fingerprint();

    const stranger = await server.registerMerchant();
    const isId = (field: string) => ["id", "applicationId", "subjectId", "faceAuthId"].includes(field);
    const naming = named({ certification: calls }).filter(
      ({ endpoint }) =>
        endpoint.access === "merchant" && fieldsOf(endpoint).some(isId) && !endpoint.path.endsWith("Submit"),
    );
    expect(naming.length).toBeGreaterThan(5);
    for (const { name, endpoint } of naming) {
      if (fieldsOf(endpoint).includes("delBoardMemberIds")) continue;
      for (const id of ids) {
        const input: Record<string, unknown> = { ...plausibleInput(endpoint), values: {} };
        for (const field of fieldsOf(endpoint).filter(isId)) input[field] = id;
        delete input["fileIds"];
        expect((await ask(endpoint, stranger, input)).status, `${name} ${id}`).toBe(404);
      }
    }
    // Named inside a form, another's file or face check is as good as none.
    const answers = await goodAnswers(server, stranger, "person");
    const refused = handIn(server, stranger, "person", { ...answers, idCardImgFace: file, faceAuthId: face });
    await expect(refused).rejects.toMatchObject({ reason: "certification.incomplete" });
    await refused.catch(({ fields }: { fields: Record<string, string> }) =>
      expect(Object.keys(fields).toSorted()).toEqual(["faceAuthId", "idCardImgFace"]),
    );
    expect(await fingerprint()).toBe(before);
  },
);

test("a number sent back is corrected with a face of its own, and never under the face of the old one", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "person");
  const { applicationId } = await handIn(server, merchant, "person", answers);
  await review(server, token, { merchantId: merchant.userId, id: applicationId }, { idCardNumber: "号码看不清" });
  const { idCardNumber } = await goodAnswers(server, merchant, "mainland");
  const corrected = { ...answers, idCardNumber } as CertificationValues;
  await expect(correct(server, merchant, "person", corrected)).rejects.toHaveProperty(
    "fields.faceAuthId",
    expect.stringContaining("另一个证件号码"),
  );
  const faceAuthId = await passFaceCheck(server, merchant, corrected);
  expect(await correct(server, merchant, "person", { ...corrected, faceAuthId })).toMatchObject({ status: 2 });
});

test("documents and answers lie sealed, and the log holds none of them", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  await server.call(calls.saveCertificationDraft, { form: "mainland", values: answers }, merchant);
  const { applicationId } = await handIn(server, merchant, "mainland", answers);
  const rows = await server.database.query<{ whole: string }>(
    "select encode(answers, 'escape') as whole from certification_submission where application_id = $1",
    [applicationId],
  );
  expect(rows).toHaveLength(1);
  const secret = answers["idCardNumber"] as string;
  expect(rows[0]!.whole).not.toContain(secret);
  const everywhere = await server.database.query<{ count: number }>(
    `select count(*)::int as count from audit_entry where detail::text like '%' || $1 || '%'`,
    [secret],
  );
  expect(everywhere[0]!.count).toBe(0);
});

test("the same submission sent twice is one application", async () => {
  const merchant = await server.registerMerchant();
  const answers = await goodAnswers(server, merchant, "mainland");
  const once = { ...merchant, idempotencyKey: "one-submission" };
  const first = await server.call(calls.submitCompany, answers, once);
  expect(await server.call(calls.submitCompany, answers, once)).toEqual(first);
  await expect(server.call(calls.submitCompany, { ...answers, companyName: "另一家公司" }, once)).rejects.toMatchObject(
    { reason: "idempotency.reused" },
  );
});
