import {
  answersOf,
  countryName,
  formSpec,
  isPrcIdNumber,
  isUscc,
  LONG_TERM,
  nameIn,
  sampleAnswers,
  type Answer,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import { choose } from "./console-steps.ts";
import { next } from "./wizard-steps.ts";

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

/** Chooses a picture of a document and sends it as it is. */
export async function uploadDocument(page: Page, place: string, fileName: string, reading?: Record<string, string>) {
  const control = at(page, place);
  await control.locator("input[type=file]").setInputFiles(await takePicture(page, fileName, reading));
  await page.getByRole("button", { name: "使用这张" }).click();
  await arrived(control);
}

/** A scan needs no cutting: chosen, it is on its way. */
export async function uploadScan(page: Page, place: string, fileName: string): Promise<void> {
  const control = at(page, place);
  const scan = { name: `${fileName}.pdf`, mimeType: "application/pdf", buffer: SCAN };
  await control.locator("input[type=file]").setInputFiles(scan);
  await expect(control.getByText(scan.name)).toBeVisible();
  await arrived(control);
}

async function arrived(control: Locator): Promise<void> {
  await expect(control.getByRole("button", { name: "替换" })).toBeVisible();
  await expect(control.getByText(/正在检查|已上传 \d+%/)).toBeHidden();
}

/** Answers one question as a person would: by its control. */
async function answer(page: Page, { place, field }: Answer, value: string): Promise<void> {
  const control = at(page, place);
  switch (field.kind) {
    case "document":
      if (field.document === "idCardFront") return uploadDocument(page, place, field.label);
      return uploadScan(page, place, field.label);
    case "choice":
      if (Object.keys(field.options).length <= 3)
        return control.getByRole("radio", { name: field.options[value]!, exact: true }).check();
      return choose(control, field.options[value]!);
    case "country":
      return choose(control, countryName(value), countryName(value));
    case "businessItem":
    case "goods":
      return choose(control, "服装", "服装");
    case "mainBusinessType":
      return choose(control, "跨境电商卖家", "跨境电商卖家");
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

const digits = (below: number, length: number): string => String(randomInt(below)).padStart(length, "0");
/** Numbers of a person and a company nobody else uses: a number used twice is a risk, and waits for people. */
function ownNumbers(): { idNumber: string; uscc: string } {
  const [year, month, day] = [1960 + randomInt(40), 1 + randomInt(12), 1 + randomInt(28)];
  const born = `${year}${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`;
  const start = `440301${born}${digits(1_000, 3)}`;
  const idNumber = Array.from("0123456789X", (sign) => start + sign);
  const body = `914403${digits(1_000_000_000, 9)}MA`;
  const uscc = Array.from("0123456789ABCDEFGHJKLMNPQRTUWXY", (sign) => body + sign);
  return { idNumber: idNumber.find(isPrcIdNumber)!, uscc: uscc.find(isUscc)! };
}

/** Answers nothing speaks against: every number is new. */
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

/**
 * Good answers for everything, with what a journey wants otherwise. 「人工」 keeps the simulated reviewer away: the
 * journey decides when it is approved.
 */
export function goodAnswers(form: CertificationForm, other: CertificationValues = {}): CertificationValues {
  const values = certifiable(form);
  return { ...values, [formSpec(form).nameField]: `人工${nameIn(form, values)}`, ...other };
}

/** Fills one step; parts of which none is needed are left alone. */
export async function fillSection(page: Page, form: CertificationForm, title: string, values: CertificationValues) {
  const section = formSpec(form).sections.find((candidate) => candidate.title === title)!;
  if ("group" in section && section.least === 0) return;
  await expect(page.getByRole("heading", { name: title, exact: true }).first()).toBeVisible();
  for (const question of answersOf(form, values).filter((candidate) => candidate.section === title))
    await answer(page, question, question.value);
}

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

/** One empty page. */
export const SCAN = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
