import { icons, type IconProps } from "@coralhub/ui";
import type { ComponentType, ReactNode } from "react";
import { AnnounceCard } from "./announce-card.tsx";
import { BankCard } from "./bank-card.tsx";
import { CardIssuerCard } from "./card-issuer-card.tsx";
import { ClockCard } from "./clock-card.tsx";
import { DepositPartnerCard } from "./deposit-partner-card.tsx";
import { MarketOrdersCard } from "./market-orders-card.tsx";
import { MybankCard } from "./mybank-card.tsx";
import { LenderCard } from "./lender-card.tsx";
import { PayInCard } from "./pay-in-card.tsx";
import { PayoutBankCard } from "./payout-bank-card.tsx";
import { ReviewerCard, StoreReviewerCard } from "./reviewer-card.tsx";
import { RevokeCard } from "./revoke-card.tsx";

type SandboxCard = {
  key: string;
  title: string;
  about: string;
  Icon: ComponentType<IconProps>;
  Card: () => ReactNode;
};

/** What can be made to happen in the sandbox. A rail that can be played with adds its row. */
export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { key: "pay-in", title: "平台打款到账", about: "收款账户上来一笔钱", Icon: icons.ArrowDownLeft, Card: PayInCard },
  {
    key: "announce",
    title: "再通知一次",
    about: "重放通知过的打款，只应入账一次",
    Icon: icons.Refresh,
    Card: AnnounceCard,
  },
  {
    key: "market-orders",
    title: "平台的订单",
    about: "店铺同步：照实、漏给、重复、改金额",
    Icon: icons.Store,
    Card: MarketOrdersCard,
  },
  { key: "bank", title: "收款银行开户", about: "开户快慢和拒绝", Icon: icons.Bank, Card: BankCard },
  {
    key: "payout-bank",
    title: "付款银行",
    about: "付、拒、退、不回答",
    Icon: icons.ArrowUpRight,
    Card: PayoutBankCard,
  },
  {
    key: "card-issuer",
    title: "发卡方",
    about: "刷卡、清算、退款、争议、到期",
    Icon: icons.Card,
    Card: CardIssuerCard,
  },
  {
    key: "deposit-partner",
    title: "存款银行",
    about: "开户和存款：答应、拒绝、追问、不回答",
    Icon: icons.Bank,
    Card: DepositPartnerCard,
  },
  {
    key: "mybank",
    title: "模拟网商银行",
    about: "绑定：同意、不同意、不回答、解除",
    Icon: icons.Bank,
    Card: MybankCard,
  },
  {
    key: "lender",
    title: "贷款资金方",
    about: "申请和放款：答应、拒绝、追问、不回答",
    Icon: icons.Bank,
    Card: LenderCard,
  },
  { key: "revoke", title: "平台收回授权", about: "扮演平台，收回一家店铺的授权", Icon: icons.Store, Card: RevokeCard },
  { key: "clock", title: "拨快时钟", about: "只能向前，全沙箱共用", Icon: icons.Clock, Card: ClockCard },
  { key: "reviewer", title: "模拟审核员", about: "替审核员决定认证申请", Icon: icons.Shield, Card: ReviewerCard },
  {
    key: "store-reviewer",
    title: "模拟店铺审核",
    about: "替审核员决定店铺",
    Icon: icons.Shield,
    Card: StoreReviewerCard,
  },
];
