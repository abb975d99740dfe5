import { createTestDatabase } from "@coralhub/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PERSONAL_COLUMNS } from "./personal-columns.ts";
import { SEALED_CELLS } from "./sealed-cells.ts";

/** Names of columns that say nothing about a person, wherever they stand. */
const IMPERSONAL = `
  about access_hash account account_bank account_code account_option accounts action actor_kind after_rate agreed algorithm
  also_code app_id applications arrives_currency arrives_on authorisation bank bank_address bank_code bank_name
  bank_reference before_rate bin binding blocked_reason bucket business businesses buy caller_request_id carrier
  category cause certificate chain challenge chances channel channels checksum claim commitment confirmed_by
  connector content_type controls corridor counted_day country credential_id currencies currency decision
  decision_note declaration_number declared_currency decline_reason differences digest direction disputed_by
  doubts duty event explanation face factor field fields file_hash findings fingerprint first_shop
  flag flows form format from_code frozen_reason goods grain ground hash hold holder_kind holder_type hours
  instruction invitation_code issuer item_name kind lacks last_message last_problem legal_text link_label link_path list
  log market marks memo message_id metadata method mid mode network_id nonce numbers object open_user_id openings
  operation order_number origin original_currency other_code other_currency outcome page paper path pay_outs
  payee_bank payee_country payer_country per_dollar period placements plan platform previous price problem
  problems product proposal proposal_note proposal_reason proposed proposed_note proposer public_key purpose quote
  rail rail_reference random rate rate_source realm reference refresh_hash refund_of relation remedies request_id resolution return_reference
  rhythm risk_facts role roles root route rule scheme scope scopes score sealed_seed seed_hash selection sell
  sentence serial sha256 sheet shop_code shop_country shop_id shop_key shop_name side signature source source_code
  sources spki state state_hash status step submission_kind suspended_reason swift_code target terms ticket_hash
  to_code token top_up_month topic trace transports type unbound_reason uploads url used_for user_no variant verdict
  version via_currency way ways`;
/** The same of columns whose name means a person elsewhere. */
const IMPERSONAL_HERE = `
  account_claim.answer account_claim.named_by approval.content approval.note approval.reason approval.subject audit_entry.subject
  bank_listing.code bank_listing.name beneficiary.reason beneficiary_link.secret_hash business_event.subject
  campaign.content campaign.name campaign_application.reason campaign_draw.note campaign_picture.bytes campaign_prize.name
  campaign_push.body campaign_push.title captcha.answer card.name card.reason card_blocked_shop.reason
  card_book.name card_dispute.note card_dispute.reason card_message.code card_message.note card_payment.code
  card_recharge.reason certification_application.number certification_enquiry.label certification_event.what certification_verdict.reason
  conversion.reason coupon_code.code coupon_plan.audience coupon_plan.name deposit_account.reason
  deposit_placement.reason deposit_terms.reason escrow.reason escrow.subject export_job.file_name face_check.reason feature_flag.reason
  fx_market_hours.reason fx_pair_terms.reason fx_rate_jump.note icbc_upload.content icbc_upload.reason idempotency.key invitation_progress.reason
  key_check.lookups key_check.sealed ledger_account.code ledger_account.owner ledger_adjustment.note ledger_alarm.detail
  ledger_alarm.note ledger_alarm.subject ledger_check.name ledger_day_credit.reason ledger_entry_node.first_code ledger_hold.code
  ledger_transfer.key ledger_transfer.reason loan.reason merchant_passkey.name mybank_binding.reason
  notice.audience notice.body notice.title offline_transfer.reason open_event.subject open_key.name
  open_request.reason open_token.secret_hash open_webhook.address operator_change.note operator_change.reason order_refund.key
  payment_batch.reason payment_batch.title payment_batch_row.reason payout.reason payout_contradiction.reason
  payout_contradiction.said payout_contradiction.state_then payout_resolution.note
  payout_resolution.statement payout_series.reason payout_terms.content payout_terms.subject price_quote.content
  promotion_reward.title receiving_account.reason sandbox_authorisation.code_hash sandbox_deposit_request.reason
  sandbox_issuer_payment.code sandbox_issuer_plan.what sandbox_lender_request.reason sandbox_mybank.reason sandbox_payout.reason
  saved_view.name schema_function.name schema_migration.name sealed_place.place store.name store_connection.last_four
  store_secret.last_four tax_refund.reason trade_order.reason unclaimed_income.reason wallet_currency.name`;

const words = (text: string): string[] => text.trim().split(/\s+/);
const columnsOf = (group: { columns: Readonly<Record<string, readonly string[]>> }): string[] =>
  Object.entries(group.columns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
const all = Object.values(PERSONAL_COLUMNS).flatMap(columnsOf);

test("fault 16: every column that can hold words or bytes has been judged: about a person, and how it lies, or not", async () => {
  const database = await createTestDatabase();
  const rows = await database.query<{ column: string; name: string; type: string }>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as column,
            a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'card_vault')
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype)`);
  await database.drop();
  const types = new Map(rows.map(({ column, type }) => [column, type]));
  const [nowhere, here] = [new Set(words(IMPERSONAL)), new Set(words(IMPERSONAL_HERE))];
  const personal = new Set(all);
  expect(all.filter((column) => !types.has(column))).toEqual([]);
  expect(all).toHaveLength(personal.size);
  expect([...here].filter((column) => !types.has(column) || personal.has(column))).toEqual([]);
  const unjudged = rows.filter(({ column, name }) => !personal.has(column) && !nowhere.has(name) && !here.has(column));
  expect(unjudged.map(({ column }) => column)).toEqual([]);
  // What is sealed is bytes, and what lies in the clear is none.
  const sealed = columnsOf(PERSONAL_COLUMNS.sealed);
  expect(sealed.filter((column) => types.get(column) !== "bytea")).toEqual([]);
  const clear = Object.values(PERSONAL_COLUMNS)
    .filter(({ lies }) => lies === "clear")
    .flatMap(columnsOf);
  expect(clear.filter((column) => types.get(column) === "bytea")).toEqual([]);
  expect(Object.keys(SEALED_CELLS).filter((cell) => !sealed.includes(cell))).toEqual([]);
});

test("fault 16: the page on security says the same of every column", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/security.md"), "utf8");
  const part = page.split("## What is sealed at rest")[1]!.split("\n## ")[0]!;
  const said = [...part.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(([, lies, columns, why]) => ({
    lies,
    columns: [...columns!.matchAll(/`([\w.]+)`/g)].map(([, column]) => column!),
    why,
  }));
  const meant = Object.values(PERSONAL_COLUMNS).map((group) => ({
    lies: group.lies,
    columns: columnsOf(group),
    why: group.why,
  }));
  expect(said).toEqual(meant);
});
