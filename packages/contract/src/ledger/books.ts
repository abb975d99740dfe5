import { ACCOUNT_KIND_NAMES, CURRENCY_CODES, INVARIANTS, POSTING_REASON_NAMES, type Invariant } from "@coralhub/domain";
import { z } from "zod";
import { proposed } from "../approvals/approvals.ts";
import { endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { ledgerAccountList, ledgerAlarmList, ledgerEntryList } from "./lists.ts";
import { listInput, listOutput } from "../list.ts";
import { toldDay, wireDay, wireTime } from "../wire-time.ts";

export const merchantId = z.uuid("请填写商户编号");
export const postingId = z.uuid();
export const account = z.string().trim().min(5, "请填写账户").max(160, "账户名太长");
export const finance = { family: "ops", access: "operator:finance" } as const;

const chartRow = z.object({
  kind: z.enum(ACCOUNT_KIND_NAMES),
  currency: z.enum(CURRENCY_CODES),
  accounts: z.number().int(),
  balance: money,
});
export type ChartRow = z.output<typeof chartRow>;

const trialRow = z.object({
  kind: z.enum(ACCOUNT_KIND_NAMES),
  currency: z.enum(CURRENCY_CODES),
  opening: money,
  debits: money,
  credits: money,
  closing: money,
});
export type TrialRow = z.output<typeof trialRow>;

const postingHead = z.object({
  merchantId: z.uuid(),
  id: z.uuid(),
  key: z.string(),
  reason: z.enum(POSTING_REASON_NAMES),
  reference: z.string().nullable(),
  postedAt: wireTime,
  lines: z.number().int(),
});
export type PostingHead = z.output<typeof postingHead>;

const postingDetail = postingHead.extend({
  transfers: z.array(
    z.object({
      line: z.number().int(),
      from: z.string(),
      to: z.string(),
      amount: money,
      fromBalance: money,
      toBalance: money,
    }),
  ),
  /** The postings before and after this one that it belongs with. */
  resolves: z.uuid().nullable(),
  resolvedBy: z.uuid().nullable(),
  reverses: z.uuid().nullable(),
  reversedBy: z.uuid().nullable(),
  held: money.nullable(),
  /** What a correction by hand (红冲) may take back of it: the ways back, at most so much; none where it may not. */
  correctable: z.array(z.object({ from: z.string(), to: z.string(), most: money })),
  /** Where it is put right instead, as far as a correction may not take it back. */
  instead: z.string().nullable(),
});
export type PostingDetail = z.output<typeof postingDetail>;

const invariantState = z.object({
  healthy: z.boolean(),
  payoutsStopped: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      rule: z.enum(Object.keys(INVARIANTS) as [Invariant, ...Invariant[]]),
      ranAt: wireTime,
      tookMs: z.number().int(),
      breaches: z.number().int(),
    }),
  ),
  openAlarms: z.number().int(),
  sealedUntil: toldDay.nullable(),
});
export type InvariantState = z.output<typeof invariantState>;

export const booksEndpoints = {
  ledgerChart: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/chart",
    title: "会计科目与余额",
    input: nothing,
    output: z.array(chartRow),
  }),
  ledgerAccounts: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/accounts/list",
    title: "账户列表",
    input: listInput(ledgerAccountList),
    output: listOutput(ledgerAccountList),
  }),
  exportLedgerAccounts: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/accounts/export",
    title: "导出账户",
    reply: "file",
    input: z.object({ filters: listInput(ledgerAccountList).shape.filters }),
    output: fileReply,
  }),
  ledgerEntries: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/entries/list",
    title: "账户分录",
    input: listInput(ledgerEntryList).extend({ merchantId, account }),
    output: listOutput(ledgerEntryList),
  }),
  exportLedgerEntries: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/entries/export",
    title: "导出账户分录",
    reply: "file",
    input: z.object({ merchantId, account, filters: listInput(ledgerEntryList).shape.filters }),
    output: fileReply,
  }),
  ledgerPosting: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/postings/{merchantId}/{postingId}",
    title: "记账及其关联",
    input: z.object({ merchantId, postingId }),
    output: postingDetail,
  }),
  searchLedger: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/search",
    title: "按参考号查记账",
    input: z.object({ reference: z.string().trim().min(1, "请填写参考号").max(200) }),
    output: z.array(postingHead),
  }),
  trialBalance: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/trial_balance",
    title: "试算平衡表",
    input: z.object({ day: wireDay }),
    output: z.object({ sealed: z.boolean(), rows: z.array(trialRow) }),
  }),
  exportTrialBalance: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/trial_balance/export",
    title: "导出试算平衡表",
    reply: "file",
    input: z.object({ day: wireDay }),
    output: fileReply,
  }),
  ledgerInvariants: endpoint({
    ...finance,
    method: "GET",
    path: "/ledger/invariants",
    title: "账务核对结果",
    input: nothing,
    output: invariantState,
  }),
  ledgerAlarms: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/alarms/list",
    title: "账务告警",
    input: listInput(ledgerAlarmList),
    output: listOutput(ledgerAlarmList),
  }),
  /** Another operator clears it. */
  proposeClearing: endpoint({
    ...finance,
    method: "POST",
    path: "/ledger/alarms/{id}/clear",
    title: "提出解除账务告警",
    idempotent: true,
    input: z.object({ id: z.uuid(), note: z.string().trim().min(1, "请写明处理结果").max(500) }),
    output: proposed,
  }),
};
