import { accountsLive } from "../features/accounts/live.ts";
import { activityLive } from "../features/activity/live.ts";
import { batchesLive } from "../features/batches/live.ts";
import { beneficiariesLive } from "../features/beneficiaries/live.ts";
import { campaignsLive } from "../features/campaigns/live.ts";
import { cardsLive } from "../features/cards/live.ts";
import { certificationLive } from "../features/certification/live.ts";
import { couponsLive } from "../features/coupons/live.ts";
import { depositsLive } from "../features/deposits/live.ts";
import { escrowLive } from "../features/escrow/live.ts";
import { exchangeLive } from "../features/exchange/live.ts";
import { homeLive } from "../features/home/live.ts";
import { identityLive } from "../features/identity/live.ts";
import { incomeLive } from "../features/income/live.ts";
import { invitationsLive } from "../features/invitations/live.ts";
import { lendingLive } from "../features/lending/live.ts";
import { messagesLive } from "../features/messages/live.ts";
import { mybankLive } from "../features/mybank/live.ts";
import { ordersLive } from "../features/orders/live.ts";
import { payoutsLive } from "../features/payouts/live.ts";
import { poolingLive } from "../features/pooling/live.ts";
import { statementsLive } from "../features/statements/live.ts";
import { storesLive } from "../features/stores/live.ts";
import { taxrefundLive } from "../features/taxrefund/live.ts";
import { walletsLive } from "../features/wallets/live.ts";
import { liveQuestions } from "../platform/live-topics.ts";

/** Every feature with something that moves while its page is open. */
export const LIVE_FEATURES = [
  accountsLive,
  activityLive,
  batchesLive,
  beneficiariesLive,
  campaignsLive,
  cardsLive,
  certificationLive,
  couponsLive,
  depositsLive,
  escrowLive,
  exchangeLive,
  homeLive,
  identityLive,
  incomeLive,
  invitationsLive,
  lendingLive,
  messagesLive,
  mybankLive,
  ordersLive,
  payoutsLive,
  poolingLive,
  statementsLive,
  storesLive,
  taxrefundLive,
  walletsLive,
];

export const questionsAbout = liveQuestions(LIVE_FEATURES);
