import { countryWritten, headerKey } from "../beneficiaries/payee-cells.ts";
import { isCountry } from "../reference/countries.ts";
import { ACCOUNT_OPTIONS, accountOption } from "./account-options.ts";
import { PLATFORMS, platformByAnyName } from "./catalogue.ts";
import { categoriesFor, checkStore, storeField } from "./check-store.ts";
import type { Platform } from "./platform.ts";
import { STORE_FIELDS, type StoreField, type StoreFieldName } from "./store-fields.ts";

/** A sheet of shops: the platform, what its form asks, and the merchant's own note. Pictures are added row by row. */
export type StoreSheetColumn = StoreFieldName | "platform" | "remark";
export type StoreSheetCells = Partial<Record<StoreSheetColumn, string>>;
const fieldOf = (name: StoreFieldName): StoreField => STORE_FIELDS[name];
const TYPED = (Object.keys(STORE_FIELDS) as StoreFieldName[]).filter(
  (name) => fieldOf(name).kind !== "document" && name !== "foreignBankAccountId",
);
export const storeSheetLabel = (column: StoreSheetColumn): string =>
  column === "platform" ? "平台" : column === "remark" ? "备注" : fieldOf(column).label;

/** How other services and shop managers call the same in the lists they export. */
const ELSEWHERE: Readonly<Partial<Record<StoreSheetColumn, string>>> = {
  platform: "平台名称,所属平台,销售平台,渠道,Platform,Channel,Marketplace name,Sales channel",
  name: "店铺,店铺名,店铺简称,店铺别名,Store,Store name,Shop,Shop name,Seller name,Account alias",
  url: "店铺链接,店铺网址,网址,链接,URL,Store URL,Shop URL,Store link,Shop link,Storefront URL,Website",
  country: "站点,国家,国家/地区,国家地区,店铺国家,Site,Marketplace,Country,Country code,Region",
  sellerId: "卖家ID,商家编号,商户编号,店铺ID,店铺编号,Seller ID,Merchant ID,Merchant token,Shop ID,Store ID,SellerID",
  publisherId: "Publisher ID,开发者编号",
  s2n: "卖家名,登录名,用户名,Seller nickname,User ID",
  expectCurrency: "币种,店铺币种,结算币种,收款账户币种,Currency,Settlement currency,Payout currency",
  expectAccountName: "户名,收款户名,开户名,账户名称,Account name,Account holder,Beneficiary name,Holder name",
  tradeCategory: "类目,经营类目,行业,Category,Industry",
  itemName: "主营商品,主要产品,Products,Main products",
  amazonAnnualSales: "上一年销售额,年销售额,Annual sales",
  predictMonthlyIncome: "月收入,月销售额,月流水,Monthly income,Monthly sales,Monthly revenue",
  remark: "说明,Remark,Note,Notes,Memo",
};
const HEADERS: ReadonlyMap<string, StoreSheetColumn> = new Map([
  ...Object.entries(ELSEWHERE).flatMap(([column, words]) =>
    words.split(",").map((word): [string, StoreSheetColumn] => [headerKey(word), column as StoreSheetColumn]),
  ),
  ...(["platform", "remark", ...TYPED] as const).map((column): [string, StoreSheetColumn] => [
    headerKey(storeSheetLabel(column)),
    column,
  ]),
]);
/** Which column each cell of the first row names; nothing where shops are neither named nor placed. */
export function readStoreHeader(cells: readonly string[]): (StoreSheetColumn | undefined)[] | undefined {
  const columns = cells.map((cell) => HEADERS.get(headerKey(cell)));
  return columns.includes("platform") && columns.includes("name") ? columns : undefined;
}

/** Questions nearly every platform asks, as the template has them. */
const TEMPLATE = {
  platform: ["Amazon", "Shopify"],
  name: ["Nanyu Home", "Nanyu Light"],
  url: ["https://www.amazon.com/sp?seller=A2NANYU8812", "https://nanyu-light.myshopify.com"],
  country: ["US", "US"],
  sellerId: ["A2NANYU8812", "nanyu-light"],
  tradeCategory: ["101", "101"],
  predictMonthlyIncome: ["1 万 – 5 万", "1 万以内"],
  applicationType: ["已有店铺", ""],
  channel: ["", "平台直接打款"],
  itemName: ["厨房收纳", ""],
  amazonAnnualSales: ["120000", ""],
  expectCurrency: ["USD", "USD"],
  expectAccountName: ["SHENZHEN NANYU TECHNOLOGY CO LTD", "SHENZHEN NANYU TECHNOLOGY CO LTD"],
  remark: ["主店", ""],
} as const satisfies Partial<Record<StoreSheetColumn, readonly [string, string]>>;
export const STORE_SHEET_TEMPLATE = {
  header: (Object.keys(TEMPLATE) as (keyof typeof TEMPLATE)[]).map(storeSheetLabel),
  rows: [0, 1].map((at) => Object.values(TEMPLATE).map((samples) => samples[at as 0 | 1])),
};

