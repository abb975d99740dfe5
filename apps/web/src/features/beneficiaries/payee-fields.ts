import type { OwnAccountInput, SupplierInput } from "@coralhub/contract";
import {
  BANK_FIELD_NAMES,
  checkBankDetails,
  COUNTRIES,
  CURRENCIES,
  CURRENCY_CODES,
  normaliseBankDetails,
  parseMoney,
  routesTo,
  SERVICE_CATEGORIES,
  GOODS_CATEGORIES,
  bankRoute,
  fieldsOf,
  type BankDetails,
  type BankFieldName,
  type BankRouteKey,
  type CountryCode,
  type Currency,
  type PayeeKind,
} from "@coralhub/domain";
import type { Field, Section, Values } from "@coralhub/ui";

/** Where an account lies decides what its bank asks for. */
export type Place = { country: CountryCode; currency: Currency; route: BankRouteKey | undefined };
export const placeOf = (values: Values): Place => {
  const country = text(values["country"]) as CountryCode;
  const currency = text(values["currency"]) as Currency;
  const routes = routesTo(country, currency);
  return { country, currency, route: routes.find((key) => key === values["route"]) ?? routes[0] };
};
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
const holderType = (values: Values) => (values["holderType"] === "person" ? ("person" as const) : ("company" as const));

export const detailsIn = (values: Values): BankDetails =>
  normaliseBankDetails(Object.fromEntries(BANK_FIELD_NAMES.map((name) => [name, text(values[name])])));

/** The same rules the server checks by, said at the field. */
const rule =
  ({ route, country }: Place, name: BankFieldName | "holderName") =>
  (_value: unknown, values: Values): string | undefined => {
    if (!route) return undefined;
    const { fields } = bankRoute(route);
    const details = Object.fromEntries(Object.entries(detailsIn(values)).filter(([key]) => Object.hasOwn(fields, key)));
    const holder = { type: holderType(values), name: text(values["holderName"]).trim() };
    return checkBankDetails(route, details, { country, holder })[name];
  };

const bankFields = (place: Place): Field[] =>
  place.route === undefined
    ? []
    : fieldsOf(place.route).map(([name, field]): Field => {
        const base = {
          name,
          label: field.label,
          rules: [rule(place, name)],
          // What may be left empty is the rules' business: a person's card needs no bank code.
          ...((field.optional ?? name === "clearCode") && { optional: true }),
          ...(field.hint && { help: field.hint }),
        };
        return field.options
          ? { ...base, kind: "select", options: field.options, placeholder: field.placeholder }
          : {
              ...base,
              kind: "text",
              placeholder: field.placeholder,
              mono: name !== "bankName" && name !== "holderAddress",
              maxLength: 160,
              inputMode: field.numeric ? "numeric" : "text",
              autoComplete: "off",
            };
      });

const COUNTRY_OPTIONS = Object.entries(COUNTRIES).map(([value, label]) => ({ value, label: `${label} ${value}` }));
const CURRENCY_OPTIONS = CURRENCY_CODES.map((value) => ({ value, label: `${value} ${CURRENCIES[value].name}` }));

const placeFields = (place: Place): Field[] => {
  const routes = routesTo(place.country, place.currency);
  return [
    { kind: "select", name: "country", label: "国家和地区", searchable: true, options: COUNTRY_OPTIONS, width: 232 },
    { kind: "select", name: "currency", label: "收款币种", searchable: true, options: CURRENCY_OPTIONS, width: 232 },
    ...(routes.length > 1
      ? [
          {
            kind: "choice" as const,
            name: "route",
            label: "怎么收",
            options: routes.map((value) => ({ value, label: bankRoute(value).label })),
          },
        ]
      : []),
  ];
};
const HOLDER_TYPES = [
  { value: "company", label: "企业" },
  { value: "person", label: "个人" },
];

export const BANK_SECTION = "收款账户";

