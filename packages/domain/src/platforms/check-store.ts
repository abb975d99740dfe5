import { EXTENDED_APP_CATEGORIES, TRADE_CATEGORIES, type Category } from "../reference/categories.ts";
import { isCountry } from "../reference/countries.ts";
import { accountOption } from "./account-options.ts";
import { keyFieldsOf } from "./connections.ts";
import { isAppCategory, type Platform } from "./platform.ts";
import { shopAddressFault } from "./shop-address.ts";
import { isUnopened, STORE_FIELDS, type StoreField, type StoreFieldName } from "./store-fields.ts";

export type StoreAnswers = Readonly<Record<string, unknown>>;

const fieldOf = (name: StoreFieldName): StoreField => STORE_FIELDS[name];
/** A question in the platform's own words. */
export const storeField = (platform: Pick<Platform, "words">, name: StoreFieldName): StoreField => ({
  ...fieldOf(name),
  ...platform.words[name],
});
const answerOf = (answers: StoreAnswers, name: StoreFieldName): string => {
  const answer = answers[name];
  return typeof answer === "string" || typeof answer === "number" ? String(answer).trim() : "";
};

/** What a store of this platform can deal in. */
export const categoriesFor = ({ category }: Pick<Platform, "category">): readonly Category[] =>
  isAppCategory(category) ? EXTENDED_APP_CATEGORIES : TRADE_CATEGORIES;

/** Choosing what is offered is half of every answer; the other half is its shape. */
const BY_KIND: Record<
  StoreField["kind"],
  (answer: string, field: StoreField, platform: Platform) => string | undefined
> = {
  text: () => undefined,
  document: () => undefined,
  check: (answer) => (answer === "true" || answer === "false" ? undefined : "请勾选或取消勾选"),
  url: (answer, _field, platform) => shopAddressFault(answer, platform),
  choice: (answer, field) =>
    field.options && !field.options.some((option) => option.value === answer)
      ? `请从列表中选择${field.label}`
      : undefined,
  category: (answer, field, platform) =>
    categoriesFor(platform).some((item) => String(item.code) === answer) ? undefined : `请从列表中选择${field.label}`,
  country: (answer, _field, platform) =>
    isCountry(answer) && (platform.countries.length === 0 || platform.countries.includes(answer))
      ? undefined
      : `${platform.name} 没有这个站点，请从列表中选择`,
  amount: (answer) =>
    /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/.test(answer) ? undefined : "请填写金额，最多两位小数，不加逗号",
};

/** What is wrong with one answer, or nothing. */
export function checkStoreAnswer(platform: Platform, name: StoreFieldName, given: unknown): string | undefined {
  const field = storeField(platform, name);
  const answer = answerOf({ [name]: given }, name);
  if (answer === "") return undefined;
  if (field.maxLength && answer.length > field.maxLength) return `${field.label}最多 ${field.maxLength} 个字`;
  if (field.pattern && !field.pattern.test.test(answer)) return field.pattern.say;
  if (name === "expectCurrency" && !platform.options.some((option) => option.code === accountOption(answer)?.code))
    return `${platform.name} 不用这个币种打款，请从列表中选择`;
  return BY_KIND[field.kind](answer, field, platform);
}

/** Keys of a private app are asked for together or not at all; a platform that knows nothing but keys wants them all. */
function keysAskedFor(platform: Platform, answers: StoreAnswers): boolean {
  if (platform.connect.by !== "either") return true;
  return keyFieldsOf(platform).some((name) => answerOf(answers, name) !== "");
}

/** Is this answer needed, given the others? */
export function isStoreFieldAsked(platform: Platform, name: StoreFieldName, answers: StoreAnswers): boolean {
  const field = fieldOf(name);
  if (field.optional) return false;
  if (keyFieldsOf(platform).includes(name)) return keysAskedFor(platform, answers);
  if (isUnopened(answers) && UNKNOWN_BEFORE_OPENING.includes(name)) return false;
  // Sharing an account means its currency and holder are settled.
  if (answerOf(answers, "foreignBankAccountId") !== "" && SETTLED_BY_SHARING.includes(name)) return false;
  return true;
}
const UNKNOWN_BEFORE_OPENING: readonly StoreFieldName[] = ["url", "sellerId", "attach", "amazonAnnualSales"];
export const SETTLED_BY_SHARING: readonly StoreFieldName[] = ["expectCurrency", "expectAccountName"];

/** Both sides ask this: the page before it sends, the server before it believes. Empty: nothing is wrong. */
export function checkStore(platform: Platform, answers: StoreAnswers): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const name of platform.fields) {
    const unanswered = answerOf(answers, name) === "" && isStoreFieldAsked(platform, name, answers);
    const message = unanswered ? missing(storeField(platform, name)) : checkStoreAnswer(platform, name, answers[name]);
    if (message) wrong[name] = message;
  }
  for (const name of platform.accepts) {
    const message = checkStoreAnswer(platform, name, answers[name]);
    if (message) wrong[name] = message;
  }
  return wrong;
}

const ASKING: Record<StoreField["kind"], string> = {
  text: "填写",
  url: "填写",
  amount: "填写",
  choice: "选择",
  category: "选择",
  country: "选择",
  check: "勾选",
  document: "上传",
};
const missing = (field: StoreField): string => `请${ASKING[field.kind]}${field.label}`;

/** Answers that are sealed and never come back. */
export const SECRET_FIELDS = (Object.keys(STORE_FIELDS) as StoreFieldName[]).filter((name) => fieldOf(name).secret);
