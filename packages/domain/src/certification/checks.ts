import { normaliseMobile } from "../identity/login-names.ts";

/** What a check needs besides the value: the other answers of the same part, and the day it is. */
export type CheckContext = { values: Readonly<Record<string, unknown>>; /** yyyy-MM-dd in Beijing. */ today: string };
type Check = (value: string, context: CheckContext) => string | undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** What stands for "never expires" on Chinese documents. */
export const LONG_TERM = "长期";
export const ADULT_YEARS = 18;

/** A day of the calendar: 2026-02-30 is none. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = "10X98765432";
/** The resident identity card number of the mainland (GB 11643): 17 digits and one that checks them, with a real birthday. */
export function isPrcIdNumber(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text) || !isDay(birthdayOf(text))) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return ID_CHECKS[sum % 11] === text[17];
}
export const birthdayOf = (idNumber: string): string =>
  `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;

const USCC_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
/** The unified social credit code of mainland organisations (GB 32100). */
export function isUscc(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text)) return false;
  const sum = Array.from(text.slice(0, 17)).reduce((total, sign, at) => {
    return total + USCC_ALPHABET.indexOf(sign) * (3 ** at % 31);
  }, 0);
  return USCC_ALPHABET[(31 - (sum % 31)) % 31] === text[17];
}

/** Years completed on that day. */
export function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}

const isMainlandDocument = ({ certType = "1", areaType = "1" }: Readonly<Record<string, unknown>>): boolean =>
  (certType || "1") === "1" && (areaType || "1") === "1";

const adult: Check = (idNumber, { today }) =>
  ageOn(birthdayOf(idNumber), today) < ADULT_YEARS ? `须年满 ${ADULT_YEARS} 周岁` : undefined;
const matching =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    pattern.test(value) ? undefined : message;

/** Checks by name, so that the field matrix stays data. Each says how to repair. */
export const FIELD_CHECKS = {
  personName: matching(/^(?=.{2,60}$)[\p{Script=Han}\p{Script=Latin}·.' -]+$/u, "请填写证件上的姓名，不含数字和符号"),
  idNumber: (value, context) => {
    if (!isMainlandDocument(context.values))
      return /^[A-Z0-9()]{5,20}$/.test(value) ? undefined : "证件号码由 5 到 20 位大写字母和数字组成";
    return isPrcIdNumber(value) ? adult(value, context) : "身份证号码有误，请对照证件检查 18 位号码";
  },
  uscc: (value) => (isUscc(value) ? undefined : "统一社会信用代码有误，请对照营业执照检查 18 位代码"),
  companyName: matching(/^(?=.{2,100}$)[^<>{}[\]\\|]+$/u, "请填写登记证上的公司全称"),
  latinName: matching(
    /^(?=.{3,120}$)[A-Za-z0-9 .,&'()/-]*[A-Za-z][A-Za-z0-9 .,&'()/-]*$/,
    "请用英文填写，不含中文和全角符号",
  ),
  latinAddress: matching(/^[\x20-\x7e]{5,200}$/, "请用英文填写地址，不含中文和全角符号"),
  registrationNumber: matching(/^[A-Z0-9/-]{3,30}$/i, "请填写 3 到 30 位编号，只含字母、数字和连字符"),
  businessRegistration: (value, { values }) =>
    (values["certType"] === "1" || values["dirCountry"] === "HK") && !/^\d{8}(-?\d{3}-?\d{2}-?\d{2}-?\w)?$/.test(value)
      ? "香港商业登记号码为 8 位数字"
      : undefined,
  ein: matching(/^\d{2}-?\d{7}$/, "联邦税号为 9 位数字，如 12-3456789"),
  share: (value) =>
    /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(value) && Number(value) > 0
      ? undefined
      : "请填写 0 到 100 之间的持股比例，最多两位小数",
  mobile: (value) => (normaliseMobile(value) ? undefined : "请填写正确的手机号码，港澳台和海外号码带国家代码"),
  website: matching(
    /^https?:\/\/[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/i,
    "请填写完整网址，例如 https://www.example.com",
  ),
} as const satisfies Record<string, Check>;
export type CheckName = keyof typeof FIELD_CHECKS;
