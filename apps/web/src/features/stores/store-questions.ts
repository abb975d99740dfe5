import {
  checkStoreAnswer,
  COUNTRIES,
  GOODS_CATEGORIES,
  SERVICE_CATEGORIES,
  storeField,
  type CountryCode,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import type { Field, FieldValue, Option, Values } from "@coralhub/ui";

/** Settled by the account the stores are added to. */
const BY_ACCOUNT: readonly StoreFieldName[] = ["expectCurrency", "expectAccountName", "foreignBankAccountId"];

export const questionsOf = ({ fields }: Platform): StoreFieldName[] =>
  fields.filter((name) => !BY_ACCOUNT.includes(name));

/** Keys and pictures are handed in store by store, on the platform's own page. */
export const isPlain = (platform: Platform): boolean =>
  questionsOf(platform).every((name) => {
    const { kind, secret, optional } = storeField(platform, name);
    return optional || (kind !== "document" && !secret);
  });

const CATEGORIES: Option[] = [...GOODS_CATEGORIES, ...SERVICE_CATEGORIES].map(({ code, name }) => ({
  value: String(code),
  label: name,
}));
const countriesOf = ({ countries }: Platform): Option[] =>
  (countries.length > 0 ? countries : (Object.keys(COUNTRIES) as CountryCode[])).map((value) => ({
    value,
    label: COUNTRIES[value],
  }));

/** One question of the catalogue under a name of this form; undefined: not asked here. */
export function questionField(
  platform: Platform,
  name: StoreFieldName,
  as: string,
  when: (values: Values) => boolean,
): Field | undefined {
  const { kind, label, help, optional, secret, options, placeholder, maxLength } = storeField(platform, name);
  if (secret || kind === "document") return undefined;
  const base = {
    name: as,
    label,
    when,
    ...(help && { help }),
    ...(optional && { optional }),
    rules: [(value: FieldValue) => checkStoreAnswer(platform, name, value)],
  };
  switch (kind) {
    case "category":
      return { ...base, kind: "select", searchable: true, options: CATEGORIES };
    case "country":
      return { ...base, kind: "select", searchable: true, options: countriesOf(platform) };
    case "choice":
      return { ...base, kind: "select", options: options ?? [] };
    case "amount":
      return { ...base, kind: "amount", prefix: "USD", width: 232 };
    case "check":
      return { ...base, kind: "check", words: label };
    default:
      return {
        ...base,
        kind: "text",
        ...(kind === "url" && { inputMode: "url" as const }),
        ...((placeholder ?? (kind === "url" && "https://")) && { placeholder: placeholder ?? "https://" }),
        ...(maxLength && { maxLength }),
      };
  }
}
