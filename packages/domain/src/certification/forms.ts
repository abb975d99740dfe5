import {
  part,
  personRow,
  AREA_TYPES,
  COMPANY_PLACES,
  IDENTITY_DOCUMENTS,
  type FormFields,
  type FormSection,
  type FormSpec,
} from "./parts.ts";
import { sellerForms } from "./seller-forms.ts";

const idPeriod = part.period("证件有效期", "iStartTime");
const licensePeriod = part.period("营业期限", "bStartTime");
const business: FormFields = {
  itemCode: { label: "经营类目", kind: "businessItem" },
  itemName: { ...part.text("经营的商品或服务", 40), optional: true, help: "类目是「其他」时请写明" },
};

const person: FormSpec = {
  label: "个人",
  subject: "account",
  kind: "person",
  nameField: "name",
  sections: [
    {
      title: "身份证件",
      fields: {
        areaType: part.choice("证件所属地区", AREA_TYPES),
        idCardImgFace: part.document("idCardFront", "证件人像面"),
        idCardImgBack: part.document("idCardBack", "证件国徽面或反面"),
        idCardImgHand: part.document("idCardInHand", "手持证件照"),
        name: part.text("姓名", 60, "personName"),
        idCardNumber: { ...part.text("证件号码", 20, "idNumber"), personal: true },
        iStartTime: idPeriod.from,
        iEndTime: idPeriod.to,
        permanentAddress: part.address("证件地址"),
      },
    },
    { title: "经营信息", fields: business },
    { title: "人脸核验", intro: "用手机扫码，由本人完成", fields: { faceAuthId: { label: "人脸核验", kind: "face" } } },
  ],
};

const legalRepresentative: FormFields = {
  dirCountry: part.country("法定代表人国籍或地区"),
  certType: part.choice("法定代表人证件类型", IDENTITY_DOCUMENTS),
  name: part.text("法定代表人姓名", 60, "personName"),
  idCardNumber: { ...part.text("法定代表人证件号码", 20, "idNumber"), personal: true },
  idCardImgFace: part.document("idCardFront", "法定代表人证件正面"),
  idCardImgBack: part.document("idCardBack", "法定代表人证件反面"),
  iStartTime: idPeriod.from,
  iEndTime: idPeriod.to,
};
const owners: FormSection = {
  title: "受益所有人",
  intro: "直接或间接持股 25% 以上的自然人；没有时填写法定代表人或实际控制人",
  group: "cbos",
  rowLabel: "受益所有人",
  rows: personRow(true),
  least: 1,
  most: 10,
};
const agent: FormSection = {
  title: "经办人授权",
  intro: "由法定代表人本人操作时可以不填",
  group: "userAuthAgentDTO",
  rowLabel: "经办人",
  rows: {
    agentName: part.text("经办人姓名", 60, "personName"),
    certType: part.choice("证件类型", IDENTITY_DOCUMENTS),
    idCardNumber: { ...part.text("证件号码", 20, "idNumber"), personal: true },
    agentMobile: { ...part.text("手机号码", 20, "mobile"), personal: true },
    idCardImgFace: part.document("idCardFront", "经办人证件正面"),
    idCardImgBack: part.document("idCardBack", "经办人证件反面"),
    authorizationImage: part.document("authorisation"),
  },
  least: 0,
  most: 1,
  single: true,
};

const mainlandSections: readonly FormSection[] = [
  {
    title: "企业信息",
    fields: {
      businessLicenseImage: part.document("businessLicense"),
      companyName: part.text("企业名称", 100, "companyName"),
      companyEnName: { ...part.text("企业英文名称", 120, "latinName"), help: "写全称，例如以 Co., Ltd. 结尾" },
      rcNo: part.text("统一社会信用代码", 18, "uscc"),
      bStartTime: licensePeriod.from,
      bEndTime: licensePeriod.to,
      businessAddress: part.address("注册地址"),
      businessAddressEn: { ...part.text("注册地址（英文）", 200, "latinAddress"), optional: true },
      recordImage: part.document("companyRecord"),
      ...business,
    },
  },
  { title: "法定代表人", fields: legalRepresentative },
  owners,
  agent,
];

