import type { RefusalTable } from "../refusals/refusal.ts";

export const couponRefusals = {
  "coupon.gone": { code: 25001, status: 409, message: "优惠券已用在另一笔付款或更新的报价上，请重新询价" },
  "coupon.nothing_to_claim": { code: 25002, status: 409, message: "现在没有可以领取的优惠券，请留意公告" },
  "coupon.already_claimed": { code: 25003, status: 409, message: "已经领过这张优惠券，可在「优惠券」里查看" },
  "coupon.all_gone": { code: 25004, status: 409, message: "优惠券已经领完，请留意下次活动" },
  "coupon.code_unknown": { code: 25005, status: 400, message: "兑换码不正确或已停止兑换，请核对后再试" },
  "coupon.not_for_you": { code: 25006, status: 403, message: "这张优惠券发给{audience}，您暂时不能领取" },
  "coupon.same_person": { code: 25007, status: 409, message: "您提出的方案要由另一位财务复核，请联系同事" },
  "coupon.claim_taken": { code: 25008, status: 409, message: "已有方案在用这个领取名称或兑换码，请换一个" },
  "coupon.terms_incomplete": { code: 25009, status: 400, message: "优惠内容没有填完整，请按提示补充" },
} as const satisfies RefusalTable;
