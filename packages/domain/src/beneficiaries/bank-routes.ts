import { riskLevelOf } from "../reference/risk-countries.ts";
import type { Currency } from "../money/currencies.ts";
import { BIC_PATTERN } from "./check-digits.ts";
export { BIC_PATTERN };

/** What a bank may ask for. One word for each, whatever a country calls it; its row says how that looks there. */
export const BANK_FIELD_NAMES = [
  "clearCode",
  "bankCode",
  "branchCode",
  "swiftCode",
  "accountNumber",
  "bankAccountType",
  "bankName",
  "bankCity",
  "holderAddress",
  "purpose",
  "intermediarySwift",
  "intermediaryName",
] as const;
export type BankFieldName = (typeof BANK_FIELD_NAMES)[number];
export type BankDetails = Partial<Record<BankFieldName, string>>;

export type BankField = {
  label: string;
  placeholder: string;
  pattern: RegExp;
  /** What to say of an answer that does not fit. */
  message: string;
  hint?: string;
  optional?: true;
  numeric?: true;
  options?: readonly { value: string; label: string }[];
};

export type BankRoute = {
  label: string;
  /** `local`: by the country's own clearing. `swift`: anywhere, by way of correspondents. */
  way: "local" | "swift";
  countries: readonly string[] | "*";
  currencies: readonly Currency[] | "*";
  /** In the order a person fills them in. */
  fields: { readonly [name in BankFieldName]?: BankField };
  /** How the holder's name must be written there. */
  holder: { pattern: RegExp; message: string };
};

const digits = (label: string, least: number, most: number, more: Partial<BankField> = {}): BankField => ({
  label,
  placeholder: least === most ? `${least} 位数字` : `${least}–${most} 位数字`,
  pattern: new RegExp(`^\\d{${least},${most}}$`),
  message: least === most ? `${label}是 ${least} 位数字，请核对` : `${label}是 ${least}–${most} 位数字，请核对`,
  numeric: true,
  ...more,
});
const BIC: BankField = {
  label: "SWIFT / BIC",
  placeholder: "8 或 11 位，如 HSBCHKHH",
  pattern: BIC_PATTERN,
  message: "SWIFT 代码是 8 或 11 位字母和数字，请核对",
};
const text = (label: string, placeholder: string, most: number, more: Partial<BankField> = {}): BankField => ({
  label,
  placeholder,
  pattern: new RegExp(`^.{1,${most}}$`, "u"),
  message: `请填写${label}，最多 ${most} 个字`,
  ...more,
});
const choice = (label: string, options: NonNullable<BankField["options"]>): BankField => ({
  label,
  placeholder: `请选择${label}`,
  pattern: new RegExp(`^(${options.map(({ value }) => value).join("|")})$`),
  message: `请选择${label}`,
  options,
});
const bankName = text("开户银行", "填写代码后自动带出，可以修改", 100);
const PURPOSES = [
  { value: "goods", label: "货物贸易" },
  { value: "services", label: "服务贸易" },
  { value: "own", label: "本人资金" },
  { value: "other", label: "其他" },
] as const;
const purpose = choice("汇款用途", PURPOSES);

