import { certificationEndpoints as calls, fullPath } from "@coralhub/contract";
import {
  answersOf,
  isPrcIdNumber,
  isUscc,
  sampleAnswers,
  type CertificationForm,
  type CertificationValues,
  type PartRow,
} from "@coralhub/domain";
import { startTestServer, type TestMerchant, type TestServer } from "@coralhub/testkit";
import sharp from "sharp";

/** The portal's submit call of each form that certifies an account. */
export const ACCOUNT_FORMS = {
  person: { submit: calls.submitPerson, update: calls.updateCertification },
  mainland: { submit: calls.submitCompany, update: calls.updateCertification },
  hongkong: { submit: calls.submitAbroad, update: calls.updateCertification },
  bigMainland: { submit: calls.submitBigMainland, update: calls.updateBigMainland },
  bigHongkong: { submit: calls.submitBigHongkong, update: calls.updateBigHongkong },
} as const satisfies Partial<Record<CertificationForm, unknown>>;
export type AccountForm = keyof typeof ACCOUNT_FORMS;

/** A server whose simulated reviewer is off: tests decide themselves. */
export async function startDesk(): Promise<TestServer> {
  const server = await startTestServer();
  const token = await server.operatorToken("admin");
  await server.call(calls.setSimulatedReviewer, { on: false, delaySeconds: 0 }, { token });
  return server;
}

/** A picture of a document; `text` is what the sandbox's reader will find in it. */
export async function drawDocument(text?: Record<string, string>): Promise<Blob> {
  const drawn = sharp({ create: { width: 640, height: 400, channels: 3, background: "#eeeef2" } });
  const caption = text && `CORALHUB:${Buffer.from(JSON.stringify(text)).toString("base64")}`;
  const bytes = await (caption ? drawn.withExif({ IFD0: { ImageDescription: caption } }) : drawn).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], "证件.jpg", { type: "image/jpeg" });
}

export async function uploadDocument(server: TestServer, merchant: TestMerchant): Promise<string> {
  const file = await drawDocument();
  return (await server.call(calls.uploadCertificationFile, { file, document: "other" }, merchant)).fileId;
}

export const typeDraft = async (server: TestServer, merchant: TestMerchant, values: CertificationValues) =>
  server.call(calls.saveCertificationDraft, { form: "person", values }, merchant);

/** By the person of these answers, as the form is filled: first the person, then the face. */
export async function passFaceCheck(
  server: TestServer,
  merchant: TestMerchant,
  answers: CertificationValues,
): Promise<string> {
  await typeDraft(server, merchant, answers);
  const { faceAuthId, key } = await server.call(calls.faceKey, {}, merchant);
  await server.call(calls.takeFacePicture, { key, file: await drawDocument() }, { address: merchant.address });
  return faceAuthId;
}

let people = process.pid % 900;
const completed = (start: string, signs: string, isGood: (text: string) => boolean): string =>
  Array.from(signs, (sign) => start + sign).find(isGood)!;
/** Numbers nobody else has: sharing one with another account is a risk of its own. */
const freshNumber = {
  idNumber: () =>
    completed(
      `110105${1960 + (++people % 40)}0101${String(people % 1000).padStart(3, "0")}`,
      "0123456789X",
      isPrcIdNumber,
    ),
  uscc: () => completed(`91440300MA5${String(++people).padStart(6, "0")}`, "0123456789ABCDEFGHJKLMNPQRTUWXY", isUscc),
};

/** Every answer of a form, with documents of this merchant and a passed face check. */
export async function goodAnswers(
  server: TestServer,
  merchant: TestMerchant,
  form: CertificationForm,
): Promise<CertificationValues> {
  const fileId = await uploadDocument(server, merchant);
  const answers = sampleAnswers(form, () => fileId);
  for (const { field, path, values } of answersOf(form, answers)) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (field.kind === "text" && (field.check === "idNumber" || field.check === "uscc"))
      (values as PartRow)[name] = freshNumber[field.check]();
  }
  return form === "person" ? { ...answers, faceAuthId: await passFaceCheck(server, merchant, answers) } : answers;
}

export const handIn = async (
  server: TestServer,
  merchant: TestMerchant,
  form: AccountForm,
  values: CertificationValues,
) => server.call(ACCOUNT_FORMS[form].submit, values, merchant);
export const correct = async (
  server: TestServer,
  merchant: TestMerchant,
  form: AccountForm,
  values: CertificationValues,
) => server.call(ACCOUNT_FORMS[form].update, values, merchant);

export type Ref = { merchantId: string; id: string };
/** Waits until names and numbers have been looked up, as a reviewer would. */
export async function assessed(server: TestServer, token: string, ref: Ref) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const found = await server.call(calls.reviewCase, ref, { token });
    if (found.risk.assessed) return found;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`application ${ref.id} was never assessed`);
}

/** A reviewer takes a case, judges every field and decides. */
export async function review(server: TestServer, token: string, ref: Ref, rejected: Record<string, string> = {}) {
  const found = await assessed(server, token, ref);
  await server.call(calls.takeCase, ref, { token });
  const verdicts = found.fields.map(({ path }) =>
    rejected[path] === undefined
      ? { field: path, verdict: "accepted" as const, reason: "" }
      : { field: path, verdict: "rejected" as const, reason: rejected[path] },
  );
  await server.call(calls.judgeFields, { ...ref, version: found.version, verdicts }, { token });
  const outcome = Object.keys(rejected).length > 0 ? ("reject" as const) : ("approve" as const);
  return server.call(calls.decideCase, { ...ref, version: found.version, outcome }, { token });
}

/** Sends bytes as they are, whatever they are called. */
export async function sendFile(
  server: TestServer,
  merchant: TestMerchant,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
) {
  const form = new FormData();
  form.append("file", new File([bytes], name));
  const response = await fetch(server.url + fullPath(calls.uploadCertificationFile), {
    method: "POST",
    headers: { authorization: `Bearer ${merchant.token}` },
    body: form,
  });
  return {
    status: response.status,
    body: (await response.json()) as { code: number; msg: string; data?: { fileName: string } },
  };
}