/** 「亚马逊美国站」「Amazon-US」「Shopify」: a platform, and the site where its name goes on. */
export function platformWritten(text: string): { platform: Platform; country?: string } | undefined {
  const written = text.trim();
  const plain = written.toLowerCase();
  if (plain === "") return undefined;
  const exact =
    platformByAnyName(written) ??
    PLATFORMS.find(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === plain));
  if (exact) return { platform: exact };
  for (const platform of PLATFORMS) {
    for (const word of [platform.name, ...platform.aliases]) {
      if (!plain.startsWith(word.toLowerCase())) continue;
      const rest = written.slice(word.length).replaceAll(/^[\s\-_.:：/|（(]+|[\s）)]+$/g, "");
      const country = countryWritten(rest.replace(/站$/, ""));
      if (country) return { platform, country };
    }
  }
  return undefined;
}

const isSame = (a: string, b: string): boolean =>
  a.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase() === b.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();
/** An answer as the form would send it: names become their codes, and what is no choice stays as it was typed. */
function asAnswered(platform: Platform, name: StoreFieldName, text: string): string {
  const field = storeField(platform, name);
  if (name === "expectCurrency") {
    const offered = platform.options.find(({ code, label }) => isSame(code, text) || isSame(label, text));
    const code = Object.values(ACCOUNT_OPTIONS).find(({ label }) => isSame(label, text))?.code;
    return offered?.code ?? accountOption(text.toUpperCase())?.code ?? code ?? text;
  }
  switch (field.kind) {
    case "choice":
      return field.options?.find(({ value, label }) => isSame(value, text) || isSame(label, text))?.value ?? text;
    case "category": {
      const found = categoriesFor(platform).find((one) => String(one.code) === text || isSame(one.name, text));
      return found ? String(found.code) : text;
    }
    case "country":
      return countryWritten(text.replace(/站$/, "")) ?? (isCountry(text.toUpperCase()) ? text.toUpperCase() : text);
    case "amount":
      return text.replaceAll(/[,，\s]/g, "");
    default:
      return text;
  }
}

export type SheetStore = { platform: Platform; answers: Partial<Record<StoreFieldName, string>>; remark: string };
export type StoreSheetProblems = Readonly<Record<string, string>>;
const MOST_REMARK = 100;

/** What every row says that does not say otherwise. */
export type StoreSheetDefaults = Partial<
  Record<"tradeCategory" | "predictMonthlyIncome" | "expectAccountName", string | undefined>
>;
/** Reads one shop by its platform's form; what is wrong stands under the form's field. */
export function readStoreRow(
  cells: StoreSheetCells,
  defaults: StoreSheetDefaults = {},
): { problems: StoreSheetProblems; store?: SheetStore } {
  const written = platformWritten(cells.platform ?? "");
  if (!written) {
    const problem = cells.platform?.trim() ? "没有这个平台，请按「绑定店铺」里的名称填写" : "请填写平台";
    return { problems: { platform: problem } };
  }
  const { platform, country } = written;
  const given: StoreSheetCells = { ...defaults, ...(country && { country }), ...cells };
  const answers: SheetStore["answers"] = {};
  for (const name of [...platform.fields, ...platform.accepts]) {
    const text = given[name]?.trim();
    if (text && TYPED.includes(name)) answers[name] = asAnswered(platform, name, text);
  }
  // Whoever has a shop to import sells already.
  if (platform.fields.includes("applicationType")) answers.applicationType ??= "STANDARD";
  if (platform.fields.includes("hasMerchant")) answers.hasMerchant ??= "1";
  if (platform.countries.length === 1) answers.country ??= platform.countries[0]!;
  const remark = (cells.remark ?? "").trim();
  const problems = {
    ...checkStore(platform, answers),
    ...(remark.length > MOST_REMARK && { remark: `最多 ${MOST_REMARK} 个字` }),
  };
  return { problems, store: { platform, answers, remark } };
}
