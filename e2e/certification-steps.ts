import { certificationEndpoints } from "@coralhub/contract";
import {
  answersOf,
  formSpec,
  isPrcIdNumber,
  isUscc,
  LONG_TERM,
  sampleAnswers,
  type Answer,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import { createCall, driveDemo, type TestMerchant } from "@coralhub/testkit";
import { expect, type Locator, type Page } from "@playwright/test";

/** A picture as a phone would take it, drawn by the browser itself; `reading` is what the sandbox can read from it. */
export async function takePicture(page: Page, name: string, reading?: Record<string, string>) {
  const base64 = await page.evaluate((words) => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 400;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#f4ecd8";
    context.fillRect(0, 0, 640, 400);
    context.fillStyle = "#223";
    context.font = "32px sans-serif";
    context.fillText(words, 40, 80);
    return canvas.toDataURL("image/jpeg").split(",")[1]!;
  }, name);
  const picture = Buffer.from(base64, "base64");
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: reading ? withComment(picture, reading) : picture };
}

function withComment(jpeg: Buffer, reading: Record<string, string>): Buffer {
  const text = Buffer.from(`CORALHUB:${Buffer.from(JSON.stringify(reading)).toString("base64")}`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text, jpeg.subarray(2)]);
}

const at = (page: Page, place: string): Locator => page.locator(`#answer-${place.replaceAll(".", "-")}`);

/** Chooses a file for a document and sends it as it is. */
export async function uploadDocument(page: Page, place: string, fileName: string, reading?: Record<string, string>) {
  const control = at(page, place);
  await control.locator("input[type=file]").setInputFiles(await takePicture(page, fileName, reading));
  await page.getByRole("button", { name: "使用这张" }).click();
  await expect(control.getByRole("button", { name: "替换" })).toBeVisible();
  await expect(control.getByText("正在检查")).toBeHidden();
}

async function choose(page: Page, control: Locator, words: string): Promise<void> {
  await control.click();
  await control.pressSequentially(words).catch(() => undefined);
  await page.locator(".ant-select-item-option").filter({ hasText: words }).first().click();
}

/** Answers one question as a person would: by its control. */
async function answer(page: Page, { place, field }: Answer, value: string): Promise<void> {
  const control = at(page, place);
  switch (field.kind) {
    case "document":
      return uploadDocument(page, place, field.label);
    case "choice":
      if (Object.keys(field.options).length <= 3)
        return control.getByRole("radio", { name: field.options[value]!, exact: true }).check();
      await control.click();
      return page.locator(".ant-select-item-option").filter({ hasText: field.options[value]! }).first().click();
    case "country":
      return choose(page, control, "中国");
    case "businessItem":
    case "goods":
      return choose(page, control, "服装");
    case "mainBusinessType":
      return choose(page, control, "跨境电商卖家");
    case "date":
      if (value === LONG_TERM)
        return page.locator(".term", { has: control }).getByRole("checkbox", { name: /长期/ }).check();
      await control.fill(value);
      return control.press("Enter");
    case "face":
    case "agreement":
      return;
    default:
      return control.fill(value);
  }
}

let people = 0;
/** Numbers of a person and a company nobody else uses: a number used twice is a risk, and waits for people. */
function ownNumbers(): { idNumber: string; uscc: string } {
  const serial = (process.pid % 1_000) * 1_000 + ++people + (Date.now() % 600) * 1_000_000;
  const day = String(1 + (serial % 28)).padStart(2, "0");
  const head = `44030119${60 + (Math.floor(serial / 28) % 40)}05${day}${String(serial % 1_000).padStart(3, "0")}`;
  const idNumber = Array.from("0123456789X")
    .map((sign) => head + sign)
    .find(isPrcIdNumber)!;
  const body = `914403${String(serial % 1_000_000_000).padStart(9, "0")}MA`;
  const uscc = Array.from("0123456789ABCDEFGHJKLMNPQRTUWXY")
    .map((sign) => body + sign)
    .find(isUscc)!;
  return { idNumber, uscc };
}

/** Answers the sandbox's reviewer decides alone: every number is new. */
function certifiable(form: CertificationForm): CertificationValues {
  const own = (values: CertificationValues): CertificationValues => {
    const { idNumber, uscc } = ownNumbers();
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (Array.isArray(value)) return [name, value.map((row) => own(row) as typeof row)];
        if (value && typeof value === "object") return [name, own(value)];
        if (/^idCardN(umber|o)$/.test(name)) return [name, idNumber];
        return [name, value === "91350100M000100Y43" ? uscc : value];
      }),
    ) as CertificationValues;
  };
  return own(sampleAnswers(form, () => "document"));
}

/** Good answers for everything, with what a journey wants otherwise. */
export const goodAnswers = (form: CertificationForm, other: CertificationValues = {}): CertificationValues => ({
  ...certifiable(form),
  ...other,
});

/** Fills one step; parts of which none is needed are left alone. */
export async function fillSection(page: Page, form: CertificationForm, title: string, values: CertificationValues) {
  const section = formSpec(form).sections.find((candidate) => candidate.title === title)!;
  if ("group" in section && section.least === 0) return;
  await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeVisible();
  for (const question of answersOf(form, values).filter((candidate) => candidate.section === title))
    await answer(page, question, question.value);
}

export const next = (page: Page) => page.getByRole("button", { name: "下一步", exact: true }).click();

/** From an empty form to its last page. */
export async function fillForm(page: Page, form: CertificationForm, values: CertificationValues): Promise<void> {
  for (const { title } of formSpec(form).sections) {
    await fillSection(page, form, title, values);
    await next(page);
  }
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /资料真实/ }).check();
  await page.getByRole("button", { name: "提交审核", exact: true }).click();
}

/** A white picture; enough where nobody looks at it. */
export const BLANK = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Handed in beside the browser, for journeys that begin at the desk. */
export async function handIn(
  baseURL: string,
  form: "mainland" | "hongkong",
  other: CertificationValues,
): Promise<{ merchant: TestMerchant; path: string }> {
  const merchant = await driveDemo(baseURL).registerMerchant();
  const { token, address } = merchant;
  const call = createCall(baseURL);
  const file = new File([BLANK], "材料.png", { type: "image/png" });
  const { fileId } = await call(certificationEndpoints.uploadCertificationFile, { file }, { token, address });
  const withFile = (values: CertificationValues): CertificationValues =>
    JSON.parse(JSON.stringify(values).replaceAll('"document"', JSON.stringify(fileId))) as CertificationValues;
  const { submitCompany, submitAbroad } = certificationEndpoints;
  const submitCall = form === "mainland" ? submitCompany : submitAbroad;
  const { applicationId } = await call(submitCall, withFile(goodAnswers(form, other)), { token, address });
  const operator = await driveDemo(baseURL).operatorToken("reviewer");
  const { records } = await call(
    certificationEndpoints.reviewQueue,
    { pageSize: 100, filters: { state: ["waiting"] } },
    { token: operator },
  );
  const { merchantId } = records.find(({ id }) => id === applicationId)!;
  return { merchant, path: `/certification/${merchantId}/${applicationId}` };
}
