import { certificationEndpoints as calls, sellerEndpoints } from "@coralhub/contract";
import type { CertificationValues } from "@coralhub/domain";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { expect, type Browser, type Page } from "@playwright/test";
import { BLANK, goodAnswers } from "./certification-steps.ts";
import { enterConsole, operatorToken } from "./console-steps.ts";
import { enterPortal, sandbox, visit } from "./portal-steps.ts";

export type CaseRef = { merchantId: string; id: string };
export const pathOf = ({ merchantId, id }: CaseRef): string => `/certification/${merchantId}/${id}`;

type Form = "mainland" | "hongkong";
type Given = { baseURL: string; merchant: TestMerchant };

async function withFiles({ baseURL, merchant }: Given, values: CertificationValues, file: File) {
  const { fileId } = await createCall(baseURL)(calls.uploadCertificationFile, { file }, merchant);
  return JSON.parse(JSON.stringify(values).replaceAll('"document"', JSON.stringify(fileId))) as CertificationValues;
}

/** Handed in beside the browser, for journeys that begin at the desk or after it. */
export async function handIn(
  baseURL: string,
  form: Form,
  other: CertificationValues = {},
  file = new File([BLANK], "材料.png", { type: "image/png" }),
): Promise<{ merchant: TestMerchant; ref: CaseRef }> {
  const merchant = await sandbox(baseURL).registerMerchant();
  const values = await withFiles({ baseURL, merchant }, goodAnswers(form, other), file);
  const submit = form === "mainland" ? calls.submitCompany : calls.submitAbroad;
  const { applicationId } = await createCall(baseURL)(submit, values, merchant);
  return { merchant, ref: { merchantId: merchant.userId, id: applicationId } };
}

/** The newest case of the account itself. */
export async function latestCase({ baseURL, merchant }: Given): Promise<CaseRef> {
  const found = await createCall(baseURL)(calls.certificationApplication, {}, merchant);
  return { merchantId: merchant.userId, id: found!.applicationId };
}

/** What the desk's page does, by its calls: takes the case, judges every field, decides. */
export async function decide(baseURL: string, ref: CaseRef, rejected: Record<string, string> = {}): Promise<void> {
  const call = createCall(baseURL);
  const token = await operatorToken(baseURL, "reviewer");
  await call(calls.takeCase, ref, { token });
  const { version, fields } = await assessed(baseURL, ref);
  const verdicts = fields.map(({ path }) => ({
    field: path,
    verdict: path in rejected ? ("rejected" as const) : ("accepted" as const),
    reason: rejected[path] ?? "",
  }));
  await call(calls.judgeFields, { ...ref, version, verdicts }, { token });
  const outcome = Object.keys(rejected).length > 0 ? "reject" : "approve";
  await call(calls.decideCase, { ...ref, version, outcome }, { token });
}

/** Lists and numbers are looked up beside the submission. */
async function assessed(baseURL: string, ref: CaseRef) {
  const call = createCall(baseURL);
  const token = await operatorToken(baseURL, "reviewer");
  for (const deadline = performance.now() + 20_000; performance.now() < deadline;) {
    const found = await call(calls.reviewCase, ref, { token });
    if (found.risk.assessed) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`application ${ref.id} was never assessed`);
}

export async function certifiedMerchant(baseURL: string, other: CertificationValues = {}): Promise<TestMerchant> {
  const { merchant, ref } = await handIn(baseURL, "mainland", other);
  await decide(baseURL, ref);
  return merchant;
}

/** A seller of this name whose papers have passed. */
export async function passedSeller(given: Given, idCardName: string): Promise<void> {
  const { baseURL, merchant } = given;
  const call = createCall(baseURL);
  const file = new File([BLANK], "材料.png", { type: "image/png" });
  const values = await withFiles(given, goodAnswers("sellerPerson", { idCardName }), file);
  const { id } = await call(sellerEndpoints.addPersonSeller, values, merchant);
  const { application } = await call(sellerEndpoints.seller, { id }, merchant);
  await decide(baseURL, { merchantId: merchant.userId, id: application.applicationId });
}

/** A case in the hands of this operator. */
export async function takeCase(page: Page, baseURL: string, path: string, role: "reviewer" | "admin"): Promise<void> {
  await enterConsole(page, baseURL, role);
  await page.goto(`/ops${path}`);
  await page.getByRole("button", { name: "领取这件" }).click();
  await expect(page.getByRole("button", { name: "放回" })).toBeVisible();
}

/** Somebody new, with a browser of their own. */
export async function newMerchant(browser: Browser, baseURL: string): Promise<Page> {
  const merchant = await sandbox(baseURL).registerMerchant();
  const page = await visit(browser, merchant.address);
  await enterPortal(page.context(), merchant);
  return page;
}