const ANY_NAME = { pattern: /^.{2,140}$/u, message: "请填写户名，最多 140 个字" };
const LATIN_NAME = {
  pattern: /^(?=.*[A-Za-z])[A-Za-z0-9 .,'()/+&:?-]{2,70}$/,
  message: "请用英文字母填写户名，最多 70 个字符，声调符号不用写",
};

/** Countries of the euro and of its transfers; dated data, membership changes. */
export const EURO_COUNTRIES = "AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA".split(" ");

/** Every way a bank account is written down: the form, its checks, the batch template and the documentation come from here. */
export const BANK_ROUTES = {
  CN: {
    label: "人民币本地清算",
    way: "local",
    countries: ["CN"],
    currencies: ["CNY"],
    fields: {
      clearCode: digits("开户行联行号", 12, 12, { placeholder: "12 位数字，可向开户行查询" }),
      accountNumber: digits("银行账号", 6, 32, {
        placeholder: "企业账号或个人银行卡号",
        message: "账号只有数字，最多 32 位，请核对",
      }),
      bankName,
    },
    holder: ANY_NAME,
  },
  HK: {
    label: "香港本地清算",
    way: "local",
    countries: ["HK"],
    currencies: ["HKD", "USD", "CNH"],
    fields: {
      bankCode: digits("银行代码", 3, 3, { placeholder: "3 位数字，如 004" }),
      branchCode: digits("分行代码", 3, 3),
      accountNumber: digits("账号", 6, 12, { hint: "银行代码和分行代码不用重复填" }),
      bankName,
    },
    holder: LATIN_NAME,
  },
  US: {
    label: "美国本地清算（ACH）",
    way: "local",
    countries: ["US"],
    currencies: ["USD"],
    fields: {
      clearCode: digits("ABA 路由号码", 9, 9),
      accountNumber: digits("账号", 1, 17),
      bankAccountType: choice("账户类型", [
        { value: "checking", label: "Checking 支票账户" },
        { value: "savings", label: "Savings 储蓄账户" },
      ]),
      bankName,
    },
    holder: LATIN_NAME,
  },
  GB: {
    label: "英国本地清算",
    way: "local",
    countries: ["GB"],
    currencies: ["GBP"],
    fields: {
      clearCode: digits("Sort code", 6, 6, { placeholder: "6 位数字，填 IBAN 时可不填", optional: true }),
      accountNumber: {
        label: "账号或 IBAN",
        placeholder: "8 位数字，或 GB 开头的 IBAN",
        pattern: /^(\d{8}|GB[A-Z0-9]{20})$/,
        message: "请填写 8 位账号，或 GB 开头的 22 位 IBAN",
      },
      bankName,
    },
    holder: LATIN_NAME,
  },
  IBAN: {
    label: "欧元转账（IBAN）",
    way: "local",
    countries: EURO_COUNTRIES,
    currencies: ["EUR"],
    fields: {
      accountNumber: {
        label: "IBAN",
        placeholder: "以国家代码开头，如 DE89 3704…",
        pattern: /^[A-Z]{2}[A-Z0-9]{13,32}$/,
        message: "IBAN 以国家代码开头，15–34 位字母和数字",
      },
      swiftCode: BIC,
      bankName,
    },
    holder: LATIN_NAME,
  },
  AE: {
    label: "阿联酋本地清算",
    way: "local",
    countries: ["AE"],
    currencies: ["AED"],
    fields: {
      accountNumber: {
        label: "IBAN",
        placeholder: "AE 开头，23 位",
        pattern: /^AE\d{21}$/,
        message: "阿联酋 IBAN 是 AE 开头的 23 位，请核对",
      },
      swiftCode: BIC,
      bankName,
    },
    holder: LATIN_NAME,
  },
  JP: {
    label: "日本本地清算",
    way: "local",
    countries: ["JP"],
    currencies: ["JPY"],
    fields: {
      bankCode: digits("银行代码", 4, 4, { placeholder: "4 位数字，如 0001" }),
      branchCode: digits("支店代码", 3, 3),
      bankAccountType: choice("账户类型", [
        { value: "ordinary", label: "普通" },
        { value: "current", label: "当座" },
      ]),
      accountNumber: digits("账号", 7, 7),
      bankName,
    },
    holder: {
      pattern: /^([\u30A0-\u30FF\uFF66-\uFF9F\u3000 ().\-・]{2,48}|[A-Za-z0-9 .,'()/&-]{2,48})$/u,
      message: "请用片假名或英文字母填写户名，最多 48 个字符",
    },
  },
  AU: {
    label: "澳大利亚本地清算",
    way: "local",
    countries: ["AU"],
    currencies: ["AUD"],
    fields: { clearCode: digits("BSB", 6, 6), accountNumber: digits("账号", 5, 9), bankName },
    holder: LATIN_NAME,
  },
  CA: {
    label: "加拿大本地清算",
    way: "local",
    countries: ["CA"],
    currencies: ["CAD"],
    fields: {
      bankCode: digits("机构代码（Institution）", 3, 3),
      branchCode: digits("转账号（Transit）", 5, 5),
      accountNumber: digits("账号", 5, 12),
      bankName,
    },
    holder: LATIN_NAME,
  },
  SG: {
    label: "新加坡本地清算",
    way: "local",
    countries: ["SG"],
    currencies: ["SGD"],
    fields: {
      bankCode: digits("银行代码", 4, 4, { placeholder: "4 位数字，如 7171" }),
      branchCode: digits("分行代码", 3, 3),
      accountNumber: digits("账号", 6, 19),
      bankName,
    },
    holder: LATIN_NAME,
  },
  TH: {
    label: "泰国本地清算",
    way: "local",
    countries: ["TH"],
    currencies: ["THB"],
    fields: { swiftCode: BIC, accountNumber: digits("账号", 7, 12), bankName },
    holder: LATIN_NAME,
  },
  ID: {
    label: "印尼本地清算",
    way: "local",
    countries: ["ID"],
    currencies: ["IDR"],
    fields: { swiftCode: BIC, accountNumber: digits("账号", 1, 20), bankName },
    holder: LATIN_NAME,
  },
  MY: {
    label: "马来西亚本地清算",
    way: "local",
    countries: ["MY"],
    currencies: ["MYR"],
    fields: { swiftCode: BIC, accountNumber: digits("账号", 1, 16), bankName, purpose },
    holder: LATIN_NAME,
  },
  PH: {
    label: "菲律宾本地清算",
    way: "local",
    countries: ["PH"],
    currencies: ["PHP"],
    fields: { swiftCode: BIC, accountNumber: digits("账号", 8, 16), bankName },
    holder: LATIN_NAME,
  },
  VN: {
    label: "越南本地清算",
    way: "local",
    countries: ["VN"],
    currencies: ["VND"],
    fields: {
      swiftCode: BIC,
      accountNumber: {
        label: "账号",
        placeholder: "最多 30 位字母和数字",
        pattern: /^[A-Z0-9]{1,30}$/,
        message: "账号最多 30 位字母和数字，请核对",
      },
      bankName,
      purpose,
    },
    holder: LATIN_NAME,
  },
  KR: {
    label: "韩国本地清算",
    way: "local",
    countries: ["KR"],
    currencies: ["KRW"],
    fields: {
      bankCode: digits("银行代码", 3, 3, { placeholder: "3 位数字，如 088" }),
      accountNumber: digits("账号", 11, 16),
      bankName,
    },
    holder: ANY_NAME,
  },
  SWIFT: {
    label: "SWIFT 电汇",
    way: "swift",
    countries: "*",
    currencies: "*",
    fields: {
      swiftCode: BIC,
      accountNumber: {
        label: "账号或 IBAN",
        placeholder: "使用 IBAN 的国家请填 IBAN",
        pattern: /^[A-Z0-9]{1,34}$/,
        message: "账号最多 34 位字母和数字，请核对",
      },
      bankName,
      bankCity: text("银行所在城市", "英文，如 FRANKFURT", 35, {
        pattern: /^[A-Za-z .'-]{2,35}$/,
        message: "请用英文填写城市",
      }),
      holderAddress: text("收款人地址", "英文，街道和城市", 140, {
        pattern: /^(?=.*[A-Za-z])[A-Za-z0-9 .,'()/+#&-]{5,140}$/,
        message: "请用英文填写收款人地址，5–140 个字符",
      }),
      intermediarySwift: { ...BIC, label: "中转行 SWIFT", placeholder: "银行要求时填写", optional: true },
      intermediaryName: text("中转行名称", "银行要求时填写", 70, { optional: true }),
    },
    holder: LATIN_NAME,
  },
} as const satisfies Record<string, BankRoute>;
export type BankRouteKey = keyof typeof BANK_ROUTES;
export const BANK_ROUTE_KEYS = Object.keys(BANK_ROUTES) as [BankRouteKey, ...BankRouteKey[]];
export const bankRoute = (key: BankRouteKey): BankRoute => BANK_ROUTES[key];

export const fieldsOf = (key: BankRouteKey): [BankFieldName, BankField][] =>
  Object.entries(bankRoute(key).fields) as [BankFieldName, BankField][];

/** The ways an account of that country and currency can be reached, the country's own first; none where we may not pay. */
export const routesTo = (country: string, currency?: Currency): BankRouteKey[] =>
  BANK_ROUTE_KEYS.filter((key) => {
    if (riskLevelOf(country) === "prohibited") return false;
    const { countries, currencies } = bankRoute(key);
    const there = countries === "*" ? country !== "CN" || currency !== "CNY" : countries.includes(country);
    return there && (currency === undefined || currencies === "*" || currencies.includes(currency));
  });
