import { TELL, type MessageEvent } from "../messages/event.ts";

/** Money that came to a wallet or left it for another merchant. */
export const WALLET_EVENTS = {
  "wallet.sent": {
    label: "钱包转出",
    category: "money",
    topic: "payout",
    title: "已转给 {payee} {amount}",
    body: "已到对方钱包 {number}。",
    link: { label: "查看记录", to: "walletOut" },
    channels: TELL.payout,
  },
  "wallet.received": {
    label: "钱包收款",
    category: "money",
    topic: "income",
    title: "{payer} 转来 {amount}",
    body: "已到您的 {currency} 钱包。",
    link: { label: "查看记录", to: "walletIn" },
    channels: TELL.money,
  },
} as const satisfies Record<string, MessageEvent>;
