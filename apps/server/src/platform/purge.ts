import { lastingCalls } from "@coralhub/contract";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";

const paymentCalls = lastingCalls()
  .map((name) => `'${name}'`)
  .join(", ");
const SHEETS = "purpose in ('payee import', 'store import', 'payment batch')";
const ofPayments = `split_part(scope, ':', 1) in (${paymentCalls})`;

/**
 * How long rows are kept that nobody needs for good: by which time, for how many days, and which of them only. The page
 * on security says the same, and every table of the schema stands in one of the three lists below (a test compares).
 */
export const PURGE_TERMS = [
  // Nobody repeats a call after three months; the key of what moves money counts for good.
  { table: "idempotency", time: "created_at", days: 90, only: `scope not like 'openApi.%' and not (${ofPayments})` },
  // Programs are promised thirty days; the request id of what moves money counts for good, too.
  { table: "idempotency", time: "created_at", days: 30, only: `scope like 'openApi.%' and not (${ofPayments})` },
  // A price that was never used explains nothing; one that was used stays with what it was used for.
  { table: "price_quote", time: "created_at", days: 7, only: "used_at is null" },
  // What a price had set aside of a coupon, seconds before.
  { table: "coupon_hold", time: "held_at", days: 7, only: "true" },
  // A sheet of payees, shops or payments, once it was read; the database refuses any other, and hands the content to the sweeper.
  { table: "file", time: "created_at", days: 7, only: SHEETS },
  // A paper nobody handed in with anything; the database refuses one that something refers to.
  { table: "file", time: "created_at", days: 30, only: `attached_at is null and not ${SHEETS}` },
  // Limits look back for a day.
  { table: "payout_meter_entry", time: "at", days: 7, only: "true" },
  { table: "merchant_sign_in", time: "at", days: 180, only: "true" },
  // Which device a session was on, once the session has ended.
  {
    table: "merchant_device_session",
    time: "linked_at",
    days: 1,
    only: "not exists (select 1 from session s where s.id = session_id)",
  },
  // A look that nobody confirmed within its minutes; the database refuses one that moved money.
  { table: "funds_merger", time: "created_at", days: 7, only: "state <> 'merged'" },
  {
    table: "export_job",
    time: "created_at",
    days: 90,
    only: "state in ('expired', 'cancelled', 'failed') and parts = 0",
  },
  { table: "merchant_data_export", time: "requested_at", days: 90, only: "content is null" },
  // Caps on marketing look back for weeks.
  { table: "message_push", time: "sent_at", days: 90, only: "true" },
  // The numbers by day stay; who was counted in them matters on that day only.
  { table: "campaign_visitor", time: "seen_at", days: 90, only: "true" },
  // A picture that no campaign shows; a campaign's own words stay, and so do its pictures.
  {
    table: "campaign_picture",
    time: "made_at",
    days: 90,
    only: `not exists (select 1 from campaign c where lower(c.content::text) like '%' || campaign_picture.id || '%')
      and not exists (select 1 from approval a where lower(a.content::text) like '%' || campaign_picture.id || '%')`,
  },
  { table: "sandbox_mail", time: "sent_at", days: 90, only: "true" },
  { table: "sandbox_bank_notice", time: "due_at", days: 90, only: "delivered_at is not null" },
  { table: "sandbox_payout_plan", time: "due_at", days: 90, only: "done_at is not null" },
  { table: "sandbox_deposit_plan", time: "due_at", days: 90, only: "done_at is not null" },
  { table: "sandbox_issuer_plan", time: "due_at", days: 90, only: "done_at is not null" },
  { table: "sandbox_authorisation", time: "created_at", days: 400, only: "coalesce(revoked_at, ends_at) < now()" },
  // A bank outside answers questions about a payment for a good year, a lender and a deposit bank as long as a contract runs.
  { table: "sandbox_bank_payment", time: "at", days: 400, only: "arrived_at is not null" },
  { table: "sandbox_payout", time: "at", days: 400, only: "true" },
  { table: "sandbox_issuer_payment", time: "at", days: 400, only: "true" },
  { table: "sandbox_lender_request", time: "at", days: 2_000, only: "due_at is null" },
  { table: "sandbox_deposit_request", time: "at", days: 2_000, only: "true" },
  { table: "sandbox_lender_paper", time: "at", days: 2_000, only: "true" },
  { table: "sandbox_deposit_paper", time: "at", days: 2_000, only: "true" },
] as const satisfies readonly { table: string; time: string; days: number; only: string }[];

