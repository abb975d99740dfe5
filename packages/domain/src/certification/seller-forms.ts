import { part, type FormFields, type FormSpec } from "./parts.ts";

const idPeriod = part.period("身份证有效期", "idCardStartTime");
const licensePeriod = part.period("营业期限", "blStartTime");

/** The person who sells, or who stands for the company that sells. */
const holder = (who: string): FormFields => ({
  idCardFront: part.document("idCardFront", `${who}身份证人像面`),
  idCardReverse: part.document("idCardBack", `${who}身份证国徽面`),
  idCardHold: part.document("idCardInHand", `${who}手持身份证`),
  idCardName: part.text(`${who}姓名`, 60, "personName"),
  idCardNo: { ...part.text(`${who}身份证号码`, 20, "idNumber"), personal: true },
  idCardStartTime: idPeriod.from,
  idCardEndTime: idPeriod.to,
  phone: { ...part.text("联系手机", 20, "mobile"), personal: true },
});
const selling: FormFields = {
  businessAddress: part.address("经营地址"),
  websiteUrl: part.text("销售网站", 200, "website"),
  productTypeCode: { label: "商品类目", kind: "goods" },
  mainBizType: { label: "主营业务类型", kind: "mainBusinessType" },
  codSerAgr: part.document("agreement"),
};
const licence: FormFields = { blStartTime: licensePeriod.from, blEndTime: licensePeriod.to };

/** Sellers whose cash-on-delivery income a merchant collects. */
export const sellerForms = {
  sellerPerson: {
    label: "货到付款卖家（个人）",
    subject: "seller",
    kind: "person",
    nameField: "idCardName",
    sections: [
      { title: "卖家身份", fields: holder("卖家") },
      { title: "经营信息", fields: selling },
    ],
  },
  sellerEnterprise: {
    label: "货到付款卖家（内地企业）",
    subject: "seller",
    kind: "mainland",
    nameField: "enterpriseNameCh",
    sections: [
      {
        title: "企业信息",
        fields: {
          businessLicenseImage: part.document("businessLicense"),
          enterpriseNameCh: part.text("企业中文名称", 100, "companyName"),
          enterpriseNameEn: part.text("企业英文名称", 120, "latinName"),
          rcNo: part.text("统一社会信用代码", 18, "uscc"),
          ...licence,
        },
      },
      { title: "法定代表人", fields: holder("法定代表人") },
      { title: "经营信息", fields: selling },
    ],
  },
  sellerHongkong: {
    label: "货到付款卖家（香港公司）",
    subject: "seller",
    kind: "hongkong",
    nameField: "companyNameCh",
    sections: [
      {
        title: "公司信息",
        fields: {
          certRegistrationImage: part.document("incorporation"),
          businessLicenseImage: part.document("businessRegistration"),
          companyNameCh: part.text("公司中文名称", 100, "companyName"),
          companyNameEn: part.text("公司英文名称", 120, "latinName"),
          rcNo: part.text("公司注册编号", 30, "registrationNumber"),
          blStartTime: { label: "商业登记生效日期", kind: "date", past: true },
          // A business registration always ends, and its dates travel as moments: "never" is none.
          blEndTime: { label: "商业登记届满日期", kind: "date", future: true, after: "blStartTime" },
        },
      },
      {
        title: "董事",
        fields: {
          ...holder("董事"),
          certType: part.choice("证件类型", { 1: "居民身份证", 2: "香港身份证", 4: "护照" }),
        },
      },
      { title: "经营信息", fields: selling },
    ],
  },
} as const satisfies Record<string, FormSpec>;
