import type { ApplicationState, CertificationForm, RiskFact } from "@coralhub/domain";
import { DEMO_MERCHANTS } from "../merchants.ts";

/** One case of the demo world. `ago` is in hours before it was loaded. */
export type Applicant = {
  merchantId: string;
  form: CertificationForm;
  answers: Record<string, string>;
  /** The person behind it; companies have one as legal representative and owner. */
  person: { name: string; number: string };
  state: Extract<ApplicationState, "waiting" | "second" | "rejected" | "approved">;
  ago: number;
  reviewedAgo?: number;
  rejected?: Record<string, string>;
  /** What was corrected since, in a case that came back. */
  corrected?: Record<string, string>;
  riskFacts?: RiskFact[];
  /** The licence was photographed with a finger on it. */
  covered?: true;
};
/** Somebody who waits in the queue and otherwise plays no part. */
export type Newcomer = {
  merchantId: string;
  mobile: string;
  userNo: string;
  invitationCode: string;
  registered: string;
};

const [seller, developer, , enterprise, rejected] = DEMO_MERCHANTS.map(({ merchantId }) => merchantId) as [
  string,
  string,
  string,
  string,
  string,
];
const waiting = (n: number) => `0192a000-0000-7000-8000-0000000001${String(n).padStart(2, "0")}`;

export const DEMO_NEWCOMERS: readonly Newcomer[] = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  merchantId: waiting(n),
  mobile: `+861380000010${n}`,
  userNo: `CH202611130${String(n).padStart(4, "0")}`,
  invitationCode: `DQ${n}W7${n}`,
  registered: `2026-11-1${2 + (n % 3)}T1${n}:20:00+08:00`,
}));

const mainland = (companyName: string, companyEnName: string, rcNo: string, businessAddress: string) => ({
  companyName,
  companyEnName,
  rcNo,
  businessAddress,
  bStartTime: "2019-04-16",
});

