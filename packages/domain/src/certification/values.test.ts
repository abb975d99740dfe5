import { expect, test } from "vitest";
import { sampleAnswers } from "./samples.ts";
import { FORM_NAMES, type CertificationForm } from "./forms.ts";
import { riskFacts, riskScore, screeningSubjects, HIGH_RISK_SCORE } from "./risk.ts";
import { reviewDueAt } from "./review.ts";
import { answersOf, checkAnswers, filesOf, firstExpiry, nameIn } from "./values.ts";
import { toShanghaiTime } from "../calendar/shanghai-time.ts";

const TODAY = "2026-11-16";

test.each(FORM_NAMES)("%s: a whole form passes, and each question missed is named where it stands", (form) => {
  const values = sampleAnswers(form, () => "0193a000-0000-7000-8000-000000000001");
  expect(checkAnswers(form, values, TODAY)).toEqual({});
  const answers = answersOf(form, values);
  expect(answers.length).toBeGreaterThan(8);
  expect(new Set(answers.map(({ path }) => path)).size).toBe(answers.length);
  for (const { place, field } of answers) {
    if (field.optional) continue;
    const [name, at, inner] = place.split(".");
    const missing = structuredClone(values);
    if (inner !== undefined) delete (missing[name!] as Record<string, string>[])[Number(at)]![inner];
    else if (at !== undefined) delete (missing[name!] as Record<string, string>)[at];
    else delete missing[name!];
    expect(Object.keys(checkAnswers(form, missing, TODAY)), place).toContain(place);
  }
  expect(nameIn(form, values)).not.toBe("");
  expect(filesOf(form, values).length).toBeGreaterThan(1);
});

test("what the specification names is asked by the form it names", () => {
  const asked = (form: CertificationForm) => {
    const values = sampleAnswers(form, () => "x");
    return new Set([...Object.keys(values), ...answersOf(form, values).map(({ path }) => path)]);
  };
  const missing = (form: CertificationForm, names: string) => names.split(" ").filter((name) => !asked(form).has(name));
  const person =
    "idCardImgFace idCardImgBack idCardImgHand name idCardNumber iStartTime iEndTime itemCode itemName permanentAddress areaType faceAuthId";
  const company =
    "businessLicenseImage recordImage companyName companyEnName businessAddress bStartTime bEndTime rcNo certType dirCountry cbos userAuthAgentDTO";
  const hongkong = "certRegistrationImage registrationFormImage ar brcNo brcEndTime coAddress boardMemberOwners";
  const seller =
    "idCardFront idCardReverse idCardHold idCardName idCardNo businessAddress websiteUrl codSerAgr idCardStartTime idCardEndTime phone productTypeCode mainBizType";
  expect(missing("person", person)).toEqual([]);
  expect(missing("mainland", company)).toEqual([]);
  expect(missing("bigMainland", company)).toEqual([]);
  expect(missing("hongkong", hongkong)).toEqual([]);
  expect(missing("sellerPerson", seller)).toEqual([]);
  expect(missing("sellerEnterprise", `${seller} enterpriseNameCh enterpriseNameEn blStartTime blEndTime`)).toEqual([]);
  expect(missing("sellerHongkong", `${seller} companyNameCh companyNameEn`)).toEqual([]);
});

test("a company abroad is asked for its own register's papers, not for Hong Kong's", () => {
  const values = { ...sampleAnswers("hongkong", () => "x"), certType: "2", dirCountry: "US", companyName: "" };
  const asked = answersOf("hongkong", values).map(({ path }) => path);
  for (const name of ["companyName", "brcNo", "brcEndTime", "businessLicenseImage", "ar"])
    expect(asked).not.toContain(name);
  for (const name of ["dirCountry", "rcNo", "certRegistrationImage", "einNo", "companyEnName"])
    expect(asked).toContain(name);
  expect(checkAnswers("hongkong", values, TODAY)).toEqual({});
  expect(checkAnswers("hongkong", { ...values, einNo: "1" }, TODAY)).toHaveProperty("einNo");
  // Companies at home have their own way: Hong Kong's register is asked for there, and the mainland's.
  const from = (dirCountry: string) => checkAnswers("hongkong", { ...values, dirCountry }, TODAY)["dirCountry"];
  expect(from("HK")).toContain("请在公司类型里选择「香港公司」");
  expect(from("CN")).toContain("请改用企业认证");
  expect(nameIn("hongkong", values)).toBe("Shenzhen Nanyu Technology Co., Ltd.");
  expect(answersOf("hongkong", { ...values, dirCountry: "SG" }).map(({ path }) => path)).not.toContain("einNo");
});

test("an answer nobody asked for neither names the company nor asks further questions", () => {
  const values = { ...sampleAnswers("hongkong", () => "x"), certType: "2", dirCountry: "SG", companyName: "别家公司" };
  expect(nameIn("hongkong", values)).toBe("Shenzhen Nanyu Technology Co., Ltd.");
  const inHongkong = { ...values, certType: "1", dirCountry: "US" };
  expect(nameIn("hongkong", inHongkong)).toBe("别家公司");
  expect(answersOf("hongkong", inHongkong).map(({ path }) => path)).not.toContain("einNo");
});

test("expired documents, prohibited countries and shares over 100 % are refused", () => {
  const values = sampleAnswers("mainland", () => "x");
  expect(checkAnswers("mainland", { ...values, iEndTime: TODAY }, TODAY)).toHaveProperty("iEndTime");
  expect(checkAnswers("mainland", { ...values, dirCountry: "KP" }, TODAY)).toHaveProperty("dirCountry");
  expect(checkAnswers("mainland", { ...values, itemCode: "136", itemName: "" }, TODAY)).toHaveProperty("itemName");
  const [owner] = values["cbos"] as Record<string, string>[];
  const cbos = [owner!, { ...owner!, id: "two", shareRatio: "60" }];
  expect(checkAnswers("mainland", { ...values, cbos }, TODAY)).toHaveProperty("cbos");
  expect(checkAnswers("mainland", { ...values, cbos: [] }, TODAY)).toHaveProperty("cbos");
  expect(firstExpiry("mainland", { ...values, bEndTime: "2027-01-01" })).toBe("2027-01-01");
});

test("risk comes from facts that can be read", () => {
  const values = sampleAnswers("mainland", () => "x");
  const facts = (over: object, more: object = {}) =>
    riskFacts({
      form: "mainland",
      values: { ...values, ...over },
      today: TODAY,
      version: 1,
      hits: [],
      sharedWith: 0,
      ...more,
    });
  expect(facts({})).toEqual([]);
  expect(riskScore(facts({ dirCountry: "YE" }))).toBeGreaterThanOrEqual(HIGH_RISK_SCORE);
  expect(riskScore(facts({}, { hits: undefined }))).toBeGreaterThanOrEqual(HIGH_RISK_SCORE);
  expect(facts({}, { sharedWith: 2 })).toEqual([{ rule: "sharedDocument", detail: "另有 2 个账户" }]);
  expect(screeningSubjects("mainland", values).names).toContain(values["companyName"]);
});

test("the promise counts working hours only", () => {
  const due = (at: string) => toShanghaiTime(reviewDueAt(new Date(at)));
  expect(due("2026-11-16T10:00:00+08:00")).toBe("2026-11-16 14:00:00");
  expect(due("2026-11-16T16:30:00+08:00")).toBe("2026-11-17 11:30:00");
  expect(due("2026-11-13T17:00:00+08:00")).toBe("2026-11-16 12:00:00");
  expect(due("2026-11-15T03:00:00+08:00")).toBe("2026-11-16 13:00:00");
});
