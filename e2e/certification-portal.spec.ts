import { certificationEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import {
  certifiedMerchant,
  decide,
  handIn,
  latestCase,
  newMerchant,
  passedSeller,
} from "./certification-desk-steps.ts";
import { fillSection, goodAnswers, submit, takePicture, uploadDocument } from "./certification-steps.ts";
import { operatorToken } from "./console-steps.ts";
import { enterPortal, sandbox, visit } from "./portal-steps.ts";
import { next } from "./wizard-steps.ts";

test.slow();

/** At once: all who decide by hand hand in what it leaves alone. */
async function hurrySimulatedReviewer(baseURL: string): Promise<void> {
  const token = await operatorToken(baseURL, "admin");
  const { setSimulatedReviewer } = certificationEndpoints;
  await createCall(baseURL)(setSimulatedReviewer, { on: true, delaySeconds: 0 }, { token });
}

const standing = (page: Page, words: string) =>
  expect(page.locator(".state-tag").getByText(words, { exact: true })).toBeVisible();

const words = (value: unknown): string => (typeof value === "string" ? value : "");

/** The phone that scanned the code. */
async function takeFace(page: Page, address: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(address);
  await expect(phone.getByRole("heading", { name: "拍一张本人的照片" })).toBeVisible();
  await phone.getByLabel("选择本人照片").setInputFiles(await takePicture(phone, "本人"));
  await expect(phone.getByText("核验已通过")).toBeVisible();
  await phone.close();
}

test("a person certifies: documents read, face checked by phone, one field sent back and corrected @phone", async ({
  browser,
  baseURL,
}) => {
  const merchant = await sandbox(baseURL).registerMerchant();
  const page = await visit(browser, merchant.address);
  await enterPortal(page.context(), merchant);
  const decideNow = async (rejected = {}) =>
    decide(baseURL!, await latestCase({ baseURL: baseURL!, merchant }), rejected);
  await page.goto("/nav/navEnd");
  await page.getByRole("link", { name: /^个人/ }).click();
  await expect(page.getByRole("heading", { name: "个人认证" })).toBeVisible();

  const values = goodAnswers("person", { permanentAddress: "广东省深圳市海天一路" });
  await fillSection(page, "person", "身份证件", values);
  await next(page);
  await fillSection(page, "person", "经营信息", values);
  // Nothing typed is lost by a reload, and the step is the same.
  await expect(page.getByText(/已自动保存 \d\d:\d\d/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "经营信息" })).toBeVisible();
  await expect(page.locator("#answer-itemName")).toHaveValue(words(values["itemName"]));
  await next(page);

  const answered = page.waitForResponse((response) => response.url().includes("/user/getQrCodeKey"));
  await page.getByRole("button", { name: "开始人脸核验" }).click();
  const { data } = (await (await answered).json()) as { data: { key: string } };
  await takeFace(page, `/qrcode?key=${data.key}`);
  await expect(page.getByText("人脸核验已通过")).toBeVisible();
  await next(page);
  await submit(page);
  await expect(page.getByText("资料已提交，正在审核")).toBeVisible();

  // The page that waits shows what was decided, by itself.
  await decideNow({ permanentAddress: "地址不完整，请写到门牌号" });
  await standing(page, "审核未通过");
  await page.getByRole("button", { name: "去修改" }).click();
  await expect(page.getByText("有 1 项需要修改", { exact: false }).first()).toBeVisible();
  await expect(page.locator("#answer-permanentAddress")).toBeEditable();
  await expect(page.locator("input#answer-name")).toHaveCount(0);
  await page.locator("#answer-permanentAddress").fill("广东省深圳市南山区海天一路 8 号");
  await page.getByRole("button", { name: "重新提交审核" }).click();
  await expect(page.getByText("资料已提交，正在审核")).toBeVisible();
  await decideNow();
  await standing(page, "已认证");
});

test("in the sandbox a simulated reviewer decides, by the words of an answer", async ({ browser, baseURL }) => {
  await hurrySimulatedReviewer(baseURL!);
  const companyName = "深圳市南屿科技有限公司";
  for (const [businessAddress, outcome] of [
    ["广东省深圳市驳回路 8 号", "审核未通过"],
    ["广东省深圳市海天一路 8 号", "已认证"],
  ] as const) {
    const { merchant } = await handIn(baseURL!, "mainland", { companyName, businessAddress });
    const page = await visit(browser, merchant.address);
    await enterPortal(page.context(), merchant);
    await page.goto("/nav/navEnd");
    await standing(page, outcome);
  }
});

