import {
  accountOption,
  COUNTRIES,
  GOODS_CATEGORIES,
  isCountry,
  platformByCode,
  SERVICE_CATEGORIES,
  STORE_FIELDS,
  storeField,
  type StoreField,
  type StoreFieldName,
} from "@coralhub/domain";
import type { StoreCase } from "./store-calls.ts";

type Answer = { name: StoreFieldName; label: string; text: string; address: boolean };

const isField = (name: string): name is StoreFieldName => Object.hasOwn(STORE_FIELDS, name);
const CATEGORIES = new Map([...GOODS_CATEGORIES, ...SERVICE_CATEGORIES].map(({ code, name }) => [String(code), name]));

function worded(name: StoreFieldName, { kind, options }: StoreField, value: string): string {
  if (name === "expectCurrency") return accountOption(value)?.label ?? value;
  switch (kind) {
    case "choice":
      return options?.find((option) => option.value === value)?.label ?? value;
    case "category":
      return CATEGORIES.get(value) ?? value;
    case "country":
      return isCountry(value) ? COUNTRIES[value] : value;
    case "check":
      return value === "1" || value === "true" ? "是" : "否";
    default:
      return value;
  }
}

const fieldsOf = ({ platformCode, answers }: StoreCase) => {
  const platform = platformByCode(platformCode) ?? { words: {} };
  return Object.entries(answers).flatMap(([name, value]) =>
    isField(name) && value ? [{ name, value, field: storeField(platform, name) }] : [],
  );
};

/** What the merchant answered, in the words of the form it was asked on. Papers are shown beside. */
export const answersOf = (store: StoreCase): Answer[] =>
  fieldsOf(store)
    .filter(({ name, field }) => field.kind !== "document" && name !== "foreignBankAccountId")
    .map(({ name, value, field }) => ({
      name,
      label: field.label,
      text: worded(name, field, value),
      address: field.kind === "url",
    }));

/** Each paper under the question it answers. */
export function papersOf(store: StoreCase): { fileId: string; label: string }[] {
  const labels = new Map(
    fieldsOf(store)
      .filter(({ field }) => field.kind === "document")
      .flatMap(({ value, field }) => value.split(",").map((fileId) => [fileId.trim(), field.label] as const)),
  );
  return store.files.map(({ fileId, fileName }) => ({ fileId, label: labels.get(fileId) ?? fileName }));
}

export const secretsOf = ({ platformCode, secrets }: StoreCase): { label: string; text: string }[] => {
  const platform = platformByCode(platformCode) ?? { words: {} };
  return secrets.map(({ field, lastFour }) => ({
    label: isField(field) ? storeField(platform, field).label : field,
    text: `末四位 ${lastFour}`,
  }));
};
