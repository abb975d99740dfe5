import {
  ACCOUNT_FIELDS,
  isStoreFieldAsked,
  keyFieldsOf,
  OPENING_FIELDS,
  STORE_FIELDS,
  type Platform,
  type StoreField,
  type StoreFieldName,
} from "@coralhub/domain";

export type StepName = "shop" | "connect" | "account" | "confirm";
export const STEP_TITLES: Record<StepName, string> = {
  shop: "店铺信息",
  connect: "连接店铺",
  account: "收款账户",
  confirm: "确认提交",
};

/** A platform that is only described has nothing to connect. */
export const stepsOf = ({ connect }: Platform): StepName[] =>
  connect.by === "described" ? ["shop", "account", "confirm"] : ["shop", "connect", "account", "confirm"];

/** What decides which of the others are asked stands before them. */
const FIRST: readonly StoreFieldName[] = [...OPENING_FIELDS, "otherPlatformType", "otherPlatformName"];

/** Which step asks a question. */
export function stepOf(platform: Platform, name: StoreFieldName): StepName {
  if (ACCOUNT_FIELDS.includes(name)) return "account";
  const connecting = keyFieldsOf(platform).includes(name) || STORE_FIELDS[name].kind === "document";
  return connecting ? "connect" : "shop";
}

export function fieldsOfStep(platform: Platform, step: StepName): StoreFieldName[] {
  const here = platform.fields.filter((name) => stepOf(platform, name) === step);
  return [...FIRST.filter((name) => here.includes(name)), ...here.filter((name) => !FIRST.includes(name))];
}

/** Is the question on the page, given the other answers? Optional ones are; those an answer has settled are not. */
export function isShown(platform: Platform, name: StoreFieldName, answers: Readonly<Record<string, string>>): boolean {
  const field: StoreField = STORE_FIELDS[name];
  return field.optional === true || isStoreFieldAsked(platform, name, answers);
}
