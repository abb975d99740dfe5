import { PORTAL_ROUTES, type PortalRoute } from "@coralhub/domain";

type Offer = { path: `/${string}`; name: string; about: string };
/** Everything beside the bar's own items, by the specification's addresses. One whose page does not exist is not offered. */
const OFFERS: readonly { title: string; offers: readonly Offer[] }[] = [
  {
    title: "融资",
    offers: [
      { path: "/loan/apply", name: "贷款", about: "按已入账的收款授信，放款到钱包" },
      { path: "/bridgeEasyLoan", name: "跨境易贷", about: "小额周转，先算一算每期还多少" },
      { path: "/loan/icbc", name: "工银跨境融资", about: "工商银行审批和出资，凭收款、订单和账户证明" },
    ],
  },
  {
    title: "资金",
    offers: [
      { path: "/personalFinance", name: "定期存款", about: "闲置资金存定期，利率存入时固定" },
      { path: "/moreToken/exchange", name: "换汇", about: "实时汇率，也可以挂单等价" },
      { path: "/escrow", name: "担保交易", about: "买卖双方确认后放款，有争议由平台处理" },
      { path: "/vcc", name: "珊瑚卡", about: "线上支付用的虚拟卡，按用途设限额" },
    ],
  },
  {
    title: "贸易",
    offers: [
      { path: "/taxrefundservices", name: "出口退税", about: "报关单、发票和收款三单核对，代办退税" },
      { path: "/nav/orderManage", name: "订单管理", about: "上传和核对订单材料" },
      { path: "/nav/seller", name: "货到付款卖家", about: "为卖家认证和付款" },
    ],
  },
  {
    title: "更多",
    offers: [
      { path: "/developer", name: "开放接口", about: "用自己的系统收款、付款和查询" },
      { path: "/nav/prices", name: "收费标准", about: "每项服务的价格、截止和到账时间" },
      { path: "/nav/coupon", name: "优惠券", about: "抵扣手续费" },
      { path: "/nav/recommend", name: "推荐有礼", about: "邀请朋友使用" },
      { path: "/help", name: "帮助中心", about: "常见问题和联系方式" },
    ],
  },
];

export type Service = Omit<Offer, "path"> & { route: PortalRoute };

/** The groups with what exists and is open for this merchant; a visitor sees what is open to all. */
export const offeredServices = (flags: Partial<Record<string, boolean>>): { title: string; services: Service[] }[] =>
  OFFERS.map(({ title, offers }) => ({
    title,
    services: offers.flatMap(({ path, ...words }) => {
      const route = PORTAL_ROUTES.find((row) => row.path === path);
      return route && (!route.flag || flags[route.flag]) ? [{ ...words, route }] : [];
    }),
  })).filter(({ services }) => services.length > 0);
