import type { PostingReason } from "../capabilities.ts";
import type { AccountKind } from "./accounts.ts";

/**
 * What of a posting may be taken back by hand (红冲). `all`: every way back. `outOf`: only ways back from such an account to
 * one of the merchant's. `into`: only ways back to such an account. `after`: only once the money it held was let go by a posting
 * of this reason. `instead`: where it is put right. What stands in two books is not taken back in one, whatever the rule.
 */
type CorrectionRule =
  | "all"
  | { after: PostingReason; instead: string }
  | { outOf: AccountKind; instead: string }
  | { into: AccountKind; instead: string }
  | { instead: string };

const PAYMENT = "付款由银行的结果决定，失败或被退回时自动冲回，如有差额请另提一笔调账";
const QUOTA = "订单额度跟着订单走，请在订单材料里处理";
const CARD = "卡交易由发卡方撤销或退款，有争议的请在交易争议里处理";
const LOADED = "卡里的钱请由商户在珊瑚卡里转回";
const DEPOSIT = "存单按自己的本金和利息结算，请与存款银行核对后另提一笔调账";
const LOAN = "贷款按自己的本金和息费结算，请与资金方核对后另提一笔调账";
const ESCROW = "担保资金由放款或退款决定，请在担保交易里处理";
/** For ways back over a clearing account: the other half of the money stands in another book. */
export const PAIRED = "这笔钱同时记在两本账上，请在两边各提一笔调账";

/**
 * By reason. Nothing is taken back whose record may still move the same money (it would leave twice), or keeps a sum of its own
 * that would no longer be true. All of these conditions, once they hold, hold for good: whoever decides need not wait for them.
 */
export const CORRECTIONS: Readonly<Record<PostingReason, CorrectionRule>> = {
  adjustment: "all",
  reversal: { instead: "这笔记账本身就是冲回，如有不对请另提一笔调账" },
  "house.settled": { instead: PAIRED },
  "fee.charged": { into: "collection", instead: "没有开成的卡自动退还开卡费，如要另退请提一笔调账" },
  "fee.refunded": "all",
  "income.received": {
    after: "income.credited",
    instead: "只有已经入账的收款可以红冲，还在核验的请在异常收款里退回，无主来款和卡钱包汇款请在各自的页面退回",
  },
  "income.credited": "all",
  "income.returned": { instead: "已经退给付款方，退不出去的银行会再通知到账" },
  "pooling.merged": "all",
  "payout.requested": { instead: PAYMENT },
  "payout.settled": { instead: PAYMENT },
  "payout.failed": { instead: PAYMENT },
  "payout.cancelled": { instead: PAYMENT },
  "payout.returned": { instead: PAYMENT },
  "payout.returnCharged": "all",
  "wallet.funded": "all",
  "wallet.transfer": { instead: PAIRED },
  "fx.exchanged": { outOf: "house.fees", instead: "兑换的两边要一起冲回，请在两个币种各提一笔调账，手续费可以红冲" },
  "fx.ordered": { instead: "挂单撤销或到期时自动退回" },
  "fx.released": { instead: "挂单占用的钱已经退回" },
  "quota.granted": { instead: QUOTA },
  "quota.reserved": { instead: QUOTA },
  "quota.consumed": { instead: QUOTA },
  "quota.released": { instead: QUOTA },
  "quota.withdrawn": { instead: QUOTA },
  "card.funded": "all",
  "card.loaded": { into: "card_wallet", instead: LOADED },
  "card.unloaded": { instead: LOADED },
  "card.withdrawn": "all",
  "card.authorised": { instead: CARD },
  "card.released": { instead: CARD },
  "card.settled": { instead: CARD },
  "card.refunded": { instead: CARD },
  "card.disputed": { instead: CARD },
  "card.recovered": { instead: "卡的欠款已经按这笔记账结清，请另提一笔调账" },
  "deposit.requested": { instead: DEPOSIT },
  "deposit.placed": { instead: DEPOSIT },
  "deposit.refused": { instead: DEPOSIT },
  "deposit.accrued": { instead: DEPOSIT },
  "deposit.matured": { instead: DEPOSIT },
  "deposit.renewed": { instead: DEPOSIT },
  "deposit.broken": { instead: DEPOSIT },
  "deposit.settled": { instead: DEPOSIT },
  "loan.drawn": { instead: LOAN },
  "loan.charged": { instead: LOAN },
  "loan.repaid": { instead: LOAN },
  "loan.remitted": { instead: LOAN },
  "escrow.funded": { instead: ESCROW },
  "escrow.released": { instead: ESCROW },
  "escrow.received": { instead: ESCROW },
  "escrow.refunded": { instead: ESCROW },
  "taxrefund.paid": "all",
  "promotion.paid": "all",
};
