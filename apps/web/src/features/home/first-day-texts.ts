import type { CertificationKind, PageKey } from "@coralhub/domain";

/** What a merchant should have at hand, by who they are. */
export const NEEDS: Record<
  CertificationKind,
  { short: string; form: PageKey & `certify${string}`; needs: { what: string; how: string }[] }
> = {
  person: {
    short: "身份证、人脸核验",
    form: "certifyPerson",
    needs: [
      { what: "本人身份证", how: "正反面，在有效期内" },
      { what: "本人手机", how: "收验证码，做人脸核验" },
      { what: "经营品类", how: "从列表里选一项" },
    ],
  },
  mainland: {
    short: "营业执照、法人身份证",
    form: "certifyMainland",
    needs: [
      { what: "营业执照", how: "原件照片或彩色扫描" },
      { what: "法定代表人身份证", how: "正反面，在有效期内" },
      { what: "持股 25% 以上的股东", how: "姓名和证件号" },
      { what: "经办人手机", how: "收验证码，做人脸核验" },
    ],
  },
  hongkong: {
    short: "注册证书、董事资料",
    form: "certifyHongkong",
    needs: [
      { what: "公司注册证书", how: "彩色扫描，四角完整" },
      { what: "商业登记证", how: "在有效期内" },
      { what: "最近一次周年申报表", how: "新公司用注册表格代替" },
      { what: "董事和受益人证件", how: "身份证或护照" },
    ],
  },
};

export const QUESTIONS = [
  { question: "收费吗", answer: "开户和收款不收费，提现和换汇的费用在您确认前逐项列明" },
  { question: "多久到账", answer: "取决于银行营业时间，每一笔都写明预计时间" },
  { question: "钱放在这里安全吗", answer: "资金存放在合作银行的专用账户，与公司资金分开" },
];
