import type { CapabilityFacts } from "./capability-facts.ts";
import { accountsFacts } from "./accounts/facts.ts";
import { batchesFacts } from "./batches/facts.ts";
import { approvalsFacts } from "./approvals/facts.ts";
import { beneficiariesFacts } from "./beneficiaries/facts.ts";
import { campaignsFacts } from "./campaigns/facts.ts";
import { cardsFacts } from "./cards/facts.ts";
import { certificationFacts } from "./certification/facts.ts";
import { couponsFacts } from "./coupons/facts.ts";
import { depositsFacts } from "./deposits/facts.ts";
import { escrowFacts } from "./escrow/facts.ts";
import { developerFacts } from "./developer/facts.ts";
import { exchangeFacts } from "./exchange/facts.ts";
import { exportsFacts } from "./exports/facts.ts";
import { homeFacts } from "./home/facts.ts";
import { identityFacts } from "./identity/facts.ts";
import { incomeFacts } from "./income/facts.ts";
import { invitationsFacts } from "./invitations/facts.ts";
import { lendingFacts } from "./lending/facts.ts";
import { ledgerFacts } from "./ledger/facts.ts";
import { messagesFacts } from "./messages/facts.ts";
import { mybankFacts } from "./mybank/facts.ts";
import { operationsFacts } from "./operations/facts.ts";
import { ordersFacts } from "./orders/facts.ts";
import { outflowFacts } from "./outflow/facts.ts";
import { payoutsFacts } from "./payouts/facts.ts";
import { platformFacts } from "./platform-facts.ts";
import { poolingFacts } from "./pooling/facts.ts";
import { pricesFacts } from "./prices/facts.ts";
import { sellersFacts } from "./sellers/facts.ts";
import { storesFacts } from "./stores/facts.ts";
import { taxRefundFacts } from "./taxrefund/facts.ts";
import { walletsFacts } from "./wallets/facts.ts";

/** What each capability adds to the product's tables. A new capability is its own `facts.ts` and one line here. */
const CAPABILITIES = {
  platform: platformFacts,
  approvals: approvalsFacts,
  ledger: ledgerFacts,
  prices: pricesFacts,
  messages: messagesFacts,
  certification: certificationFacts,
  outflow: outflowFacts,
  accounts: accountsFacts,
  income: incomeFacts,
  pooling: poolingFacts,
  exports: exportsFacts,
  stores: storesFacts,
  sellers: sellersFacts,
  identity: identityFacts,
  beneficiaries: beneficiariesFacts,
  payouts: payoutsFacts,
  batches: batchesFacts,
  mybank: mybankFacts,
  wallets: walletsFacts,
  exchange: exchangeFacts,
  orders: ordersFacts,
  cards: cardsFacts,
  deposits: depositsFacts,
  lending: lendingFacts,
  coupons: couponsFacts,
  escrow: escrowFacts,
  taxrefund: taxRefundFacts,
  campaigns: campaignsFacts,
  developer: developerFacts,
  invitations: invitationsFacts,
  home: homeFacts,
  operations: operationsFacts,
} as const satisfies Record<string, CapabilityFacts>;

type Facts = (typeof CAPABILITIES)[keyof typeof CAPABILITIES];
type Part<F, Kind extends keyof CapabilityFacts> = F extends { readonly [K in Kind]: infer Table } ? Table : never;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Gathered<Kind extends keyof CapabilityFacts> = Intersection<Part<Facts, Kind>>;

type GatheredKind = "jobs" | "auditActions" | "reasons" | "messages" | "approvals" | "webhookTopics" | "apiScopes";
/** All capabilities' tables of one kind as one; the same name in two of them would hide one, so it does not start. */
function gather<Kind extends GatheredKind>(kind: Kind): Gathered<Kind> {
  const all: Record<string, unknown> = {};
  for (const [capability, facts] of Object.entries<CapabilityFacts>(CAPABILITIES)) {
    for (const [name, row] of Object.entries(facts[kind] ?? {})) {
      if (name in all) throw new Error(`${kind}: ${name} of ${capability} is already taken`);
      all[name] = row;
    }
  }
  return all as Gathered<Kind>;
}

/** Every job that runs behind the pages, in the words an operator reads. A job without a row does not compile. */
export const JOB_NAMES = /* @__PURE__ */ gather("jobs");
export type JobName = keyof typeof JOB_NAMES;
/** What a row says; a queue of an earlier version keeps its code. */
export const jobLabel = (name: string): string => (JOB_NAMES as Record<string, string>)[name] ?? name;

/** Every action the audit log can hold, in the words an operator reads. An action without a row does not compile. */
export const AUDIT_ACTIONS = /* @__PURE__ */ gather("auditActions");
export type AuditAction = keyof typeof AUDIT_ACTIONS;
/** What a row says; an action of an earlier version keeps its code. */
export const auditActionLabel = (action: string): string => (AUDIT_ACTIONS as Record<string, string>)[action] ?? action;

/** Why money moved: the word a merchant and an accountant read beside every entry. */
export const POSTING_REASONS = /* @__PURE__ */ gather("reasons");
export type PostingReason = keyof typeof POSTING_REASONS;
export const POSTING_REASON_NAMES = Object.keys(POSTING_REASONS) as [PostingReason, ...PostingReason[]];

/** Every change that one operator proposes and another one puts into force. */
export const APPROVALS = /* @__PURE__ */ gather("approvals");
export type ApprovalKind = keyof typeof APPROVALS;
export const APPROVAL_KINDS = Object.keys(APPROVALS) as [ApprovalKind, ...ApprovalKind[]];

/** Every message the product can send, with its words: nothing else in the house writes to a merchant. */
export const MESSAGE_EVENTS = /* @__PURE__ */ gather("messages");

/** What a merchant's own systems can be told, and by which moves. */
export const WEBHOOK_TOPICS = /* @__PURE__ */ gather("webhookTopics");
export type WebhookTopic = keyof typeof WEBHOOK_TOPICS;
/** What a key of the open API may be allowed. */
export const API_SCOPES = /* @__PURE__ */ gather("apiScopes");
export type ApiScope = keyof typeof API_SCOPES;

/** The console's desks with something to decide. */
export type WaitingDesk = Part<Facts, "desks">[number];
const allDesks = () =>
  Object.values<CapabilityFacts>(CAPABILITIES).flatMap(({ desks = [] }) => desks) as [WaitingDesk, ...WaitingDesk[]];
export const WAITING_DESKS = /* @__PURE__ */ allDesks();
