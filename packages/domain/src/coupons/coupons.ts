import { defineLifecycle } from "../lifecycle.ts";
import type { Currency } from "../money/currencies.ts";
import { formatMoney, moneyOf, moneyText } from "../money/money.ts";
import { FEE_BUSINESSES, type FeeBusiness } from "../prices/fees.ts";
import type { FeeCoupon } from "../prices/coupons.ts";

export const COUPON_KINDS = {
  percent: { label: "折扣券", about: "手续费按比例减" },
  amount: { label: "立减券", about: "手续费减固定金额" },
  quota: { label: "免手续费额度", about: "额度以内的金额不收手续费，用完为止" },
} as const satisfies Record<string, { label: string; about: string }>;
export type CouponKind = keyof typeof COUPON_KINDS;
export const COUPON_KIND_NAMES = Object.keys(COUPON_KINDS) as [CouponKind, ...CouponKind[]];

/** How merchants come to have one. */
export const COUPON_WAYS = {
  bulk: { label: "批量发放", about: "复核通过后发给所选的商户" },
  claim: { label: "自行领取", about: "商户在优惠券页领取，每户一张" },
  code: { label: "兑换码", about: "凭兑换码领取，每户一张" },
  codes: { label: "一次性兑换码", about: "复核通过后生成，每个只能用一次，每户一张" },
  prize: { label: "活动奖品", about: "由活动和推荐奖励发放" },
} as const satisfies Record<string, { label: string; about: string }>;
export type CouponWay = keyof typeof COUPON_WAYS;
export const COUPON_WAY_NAMES = Object.keys(COUPON_WAYS) as [CouponWay, ...CouponWay[]];

/** So many codes of which each works once can be made at a time. */
export const MOST_COUPON_CODES = 10_000;
/** No letter or digit that is taken for another. */
export const COUPON_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const COUPON_CODE_LENGTH = 12;

/** To whom a bulk issue goes, and who may claim. */
export const COUPON_AUDIENCES = { all: "全部商户", certified: "已认证商户", listed: "名单上的商户" } as const;
export type CouponAudience = keyof typeof COUPON_AUDIENCES;
export const COUPON_AUDIENCE_NAMES = Object.keys(COUPON_AUDIENCES) as [CouponAudience, ...CouponAudience[]];

/** Businesses whose price a merchant sees before it agrees: only there a coupon can be shown and used. */
export const COUPON_BUSINESSES = [
  "withdrawal",
  "supplier",
  "service",
  "seller",
  "exchange",
  "card_funding",
] as const satisfies readonly FeeBusiness[];
export type CouponBusiness = (typeof COUPON_BUSINESSES)[number];

/** Days before its end at which a merchant is reminded. */
export const COUPON_REMIND_DAYS = 3;
/** What comes back after its end can be used for so long all the same. */
export const COUPON_RETURN_DAYS = 7;
/** The name under which the portal's own offer is claimed. */
export const MILLION_CLAIM = "million";
/** The name of what a friend gets who registers with an invitation. */
export const FRIEND_CLAIM = "friend";

export const couponPlanLifecycle = defineLifecycle({
  name: "优惠券方案",
  initial: "proposed",
  states: {
    proposed: { label: "待复核", tone: "warning" },
    active: { label: "生效中", tone: "success" },
    rejected: { label: "已驳回", tone: "danger" },
    stopped: { label: "已停止", tone: "neutral" },
  },
  groups: { open: ["proposed"], moving: ["active"], ended: ["rejected", "stopped"] },
  actions: {
    approve: { label: "复核通过", from: ["proposed"], to: "active", by: "finance" },
    reject: { label: "驳回", from: ["proposed"], to: "rejected", by: "finance" },
    stop: { label: "停止发放", from: ["active"], to: "stopped", by: "finance" },
  },
  stored: { table: "coupon_plan", key: ["id"], changedAt: "changed_at", columns: ["decided_by", "decided_at"] },
});
export type CouponPlanState = keyof typeof couponPlanLifecycle.states;

