import {
  categoriesFor,
  COUNTRIES,
  storeField,
  type CountryCode,
  type Platform,
  type StoreField,
  type StoreFieldName,
} from "@coralhub/domain";
import type { Field, Option } from "@coralhub/ui";

/** How a question is answered; what every field has besides comes from the catalogue. */
export type QuestionControl = Partial<Field> & { kind: Field["kind"] };

const CARDS_AT_MOST = 3;
const SEEN_AT_ONCE = 8;
const categoryOptions = (platform: Platform): Option[] =>
  categoriesFor(platform).map(({ code, name }) => ({ value: String(code), label: name }));
const COUNTRY_CODES = Object.keys(COUNTRIES) as CountryCode[];
/** The platform's own sites in its order; where it has none, every country. */
const countryOptions = ({ countries }: Platform): Option[] =>
  (countries.length > 0 ? countries : COUNTRY_CODES).map((value) => ({ value, label: COUNTRIES[value] }));
const accountOptions = ({ options }: Platform): Option[] => options.map(({ code, label }) => ({ value: code, label }));
/** Numbers and codes that are copied from somewhere, and names a bank compares: each letter must be seen. */
const EXACT: readonly StoreFieldName[] = [
  "sellerId",
  "publisherId",
  "vendorId",
  "storeHash",
  "clientId",
  "thbMerchant",
  "expectAccountName",
];

const choiceOf = (options: readonly Option[]): QuestionControl =>
  options.length > CARDS_AT_MOST
    ? { kind: "select", options, searchable: options.length > SEEN_AT_ONCE }
    : { kind: "choice", options };

const CONTROLS: Record<
  StoreField["kind"],
  (field: StoreField, name: StoreFieldName, platform: Platform) => QuestionControl
> = {
  text: ({ secret }, name) => ({
    kind: secret ? "password" : "text",
    ...((secret || EXACT.includes(name)) && { mono: true }),
    ...(secret && { autoComplete: "new-password" }),
  }),
  url: () => ({ kind: "text", inputMode: "url" }),
  amount: () => ({ kind: "amount", width: 232, prefix: "USD" }),
  choice: ({ options = [] }, name, platform) =>
    choiceOf(name === "expectCurrency" ? accountOptions(platform) : options),
  category: (_field, _name, platform) => ({ kind: "select", searchable: true, options: categoryOptions(platform) }),
  country: (_field, _name, platform) => ({ kind: "select", searchable: true, options: countryOptions(platform) }),
  check: ({ label }) => ({ kind: "check", words: label }),
  document: () => {
    throw new Error("where documents are asked for, the page brings the control that uploads them");
  },
};

/** One question of the catalogue as every form draws it, unless the page has a control of its own for it. */
export function questionField(platform: Platform, name: StoreFieldName, own?: QuestionControl): Field {
  const field = storeField(platform, name);
  const { label, help, optional, placeholder, maxLength } = field;
  const words = { ...(help && { help }), ...(placeholder && { placeholder }), ...(maxLength && { maxLength }) };
  const control = own ?? CONTROLS[field.kind](field, name, platform);
  return { name, label, ...words, ...(optional && { optional: true }), ...control } as Field;
}
