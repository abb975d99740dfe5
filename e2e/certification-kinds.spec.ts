import { sellerEndpoints } from "@coralhub/contract";
import { formSpec, type CertificationForm } from "@coralhub/domain";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import { certifiedMerchant, decide, latestCase, type CaseRef } from "./certification-desk-steps.ts";
import { fillForm, goodAnswers, submit, uploadScan } from "./certification-steps.ts";
import { enterPortal, sandbox, visit } from "./portal-steps.ts";

test.slow();
test.describe.configure({ mode: "parallel" });

const WHY = "与证件不一致，请对照证件修改";

/** What the desk sends back of each kind, and the better answer; none for a document. */
const JOURNEYS = [
  {
    form: "mainland",
    path: "/certification/mainland",
    field: "companyEnName",
    better: "Shenzhen Nanyu Trade Co., Ltd.",
  },
  { form: "hongkong", path: "/certification/hongkong", field: "coAddress", better: "香港中环德辅道中 88 号 9 楼" },
  {
    form: "hongkong",
    name: "美国公司",
    given: { certType: "2", dirCountry: "US", companyName: "", companyEnName: "Nanyu Home Inc." },
    path: "/certification/hongkong",
    field: "companyEnName",
    better: "Nanyu Home Goods Inc.",
  },
  { form: "bigMainland", path: "/bigc/mainlandEnterprise", field: "fundsSource", better: "平台回款，用于采购和运费" },
  { form: "bigHongkong", path: "/bigc/HKEnterprise", field: "certRegistrationImage" },
] as const;
const SELLERS = [
  {
    form: "sellerPerson",
    path: "/sellerCertification/personal",
    field: "websiteUrl",
    better: "https://shop.nanyu.test",
  },
  {
    form: "sellerEnterprise",
    path: "/sellerCertification/mainland",
    field: "enterpriseNameEn",
    better: "Nanyu Trade Ltd.",
  },
  { form: "sellerHongkong", path: "/sellerCertification/hongkong", field: "codSerAgr" },
] as const;
type Journey = {
  form: CertificationForm;
  field: string;
  better?: string;
  /** What the case is called where a form has several. */
  name?: string;
  given?: Record<string, string>;
};
/** One form of each kind is walked on a phone, too. */
const ON_PHONES: readonly CertificationForm[] = ["mainland", "hongkong", "bigMainland", "sellerPerson"];
const at = ({ form, name }: Journey): string => (ON_PHONES.includes(form) && !name ? " @phone" : "");

async function fillFromEmpty(page: Page, { form, given }: Journey): Promise<void> {
  await fillForm(page, form, goodAnswers(form, given));
  await submit(page);
  await expect(page.getByText("资料已提交，正在审核")).toBeVisible();
}

/** Only what was sent back can be changed; the rest stands as it is. */
async function correctOnly(page: Page, { form, field, better }: Journey): Promise<void> {
  await expect(page.getByText("有 1 项需要修改", { exact: false }).first()).toBeVisible();
  await expect(page.locator(`input#answer-${formSpec(form).nameField}`)).toHaveCount(0);
  await page.getByRole("button", { name: "修改下一项" }).click();
  await expect(page.getByText(WHY, { exact: false }).first()).toBeVisible();
  if (better) await page.locator(`#answer-${field}`).fill(better);
  else await uploadScan(page, field, "重新扫描");
  await page.getByRole("button", { name: "重新提交审核" }).click();
  await expect(page.getByText("资料已提交，正在审核")).toBeVisible();
}

for (const journey of JOURNEYS as readonly (Journey & { path: string })[]) {
  test(`${journey.name ?? formSpec(journey.form).label}: from empty to certified, with one field sent back${at(journey)}`, async ({
    browser,
    baseURL,
  }) => {
    const merchant = await sandbox(baseURL).registerMerchant();
    const page = await visit(browser, merchant.address);
    await enterPortal(page.context(), merchant);
    await page.goto(journey.path);
    await fillFromEmpty(page, journey);
    await decide(baseURL!, await latestCase({ baseURL: baseURL!, merchant }), { [journey.field]: WHY });
    await page.goto("/nav/navEnd");
    await expect(page.locator(".state-tag").getByText("审核未通过", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "去修改" }).click();
    await correctOnly(page, journey);
    await decide(baseURL!, await latestCase({ baseURL: baseURL!, merchant }));
    await page.goto("/nav/navEnd");
    await expect(page.locator(".state-tag").getByText("已认证", { exact: true })).toBeVisible();
  });
}

let owner: Promise<TestMerchant> | undefined;

for (const journey of SELLERS) {
  test(`${formSpec(journey.form).label}: from empty to passed, with one field sent back${at(journey)}`, async ({
    browser,
    baseURL,
  }) => {
    const merchant = await (owner ??= certifiedMerchant(baseURL!));
    const page = await visit(browser, merchant.address);
    await enterPortal(page.context(), merchant);
    await page.goto(journey.path);
    await fillFromEmpty(page, journey);
    const sellerId = new URL(page.url()).searchParams.get("id")!;
    const seller = async (): Promise<CaseRef> => {
      const { application } = await createCall(baseURL!)(sellerEndpoints.seller, { id: sellerId }, merchant);
      return { merchantId: merchant.userId, id: application.applicationId };
    };
    await decide(baseURL!, await seller(), { [journey.field]: WHY });
    await page.goto(`${journey.path}?id=${sellerId}`);
    await correctOnly(page, journey);
    await decide(baseURL!, await seller());
    await page.goto(`/sellerSuccess?id=${sellerId}`);
    await expect(page.getByText("认证已通过")).toBeVisible();
  });
}
