/** Everything that names the product or its company: change it here and it changes everywhere. */
export const BRAND = {
  name: "珊瑚汇",
  latinName: "CoralHub",
  cardName: "珊瑚卡",
  company: "珊瑚汇（深圳）网络科技有限公司",
  latinCompany: "CoralHub (Shenzhen) Network Technology Co., Ltd.",
  icp: "粤 ICP 备 2026000000 号-1",
  servicePhone: "400-800-2026",
  serviceMail: "service@coralhub.test",
  serviceHours: "工作日 9:00–18:00",
  address: "深圳市南山区科技园珊瑚大厦 12 层",
  since: 2026,
} as const;

/**
 * What the product can do in one line, for entry pages that do not load the catalogue; a test counts both. Platforms by
 * name: trade without one, and the row for all others, are none.
 */
export const REACH = { platforms: 69, currencies: 19 } as const;
export const REACH_WORDS = `${REACH.platforms} 个平台、${REACH.currencies} 种货币，汇到一处`;