test("what a document says fills the form and stays editable; check digits speak at the field", async ({
  browser,
  baseURL,
}) => {
  const page = await newMerchant(browser, baseURL!);
  await page.goto("/certification/mainland");
  await uploadDocument(page, "businessLicenseImage", "营业执照", {
    companyName: "深圳市南屿科技有限公司",
    rcNo: "91350100M000100Y43",
  });
  const number = page.locator("#answer-rcNo");
  await expect(number).toHaveValue("91350100M000100Y43");
  await number.fill("91350100M000100Y44");
  await number.blur();
  await expect(page.getByText("统一社会信用代码有误")).toBeVisible();
  await number.fill("91350100m000100y43");
  await expect(number).toHaveValue("91350100M000100Y43");
  await expect(page.getByText("统一社会信用代码有误")).toBeHidden();
  await page.getByRole("button", { name: "Shenzhen Nanyu Technology Co., Ltd." }).click();
  await expect(page.locator("#answer-companyEnName")).toHaveValue("Shenzhen Nanyu Technology Co., Ltd.");
  await next(page);
  await expect(page.getByText(/有 \d 项需要修改/)).toBeVisible();
});

test("a picture is turned and cut before it is sent", async ({ browser, baseURL }) => {
  const page = await newMerchant(browser, baseURL!);
  await page.goto("/certification/mainland");
  const control = page.locator("#answer-businessLicenseImage");
  // One that cannot be opened is refused, and never stands there broken.
  const damaged = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from("cut off")]);
  await control.locator("input[type=file]").setInputFiles({ name: "执照.png", mimeType: "image/png", buffer: damaged });
  await expect(control.getByRole("alert")).toContainText("请上传 JPG、PNG、PDF");
  await expect(control.locator("img")).toHaveCount(0);
  await control.locator("input[type=file]").setInputFiles(await takePicture(page, "营业执照"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "向右转" }).click();
  await dialog.getByRole("button", { name: "裁剪框左上角" }).focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press("ArrowDown");
  const sent = page.waitForRequest((request) => request.url().endsWith("/user/new/auth/upload"));
  await dialog.getByRole("button", { name: "使用这张" }).click();
  await sent;
  const picture = control.locator("img").first();
  await expect(control.getByRole("button", { name: "查看" })).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([400, 576]);
});

test("a seller's bank card: the number names the bank, a wrong one is caught, and the rest can be changed later @phone", async ({
  browser,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  const page = await visit(browser, merchant.address);
  await enterPortal(page.context(), merchant);
  const seller = "人工卖家林";
  await passedSeller({ baseURL: baseURL!, merchant }, seller);
  await page.goto(`/nav/seller`);
  await page.getByText(seller).filter({ visible: true }).click();
  const drawer = page.getByRole("dialog", { name: seller });
  await drawer.getByRole("button", { name: "添加银行卡" }).click();
  const adding = page.getByRole("dialog", { name: "添加银行卡" });
  await adding.getByLabel("持卡人", { exact: true }).fill(seller);
  await adding.getByLabel("银行卡号或账号").fill("6222 0202 0011 2233");
  await expect(adding.getByLabel("开户银行")).toHaveValue("中国工商银行");
  await adding.getByLabel("开户城市").fill("深圳");
  await adding.getByRole("button", { name: "添加银行卡" }).click();
  await expect(adding.getByText("银行卡号有误").first()).toBeVisible();
  await adding.getByLabel("银行卡号或账号").fill("6222 0202 0011 2230");
  await adding.getByRole("button", { name: "添加银行卡" }).click();
  await expect(drawer.getByText("中国工商银行")).toBeVisible();

  await drawer.getByRole("button", { name: "修改中国工商银行尾号 2230" }).click();
  const changing = page.getByRole("dialog", { name: "修改银行卡" });
  await expect(changing.getByLabel("银行卡号或账号")).toHaveValue("");
  await changing.getByLabel("持卡人", { exact: true }).fill(`${seller}见`);
  await changing.getByRole("button", { name: "保存修改" }).click();
  await expect(drawer.getByText(`${seller}见，CNY，正在使用`)).toBeVisible();
});