const directors: FormSection = {
  title: "董事和股东",
  intro: "全部董事，以及持股 25% 以上的股东",
  group: "boardMemberOwners",
  rowLabel: "董事或股东",
  rows: { role: part.choice("身份", { 1: "董事", 2: "股东", 3: "董事兼股东" }), ...personRow(false) },
  least: 1,
  most: 20,
};
/** Hong Kong registers a business beside the company; elsewhere there is one register, and an English name. */
const inHongkong = { when: { field: "certType", is: ["1"] } } as const;
const abroad = { when: { field: "certType", is: ["2"] } } as const;
const NOT_ABROAD = { HK: "香港公司请在公司类型里选择「香港公司」", CN: "内地公司请改用企业认证" } as const;
const hongkongSections: readonly FormSection[] = [
  {
    title: "公司信息",
    fields: {
      certType: part.choice("公司类型", COMPANY_PLACES),
      dirCountry: { ...part.country("注册国家或地区"), refuses: NOT_ABROAD, ...abroad },
      certRegistrationImage: part.document("incorporation"),
      businessLicenseImage: { ...part.document("businessRegistration"), ...inHongkong },
      goodStandingImage: { ...part.document("goodStanding"), optional: true, ...abroad },
      registrationFormImage: part.document("incorporationForm", "公司章程或法团成立表格"),
      ar: { ...part.document("annualReturn", "周年申报表"), optional: true, ...inHongkong },
      companyName: { ...part.text("公司中文名称", 100, "companyName"), ...inHongkong },
      companyEnName: part.text("公司英文名称", 120, "latinName"),
      rcNo: part.text("公司注册编号", 30, "registrationNumber"),
      einNo: { ...part.text("联邦税号 EIN", 10, "ein"), when: { field: "dirCountry", is: ["US"] } },
      brcNo: { ...part.text("商业登记号码", 30, "businessRegistration"), ...inHongkong },
      bStartTime: { ...licensePeriod.from, label: "成立日期" },
      brcEndTime: { label: "商业登记届满日期", kind: "date", future: true, ...inHongkong },
      coAddress: part.address("注册地址"),
      coAddressEn: { ...part.text("注册地址（英文）", 200, "latinAddress"), optional: true },
      businessAddress: part.address("实际经营地址"),
      ...business,
    },
  },
  directors,
  owners,
  agent,
];

const bigCustomerSection: FormSection = {
  title: "业务情况",
  fields: {
    mainBizType: { label: "主营业务类型", kind: "mainBusinessType" },
    monthlyVolume: part.choice("预计月流水", {
      1: "50 万美元以下",
      2: "50 万到 200 万美元",
      3: "200 万到 1,000 万美元",
      4: "1,000 万美元以上",
    }),
    websiteUrl: { ...part.text("公司网站", 200, "website"), optional: true },
    fundsSource: { label: "资金来源和用途", kind: "textarea", maxLength: 500 },
  },
};

/** The field matrix: five kinds of certification, eight forms, one machinery. */
export const CERTIFICATION_FORMS = {
  person,
  mainland: {
    label: "内地企业",
    subject: "account",
    kind: "mainland",
    nameField: "companyName",
    sections: mainlandSections,
  },
  hongkong: {
    label: "香港或海外公司",
    subject: "account",
    kind: "hongkong",
    nameField: "companyName",
    abroadNameField: "companyEnName",
    sections: hongkongSections,
  },
  bigMainland: {
    label: "大客户（内地企业）",
    subject: "account",
    kind: "mainland",
    bigCustomer: true,
    nameField: "companyName",
    sections: [...mainlandSections, bigCustomerSection],
  },
  bigHongkong: {
    label: "大客户（香港或海外公司）",
    subject: "account",
    kind: "hongkong",
    bigCustomer: true,
    nameField: "companyName",
    abroadNameField: "companyEnName",
    sections: [...hongkongSections, bigCustomerSection],
  },
  ...sellerForms,
} as const satisfies Record<string, FormSpec>;
export type CertificationForm = keyof typeof CERTIFICATION_FORMS;
export const FORM_NAMES = Object.keys(CERTIFICATION_FORMS) as [CertificationForm, ...CertificationForm[]];
export const formSpec = (form: CertificationForm): FormSpec => CERTIFICATION_FORMS[form];