/** `wire` is the `status` of the portal's call; what a payment has reserved counts as used there. */
export const couponLifecycle = defineLifecycle({
  name: "优惠券",
  initial: "unused",
  states: {
    unused: { label: "未使用", tone: "success", wire: 0 },
    reserved: { label: "使用中", tone: "info", wire: 3 },
    used: { label: "已使用", tone: "neutral", wire: 1 },
    expired: { label: "已过期", tone: "neutral", wire: 2 },
  },
  groups: { open: ["unused"], moving: ["reserved"], ended: ["used", "expired"] },
  actions: {
    reserve: { label: "付款占用", from: ["unused"], to: "reserved", by: "system" },
    use: { label: "付款完成", from: ["reserved"], to: "used", by: "system" },
    giveBack: {
      label: "付款未成，退还",
      from: ["reserved", "used", "expired"],
      to: "unused",
      by: "system",
      tells: "coupon.returned",
    },
    expire: { label: "到期", from: ["unused"], to: "expired", by: "system" },
  },
  stored: { table: "coupon", changedAt: "changed_at", columns: ["expires_at"] },
});
export type CouponState = keyof typeof couponLifecycle.states;

export const couponUseLifecycle = defineLifecycle({
  name: "优惠券使用",
  initial: "reserved",
  states: {
    reserved: { label: "付款中", tone: "info" },
    used: { label: "已抵扣", tone: "success" },
    returned: { label: "已退还", tone: "neutral" },
  },
  groups: { open: [], moving: ["reserved"], ended: ["used", "returned"] },
  actions: {
    settle: { label: "付款完成", from: ["reserved"], to: "used", by: "system" },
    giveBack: { label: "付款未成，退还", from: ["reserved", "used"], to: "returned", by: "system" },
  },
  stored: { table: "coupon_use", changedAt: "changed_at", quiet: true },
});

/** What a coupon is worth and where: fixed once two people have agreed on it. */
export type CouponTerms = {
  kind: CouponKind;
  percent: number | null;
  currency: Currency | null;
  amountMinor: bigint | null;
  mostMinor: bigint | null;
  quotaMinor: bigint | null;
  minimumMinor: bigint | null;
  businesses: readonly CouponBusiness[];
  stackable: boolean;
};

const inCurrency = (currency: Currency | null, minor: bigint | null): string =>
  currency && minor !== null ? formatMoney(moneyOf(currency, minor)) : "";
const spoken = (currency: Currency | null, minor: bigint | null): string =>
  currency && minor !== null ? moneyText(moneyOf(currency, minor)) : "";

/** 「手续费减 50%」, 「手续费减 5.00 USD」, 「1,000,000.00 CNY 以内免手续费」 */
export function couponWorth({ kind, percent, currency, amountMinor, mostMinor, quotaMinor }: CouponTerms): string {
  if (kind === "percent") {
    const most = mostMinor === null ? "" : `，最多减 ${spoken(currency, mostMinor)}`;
    return percent === 100 ? `免手续费${most}` : `手续费减 ${percent}%${most}`;
  }
  if (kind === "amount") return `手续费减 ${spoken(currency, amountMinor)}`;
  return `${spoken(currency, quotaMinor)} 以内免手续费`;
}

/** 「提现、供应商付款，单笔满 1000.00 USD」 */
export function couponScope({ businesses, currency, minimumMinor, stackable }: CouponTerms): string {
  const where = businesses.map((one) => FEE_BUSINESSES[one]).join("、");
  const from = minimumMinor === null ? "" : `，单笔满 ${spoken(currency, minimumMinor)}`;
  const only = currency && minimumMinor === null ? `，${currency}` : "";
  return `${where}${only}${from}${stackable ? "，可与其他可叠加的券同用" : "，不与其他券同用"}`;
}

/** As the fee's computation takes it. `leftMinor` is what of a quota is still free. */
export function feeCoupon(id: string, label: string, terms: CouponTerms, leftMinor: bigint | null): FeeCoupon {
  const head = { id, label, stackable: terms.stackable };
  if (terms.kind === "percent") {
    const most = terms.mostMinor === null ? {} : { most: inCurrency(terms.currency, terms.mostMinor) };
    return { ...head, percent: terms.percent!, ...most };
  }
  if (terms.kind === "amount") return { ...head, amount: inCurrency(terms.currency, terms.amountMinor) };
  return { ...head, quotaMinor: leftMinor ?? 0n };
}
