import type { CheckName } from "./checks.ts";

/** What a picture must show: draws its outline, and tells the reader what to look for. */
export const DOCUMENTS = {
  idCardFront: { label: "身份证人像面", shows: "四角完整，姓名和号码清楚" },
  idCardBack: { label: "身份证国徽面", shows: "四角完整，有效期清楚" },
  idCardInHand: { label: "手持身份证", shows: "人脸和证件在同一张照片里，号码清楚" },
  businessLicense: { label: "营业执照", shows: "四角都在画面里，印章和日期没有遮挡" },
  companyRecord: { label: "公司章程或股权文件", shows: "能看到股东和持股比例" },
  incorporation: { label: "公司注册证书", shows: "公司名称和编号清楚" },
  businessRegistration: { label: "商业登记证", shows: "登记号码和届满日期清楚" },
  incorporationForm: { label: "法团成立表格 NNC1", shows: "董事和股东页完整" },
  goodStanding: { label: "存续证明（Good Standing）", shows: "签发日期在一年以内" },
  annualReturn: { label: "周年申报表 NAR1", shows: "最近一年，签署页完整" },
  authorisation: { label: "经办人授权书", shows: "公司盖章，法定代表人签字" },
  agreement: { label: "代收服务协议", shows: "双方盖章页完整" },
  other: { label: "其他材料", shows: "文字清楚" },
} as const satisfies Record<string, { label: string; shows: string }>;
export type DocumentName = keyof typeof DOCUMENTS;

/** One question of a form. Everything that asks, checks, reviews or explains it reads this row. */
export type FormField = {
  label: string;
  help?: string;
  /** Required is the rule. */
  optional?: true;
  /** Shown masked outside the form and the review desk. */
  personal?: true;
  /** Asked only where another answer of the same part is one of these. */
  when?: { field: string; is: readonly string[] };
} & (
  | { kind: "text"; maxLength: number; check?: CheckName }
  | { kind: "textarea"; maxLength: number }
  /** Province, city and district can be chosen, the rest is written. */
  | { kind: "address"; maxLength: number }
  | {
      kind: "date";
      past?: true;
      /** Must lie after today: an expired document is no document. */ future?: true;
      after?: string;
      longTerm?: true;
    }
  | { kind: "document"; document: DocumentName }
  | { kind: "choice"; options: Readonly<Record<string, string>> }
  | {
      kind: "country";
      /** Countries that are asked elsewhere, and where. */ refuses?: Readonly<Record<string, string>>;
    }
  | { kind: "businessItem" | "mainBusinessType" | "goods" | "agreement" | "face" }
);
export type FormFields = Readonly<Record<string, FormField>>;

/** A step of the wizard: fields, or one part that repeats (`many`) or may be there once (`single`). */
export type FormSection = { title: string; intro?: string } & (
  | { fields: FormFields }
  | { group: string; rowLabel: string; rows: FormFields; least: number; most: number; single?: true }
);
export type FormSpec = {
  label: string;
  /** Whose standing it decides. */
  subject: "account" | "seller";
  /** What an account becomes when it passes; a big customer is one more. */
  kind: "person" | "mainland" | "hongkong";
  bigCustomer?: true;
  /** Whose answer names the application. */
  nameField: string;
  /** The same where that one is not asked for. */
  abroadNameField?: string;
  sections: readonly FormSection[];
};

export const IDENTITY_DOCUMENTS = {
  1: "居民身份证",
  2: "港澳居民来往内地通行证",
  3: "台湾居民来往大陆通行证",
  4: "护照",
} as const;
export const AREA_TYPES = { 1: "中国内地", 2: "港澳台", 3: "海外" } as const;
export const COMPANY_PLACES = { 1: "香港公司", 2: "海外公司" } as const;

const document = (name: DocumentName, label: string = DOCUMENTS[name].label) =>
  ({ label, kind: "document", document: name, help: DOCUMENTS[name].shows }) as const;
const text = (label: string, maxLength: number, check?: CheckName) =>
  ({ label, kind: "text", maxLength, check }) as const;
const period = (label: string, start: string) => ({
  from: { label: `${label}开始日期`, kind: "date", past: true } as const,
  to: { label: `${label}截止日期`, kind: "date", future: true, after: start, longTerm: true } as const,
});
const address = (label: string) => ({ label, kind: "address", maxLength: 200 }) as const;
const country = (label: string) => ({ label, kind: "country" }) as const;
const choice = (label: string, options: Readonly<Record<string, string>>) =>
  ({ label, kind: "choice", options }) as const;

/** Makes the rows of the forms; a form says only what is special about it. */
export const part = { document, text, period, address, country, choice };

/** A natural person behind a company: legal representative, beneficial owner, director, agent. */
export const personRow = (share: boolean): FormFields => ({
  name: text("姓名", 60, "personName"),
  certType: choice("证件类型", IDENTITY_DOCUMENTS),
  idCardNumber: { ...text("证件号码", 20, "idNumber"), personal: true },
  country: country("国籍或地区"),
  ...(share && { shareRatio: text("持股比例（%）", 6, "share") }),
  iEndTime: { label: "证件截止日期", kind: "date", future: true, longTerm: true },
  idCardImgFace: document("idCardFront", "证件正面"),
  idCardImgBack: { ...document("idCardBack", "证件反面"), optional: true },
});
