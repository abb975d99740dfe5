import type { CertificationKind, CertificationState, UserSource } from "@coralhub/domain";

export type DemoMerchant = {
  merchantId: string;
  mobile: string;
  /** What the console prints beside the number. */
  about: string;
  userNo: string;
  invitationCode: string;
  source: UserSource;
  email: string | null;
  registered: string;
  certification: {
    state: CertificationState;
    kind: CertificationKind | null;
    name: string | null;
    openUserId: string | null;
  };
  /** In the gray releases of the multi-currency wallet and of personal finance. */
  triesNew?: true;
  contact?: { name: string; title: string; address: { province: string; city: string; area: string; address: string } };
};

export const DEMO_PASSWORD = "Coral#2026";
const id = (n: number) => `0192a000-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`;
const NEVER = { kind: null, name: null, openUserId: null } as const;

/** Five merchants, one for each way the portal can look. */
export const DEMO_MERCHANTS: readonly [DemoMerchant, DemoMerchant, DemoMerchant, DemoMerchant, DemoMerchant] = [
  {
    merchantId: id(1),
    mobile: "+8613800000001",
    about: "已认证内地企业，多平台卖家",
    userNo: "CH2025031104827",
    invitationCode: "NY8K2Q",
    source: "website",
    email: "jnlin@nanyu-home.com",
    registered: "2025-03-11T10:24:00+08:00",
    certification: { state: "certified", kind: "mainland", name: "深圳市南屿科技有限公司", openUserId: "OU7K20Q4" },
    triesNew: true,
    contact: {
      name: "林见南",
      title: "财务负责人",
      address: { province: "广东省", city: "深圳市", area: "南山区", address: "粤海街道海天一路 8 号 B 座 1702" },
    },
  },
  {
    merchantId: id(2),
    mobile: "+8613800000002",
    about: "已认证个人，应用开发者",
    userNo: "CH2025082600913",
    invitationCode: "YA5R7T",
    source: "invitation",
    email: "yian.chen@lanternapps.dev",
    registered: "2025-08-26T21:07:00+08:00",
    certification: { state: "certified", kind: "person", name: "陈以安", openUserId: "OU3M8XW2" },
    contact: {
      name: "陈以安",
      title: "独立开发者",
      address: { province: "四川省", city: "成都市", area: "高新区", address: "天府大道中段 530 号 2 栋 906" },
    },
  },
  {
    merchantId: id(3),
    mobile: "+8613800000003",
    about: "刚注册，还没有认证",
    userNo: "CH2026111400217",
    invitationCode: "QP4W9C",
    source: "website",
    email: null,
    registered: "2026-11-14T16:40:00+08:00",
    certification: { state: "none", ...NEVER },
  },
  {
    merchantId: id(4),
    mobile: "+8613800000004",
    about: "已认证香港公司，大客户",
    userNo: "CH2025050900456",
    invitationCode: "HL6D3K",
    source: "bigCustomer",
    email: "treasury@harbourlan.com.hk",
    registered: "2025-05-09T14:12:00+08:00",
    certification: { state: "certified", kind: "hongkong", name: "海岚国际贸易有限公司", openUserId: "OU9C41HB" },
    triesNew: true,
    contact: {
      name: "何嘉欣",
      title: "司库经理",
      address: { province: "香港特别行政区", city: "香港", area: "观塘区", address: "巧明街 100 号安盛金融大楼 21 楼" },
    },
  },
  {
    merchantId: id(5),
    mobile: "+8613800000005",
    about: "认证未通过，看得到提示",
    userNo: "CH2026110300384",
    invitationCode: "SG2F8M",
    source: "partner",
    email: "office@shiguang-home.cn",
    registered: "2026-11-03T09:31:00+08:00",
    certification: { state: "rejected", kind: "mainland", name: "杭州拾光家居有限公司", openUserId: null },
    contact: {
      name: "周知夏",
      title: "运营主管",
      address: { province: "浙江省", city: "杭州市", area: "余杭区", address: "文一西路 998 号 5 幢 301" },
    },
  },
];
