import {
  COUNTRIES,
  GOODS_CATEGORIES,
  SERVICE_CATEGORIES,
  storeField,
  type CountryCode,
  type Platform,
  type StoreField,
  type StoreFieldName,
} from "@coralhub/domain";
import type { Field, Option } from "@coralhub/ui";
import { AddressVerdict, SubdomainControl } from "./address-control.tsx";
import { isShown } from "./binding-steps.ts";
import { EvidenceControl } from "./evidence-control.tsx";
import { HolderHelp } from "./holder-help.tsx";
import type { Binding } from "./use-binding.ts";

const CARDS_AT_MOST = 3;
const SEEN_AT_ONCE = 8;
const CATEGORY_OPTIONS: Option[] = [...GOODS_CATEGORIES, ...SERVICE_CATEGORIES].map(({ code, name }) => ({
  value: String(code),
  label: name,
}));
/** The platform's own sites in its order; where it has none, every country. */
const countryOptions = ({ countries }: Platform): Option[] =>
  (countries.length > 0 ? countries : COUNTRY_CODES).map((value) => ({ value, label: COUNTRIES[value] }));
const COUNTRY_CODES = Object.keys(COUNTRIES) as CountryCode[];
/** Numbers and codes that are copied from somewhere: each letter must be seen. */
const CODES: readonly StoreFieldName[] = [
  "sellerId",
  "publisherId",
  "vendorId",
  "storeHash",
  "clientId",
  "thbMerchant",
];

/** One question of the catalogue as the form draws it. */
export function fieldOfQuestion(binding: Binding, name: StoreFieldName): Field {
  const field = storeField(binding.platform, name);
  const kept = binding.store?.secrets.find((secret) => secret.field === name);
  const base = {
    name,
    label: field.label,
    ...(field.optional && { optional: true }),
    help: kept ? `已保存，末四位 ${kept.lastFour}。不改就留空` : field.help,
    when: () => isShown(binding.chosen, name, binding.answers),
  };
  return { ...base, ...controlOf(binding, name, field) } as Field;
}

type Control = Partial<Field> & { kind: Field["kind"] };

function controlOf(binding: Binding, name: StoreFieldName, field: StoreField): Control {
  const { platform } = binding;
  switch (field.kind) {
    case "text":
      if (name === "expectAccountName")
        return {
          kind: "text",
          mono: true,
          maxLength: field.maxLength ?? 80,
          help: <HolderHelp binding={binding} otherwise={field.help} />,
        };
      return {
        kind: field.secret ? "password" : "text",
        ...(field.maxLength && { maxLength: field.maxLength }),
        ...(field.placeholder && { placeholder: field.placeholder }),
        ...((field.secret || CODES.includes(name)) && { mono: true }),
        ...(field.secret && { autoComplete: "new-password" }),
      };
    case "url":
      return addressField(binding, field);
    case "amount":
      return { kind: "amount", width: 232, prefix: "USD" };
    case "choice":
      return choiceField(name === "expectCurrency" ? accountOptions(platform) : (field.options ?? []));
    case "category":
      return { kind: "select", searchable: true, options: CATEGORY_OPTIONS };
    case "country":
      return { kind: "select", searchable: true, options: countryOptions(platform) };
    case "check":
      return { kind: "check", words: field.label };
    case "document":
      return {
        kind: "own",
        width: "full",
        render: (control) => <EvidenceControl control={control} label={field.label} platform={platform} />,
      };
  }
}

const accountOptions = ({ options }: Platform): Option[] => options.map(({ code, label }) => ({ value: code, label }));
const choiceField = (options: readonly Option[]): Control =>
  options.length > CARDS_AT_MOST
    ? { kind: "select", options, searchable: options.length > SEEN_AT_ONCE }
    : { kind: "choice", options };

function addressField({ platform, answers, store }: Binding, field: StoreField): Control {
  const help = (
    <AddressVerdict platform={platform} url={answers["url"] ?? ""} own={store?.url} otherwise={field.help} />
  );
  if (!platform.subdomains) return { kind: "text", inputMode: "url", placeholder: "https://", help };
  return {
    kind: "own",
    help,
    render: (control) => <SubdomainControl control={control} label={field.label} hosts={platform.hosts} />,
  };
}