/** What is asked of whom: own accounts by little, suppliers by what they sell and where they are. */
export function sectionsOf(kind: PayeeKind, place: Place, { linked = false } = {}): Section[] {
  const who: Section = {
    title: kind === "own" ? "账户" : kind === "service" ? "服务商" : "供应商",
    fields: [
      ...(kind === "own"
        ? []
        : [{ kind: "text" as const, name: "name", label: "名称", maxLength: 140, help: "按营业执照或合同上的写法" }]),
      { kind: "choice", name: "holderType", label: "类型", options: HOLDER_TYPES },
      ...(linked ? [] : placeFields(place)),
    ],
  };
  const bank: Section = {
    title: BANK_SECTION,
    intro: place.route ? `${bankRoute(place.route).label}，银行要下面几项` : "这个国家和币种暂时不能付款，请换一个币种",
    fields: [
      {
        kind: "text",
        name: "holderName",
        label: "户名",
        maxLength: 140,
        rules: [rule(place, "holderName")],
        ...(kind === "own" && { help: "要与实名认证一致" }),
      },
      ...bankFields(place),
    ],
  };
  if (kind === "own") return [who, bank];
  const trade: Section = {
    title: "往来",
    fields: [
      ...(linked
        ? []
        : [
            {
              kind: "select" as const,
              name: "category",
              label: kind === "service" ? "服务类别" : "采购什么",
              searchable: true,
              options: (kind === "service" ? SERVICE_CATEGORIES : GOODS_CATEGORIES).map(({ code, name }) => ({
                value: String(code),
                label: name,
              })),
            },
          ]),
      {
        kind: "text",
        name: "contactEmail",
        label: "联系邮箱",
        optional: true,
        maxLength: 120,
        help: "付款后可以发回单",
      },
      ...(linked
        ? []
        : [
            {
              kind: "amount" as const,
              name: "maximum",
              label: "付款上限",
              optional: true,
              prefix: place.currency,
              help: "从现在起累计付款不超过它，不填则不限",
              rules: [(value: unknown) => amountMistake(text(value), place.currency)],
            },
          ]),
    ],
  };
  return [who, bank, trade];
}

function amountMistake(written: string, currency: Currency): string | undefined {
  if (written.trim() === "") return undefined;
  try {
    return parseMoney(written.replaceAll(/[,\s]/g, ""), currency).minor > 0n ? undefined : "金额要大于零";
  } catch {
    return "请填写正确的金额";
  }
}

/** As the calls for own accounts name it. */
export function ownInput(values: Values, verificationCode: string): OwnAccountInput {
  const { country, currency, route } = placeOf(values);
  const details = detailsIn(values);
  return {
    bankNo: details.accountNumber ?? "",
    bank: details.bankName ?? "",
    branchBank: "",
    bankAddress: "",
    swiftCode: details.swiftCode ?? "",
    bankCode: details.bankCode ?? "",
    branchCode: details.branchCode ?? "",
    clearCode: details.clearCode ?? "",
    bankAccountType: details.bankAccountType ?? "",
    bankCity: details.bankCity ?? "",
    holderAddress: details.holderAddress ?? "",
    purpose: details.purpose ?? "",
    intermediarySwift: details.intermediarySwift ?? "",
    intermediaryName: details.intermediaryName ?? "",
    route,
    currency,
    bankCountryCode: country,
    nameOfAccountHolder: text(values["holderName"]).trim(),
    companyAccount: holderType(values) === "company",
    mark: "",
    certificateFile: null,
    verificationCode,
  };
}

/** As the calls for suppliers name it: of anybody but a person the holder is the first name, the last a blank. */
export function supplierInput(values: Values, papers: readonly string[], verificationCode: string): SupplierInput {
  const { country, currency, route } = placeOf(values);
  const details = detailsIn(values);
  const holder = text(values["holderName"]).trim();
  const isPerson = holderType(values) === "person";
  const [firstName = "", ...last] = holder.split(/\s+/);
  const maximum = text(values["maximum"]).replaceAll(/[,\s]/g, "");
  return {
    supplierName: text(values["name"]).trim(),
    bankAccount: details.accountNumber ?? "",
    bankName: details.bankName ?? "",
    bankCurrency: currency,
    bankCity: details.bankCity ?? "",
    bankAddress: "",
    swiftCode: details.swiftCode ?? "",
    bic: "",
    bankCode: details.bankCode ?? "",
    branchCode: details.branchCode ?? "",
    clearCode: details.clearCode ?? "",
    bankAccountType: details.bankAccountType ?? "",
    companyAddress: details.holderAddress ?? "",
    purpose: details.purpose ?? "",
    intermediarySwift: details.intermediarySwift ?? "",
    intermediaryName: details.intermediaryName ?? "",
    route,
    accountType: isPerson ? "person" : "other",
    bankAccountHolder: holder,
    firstName: isPerson ? firstName : holder,
    lastName: isPerson ? last.join(" ") : "",
    supplierCountryCode: country,
    supplierCity: "",
    maximumAmount: maximum === "" ? null : parseMoney(maximum, currency),
    category: text(values["category"]) === "" ? null : Number(values["category"]),
    contactEmail: text(values["contactEmail"]).trim(),
    remark: "",
    papers: [...papers],
    verificationCode,
  };
}

/** Where the server names a field by the calls' word, the form shows it by its own. */
export const WIRE_NAMES: Readonly<Record<string, string>> = {
  bankNo: "accountNumber",
  bank: "bankName",
  bankAccount: "accountNumber",
  companyAddress: "holderAddress",
  nameOfAccountHolder: "holderName",
  bankAccountHolder: "holderName",
  firstName: "holderName",
  supplierName: "name",
  maximumAmount: "maximum",
  bankCurrency: "currency",
  supplierCountryCode: "country",
  bankCountryCode: "country",
};