export const DEMO_APPLICANTS: readonly Applicant[] = [
  {
    merchantId: seller,
    form: "mainland",
    answers: mainland(
      "深圳市南屿科技有限公司",
      "Shenzhen Nanyu Technology Co., Ltd.",
      "91440300MA5F8K2Q78",
      "广东省深圳市南山区粤海街道海天一路 8 号 B 座 1702",
    ),
    person: { name: "林见南", number: "44030519880615273X" },
    state: "approved",
    ago: 14_600,
    reviewedAgo: 14_597,
  },
  {
    merchantId: developer,
    form: "person",
    answers: { permanentAddress: "四川省成都市高新区天府大道中段 530 号 2 栋 906", itemCode: "301" },
    person: { name: "陈以安", number: "510107199303124010" },
    state: "approved",
    ago: 10_600,
    reviewedAgo: 10_598,
  },
  {
    merchantId: enterprise,
    form: "bigHongkong",
    answers: {
      companyName: "海岚国际贸易有限公司",
      companyEnName: "Harbour Lan International Trading Limited",
      rcNo: "3015872",
      brcNo: "73015872",
      dirCountry: "HK",
      coAddress: "香港观塘巧明街 100 号安盛金融大楼 21 楼",
      businessAddress: "香港观塘巧明街 100 号安盛金融大楼 21 楼",
      fundsSource: "货款收入，用于向内地供应商采购",
      brcEndTime: "2027-05-08",
    },
    person: { name: "何嘉欣", number: "44030119900220322X" },
    state: "approved",
    ago: 13_200,
    reviewedAgo: 13_190,
  },
  {
    merchantId: rejected,
    form: "mainland",
    answers: {
      ...mainland(
        "杭州拾光家居有限公司",
        "Hangzhou Shiguang Home Co., Ltd.",
        "91330110MA2KF3R81C",
        "浙江省杭州市余杭区文一西路 998 号 5 幢 301",
      ),
      iEndTime: "2026-10-31",
    },
    person: { name: "周知夏", number: "330106199107084023" },
    state: "rejected",
    ago: 50,
    reviewedAgo: 2,
    rejected: {
      businessLicenseImage: "营业执照右下角被遮挡，请重新拍摄，四角都要露出来",
      iEndTime: "法定代表人身份证已过期，请上传有效证件并填写新的有效期",
    },
    covered: true,
  },
  {
    merchantId: waiting(1),
    form: "mainland",
    answers: {
      ...mainland(
        "深圳市海棠里贸易有限公司",
        "Shenzhen Haitangli Trade",
        "91440300MA5F8K2QCP",
        "广东省深圳市南山区粤海街道科苑路 15 号科兴科学园 B 栋 1207",
      ),
    },
    person: { name: "黄海棠", number: "440305199002113422" },
    state: "waiting",
    ago: 20,
    reviewedAgo: 17,
    rejected: { companyEnName: "与登记名称不一致，缺少公司类型。应写全称，例如以 Co., Ltd. 结尾" },
    corrected: { companyEnName: "Shenzhen Haitangli Trading Co., Ltd." },
  },
  {
    merchantId: waiting(2),
    form: "person",
    answers: { areaType: "2", permanentAddress: "香港九龙旺角弥敦道 700 号 12 楼", itemCode: "102" },
    person: { name: "CHAN TAI MAN", number: "H0364821" },
    state: "waiting",
    ago: 3,
  },
  {
    merchantId: waiting(3),
    form: "mainland",
    answers: mainland(
      "广州云桥网络科技有限公司",
      "Guangzhou Yunqiao Network Technology Co., Ltd.",
      "91440101MA59P7N363",
      "广东省广州市天河区珠江新城华夏路 30 号 2106",
    ),
    person: { name: "苏明远", number: "440106198512034813" },
    state: "waiting",
    ago: 2,
  },
  {
    merchantId: waiting(4),
    form: "hongkong",
    answers: {
      companyName: "港线有限公司",
      companyEnName: "HARBOUR LINE LIMITED",
      rcNo: "3127745",
      brcNo: "74127745",
      dirCountry: "HK",
      coAddress: "香港中环德辅道中 88 号 9 楼",
      businessAddress: "香港中环德辅道中 88 号 9 楼",
      brcEndTime: "2027-08-20",
    },
    person: { name: "罗文谦", number: "44030419870921391X" },
    state: "waiting",
    ago: 1.5,
  },
  {
    merchantId: waiting(5),
    form: "mainland",
    answers: mainland(
      "义乌市越海饰品有限公司",
      "Yiwu Yuehai Accessories Co., Ltd.",
      "91330782MA2E8T4N5B",
      "浙江省金华市义乌市稠州北路 699 号 3 楼",
    ),
    person: { name: "秦朔风", number: "330782198204165516" },
    state: "second",
    ago: 5,
    reviewedAgo: 1,
    riskFacts: [{ rule: "screeningHit", detail: "「秦朔风」与名单「秦朔风」相似：制裁名单，名称相同" }],
  },
  {
    merchantId: waiting(7),
    form: "hongkong",
    answers: {
      certType: "2",
      companyEnName: "Nanyu Home Goods Inc.",
      rcNo: "7204518",
      einNo: "88-1234567",
      dirCountry: "US",
      coAddress: "1209 Orange Street, Wilmington, Delaware 19801, USA",
      businessAddress: "18725 East Gale Avenue, City of Industry, California 91748, USA",
      bStartTime: "2021-03-09",
    },
    person: { name: "林书言", number: "440305199112083818" },
    state: "waiting",
    ago: 0.8,
  },
  {
    merchantId: waiting(6),
    form: "person",
    answers: { permanentAddress: "福建省厦门市思明区湖滨南路 258 号 1803", itemCode: "123" },
    person: { name: "王雅琴", number: "350203199408223023" },
    state: "waiting",
    ago: 0.4,
  },
];