/** Tables that a job of their own keeps small, and when their rows go. */
export const SWEPT_TABLES = {
  "minutes after they ended": ["rate_limit"],
  "the night after they ended": ["passkey_challenge"],
  "a day after they ended": ["oauth_state", "card_reveal"],
  "30 days after they ended": ["deposit_session"],
  "the night after they have been over for a day": ["attempt_window", "captcha"],
  "when they end": ["session"],
  "two days after they were sent": ["verification_code"],
  "a day after the last try": ["operator_sign_in_attempt"],
  "a day after they began": ["file_upload"],
  "90 days after delivery": ["outbox"],
  "30 days after the call or the event, nonces after minutes": [
    "open_nonce",
    "open_usage",
    "open_request",
    "open_event",
    "open_delivery",
  ],
  "minute rates after days, daily ones stay": ["fx_rate_board"],
  "180 days after an admin has seen them": ["door_alarm"],
  "with the look at pooling they belong to, where it was not confirmed": ["funds_merger_line"],
  "when an operator has been at newer places, or gets a new password": ["operator_place"],
} as const satisfies Record<string, readonly string[]>;

/** Tables nothing is deleted from by its age, and why. */
export const KEPT_TABLES = {
  "The books, and what they were written for: kept for good.": [
    "account_charge",
    "conversion",
    "deposit_accrual",
    "escrow_movement",
    "ledger_account",
    "ledger_adjustment",
    "ledger_alarm",
    "ledger_check",
    "ledger_closed",
    "ledger_day",
    "ledger_day_credit",
    "ledger_day_total",
    "ledger_entry_node",
    "ledger_hold",
    "ledger_seal",
    "ledger_seal_node",
    "ledger_sealing",
    "ledger_sealing_total",
    "ledger_transfer",
    "loan_repayment",
    "money_event",
    "money_event_day",
    "money_event_earlier",
    "money_event_part",
    "order_use",
    "promotion_reward",
    "quota_free",
    "quota_use",
    "sandbox_statement_line",
    "standing_order",
    "wallet_currency",
    "wallet_number",
    "wallet_sweep",
    "wallet_transfer",
  ],
  "What proves who did, agreed to or was told what: kept for good.": [
    "approval",
    "audit_entry",
    "audit_link",
    "business_event",
    "certification_event",
    "certification_verdict",
    "merchant_consent",
    "message",
    "message_digest",
    "message_preference",
    "operator_change",
    "payout_contradiction",
    "payout_resolution",
  ],
  "Papers and answers the law wants kept, as long as the installation does; they go with the merchant's file.": [
    "account_claim",
    "beneficiary_paper",
    "card_file",
    "certification",
    "certification_application",
    "certification_draft",
    "certification_enquiry",
    "certification_enquiry_post",
    "certification_name",
    "certification_submission",
    "deposit_paper",
    "document_number_use",
    "escrow_evidence",
    "face_check",
    "income_evidence",
    "loan_paper",
    "offline_transfer_proof",
    "order_paper",
    "payout_paper",
    "tax_refund_paper",
  ],
  "A merchant's business: payments, payees, stores, orders, cards, contracts, and what they are found by.": [
    "beneficiary",
    "beneficiary_link",
    "beneficiary_version",
    "campaign_application",
    "campaign_chance",
    "campaign_draw",
    "card",
    "card_account",
    "card_book",
    "card_contact",
    "card_dispute",
    "card_dispute_reference",
    "card_message",
    "card_payment",
    "card_recharge",
    "card_serial",
    "card_spend",
    "card_token",
    "card_transfer",
    "card_vault.card_number",
    "card_withdrawal",
    "coupon",
    "coupon_code",
    "coupon_use",
    "deposit_account",
    "deposit_operator",
    "deposit_placement",
    "deposit_reference",
    "escrow",
    "escrow_party",
    "icbc_customer",
    "icbc_upload",
    "income",
    "income_reference",
    "invitation_progress",
    "loan",
    "loan_instalment",
    "loan_reference",
    "mybank_binding",
    "offline_transfer",
    "open_app",
    "open_app_name",
    "open_key",
    "open_metadata",
    "open_token",
    "open_webhook",
    "order_claim",
    "order_demand",
    "order_detour",
    "order_gap",
    "order_match",
    "order_refund",
    "order_refund_figure",
    "order_shop",
    "order_sync",
    "order_upload",
    "payment_batch",
    "payment_batch_row",
    "payout",
    "payout_meter",
    "payout_reference",
    "payout_series",
    "platform_account",
    "receiving_account",
    "receiving_account_number",
    "related_party",
    "seller",
    "seller_bank_card",
    "store",
    "store_connection",
    "store_secret",
    "store_url",
    "tax_refund",
    "tax_refund_receipt",
    "trade_order",
    "unclaimed_income",
  ],
  "Accounts and how their people sign in: they end with the account, or when their owner takes them away.": [
    "account_recovery",
    "merchant",
    "merchant_closing",
    "merchant_device",
    "merchant_directory",
    "merchant_factor_change",
    "merchant_invitation",
    "merchant_passkey",
    "merchant_recovery_code",
    "merchant_user",
    "operator",
    "operator_recovery_code",
    "passkey_directory",
    "saved_view",
  ],
  "Settings, price lists and what is counted by day: they do not grow with the number of calls.": [
    "bank_listing",
    "campaign",
    "campaign_count",
    "campaign_prize",
    "campaign_push",
    "card_blocked_shop",
    "card_programme",
    "coupon_plan",
    "deposit_rate",
    "deposit_terms",
    "feature_flag",
    "feature_flag_merchant",
    "fee_rule",
    "fx_market_hours",
    "fx_pair_day",
    "fx_pair_terms",
    "fx_rate_baseline",
    "fx_rate_jump",
    "fx_rate_taken",
    "key_check",
    "loan_rate",
    "notice",
    "open_authority",
    "payout_terms",
    "sandbox_bank_account",
    "sandbox_bank_settings",
    "sandbox_clock",
    "sandbox_deposit_settings",
    "sandbox_issuer_card",
    "sandbox_issuer_settings",
    "sandbox_lender_settings",
    "sandbox_market_settings",
    "sandbox_mybank",
    "sandbox_mybank_settings",
    "sandbox_payout_settings",
    "sandbox_rail_mode",
    "sandbox_reviewer",
    "sandbox_store_reviewer",
    "schema_function",
    "schema_migration",
    "sealed_place",
  ],
} as const satisfies Record<string, readonly string[]>;

const DAY_MS = 86_400_000;
/** Few enough that the rows they lock are free again in no time. */
const AT_ONCE = 5_000;

/** How many rows went, by table. Safe to run twice, and to be stopped at any point. */
export async function purge({ db, clock }: { db: Db; clock: Clock }): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const { table, time, days, only } of PURGE_TERMS) {
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${before} and ${sql.raw(only)} limit ${AT_ONCE}))`.execute(
        db,
      );
      deleted = Number(numAffectedRows ?? 0n);
      gone[table] = (gone[table] ?? 0) + deleted;
    }
  }
  return gone;
}
