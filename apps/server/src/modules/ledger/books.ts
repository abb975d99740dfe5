import { ledgerAccountList, ledgerEntryList, Refusal, type ListInput } from "@coralhub/contract";
import { EXPORT_FORMATS, moneyOf, toShanghaiDay, type Invariant } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { ListFilters } from "../../platform/list-query.ts";
import { countOpenAlarms, readChecks } from "./alarms-store.ts";
import {
  findPostings,
  readChart,
  readOpenTrial,
  readPosting,
  readPostingLines,
  readSealedTrial,
  type TrialRow,
} from "./books-store.ts";
import { correctableOf } from "./correct.ts";
import type { LedgerDeps } from "./deps.ts";
import { accountSource, entrySource } from "./lists-store.ts";
import { readSealedDays } from "./seals-store.ts";
import { trialCsv } from "./trial-csv.ts";

const EVERYONE = { scope: "all" } as const;
type OneAccount = { merchantId: string; account: string };

/** What the finance operators read. */
export function createBooks(deps: LedgerDeps) {
  const { db } = deps.database;
  const exported = (ctx: OperatorContext, subject: string, filters: ListFilters) =>
    ctx.once((tx) =>
      deps.audit.record(tx, {
        actor: { kind: "operator", id: ctx.operator.id },
        action: "ledger.exported",
        subject,
        address: ctx.address,
        detail: { filters },
      }),
    );
  const trialOf = async (day: string): Promise<{ sealed: boolean; rows: TrialRow[] }> => {
    if (day > toShanghaiDay(deps.clock.now())) return { sealed: false, rows: [] };
    const sealed = await readSealedTrial(db, day);
    return sealed ? { sealed: true, rows: sealed } : { sealed: false, rows: await readOpenTrial(db, day) };
  };
  return {
    ledgerChart: () => readChart(db),
    ledgerAccounts: (_: OperatorContext, input: ListInput) =>
      deps.lists.page(EVERYONE, ledgerAccountList, accountSource, input),
    async exportLedgerAccounts(ctx: OperatorContext, { filters }: { filters: ListFilters }) {
      const file = deps.lists.export(EVERYONE, ledgerAccountList, accountSource, filters);
      await exported(ctx, "ledger:accounts", filters);
      return file;
    },
    ledgerEntries: (_: OperatorContext, { merchantId, account, ...input }: ListInput & OneAccount) =>
      deps.lists.page({ ownerId: merchantId }, ledgerEntryList, entrySource(account), input),
    async exportLedgerEntries(
      ctx: OperatorContext,
      { merchantId, account, filters }: OneAccount & { filters: ListFilters },
    ) {
      const file = deps.lists.export({ ownerId: merchantId }, ledgerEntryList, entrySource(account), filters);
      await exported(ctx, `ledger:${merchantId}:${account}`, filters);
      return file;
    },
    async ledgerPosting(_: OperatorContext, { merchantId, postingId }: { merchantId: string; postingId: string }) {
      const [posting, transfers] = await Promise.all([
        readPosting(db, merchantId, postingId),
        readPostingLines(db, merchantId, postingId),
      ]);
      if (!posting || !transfers[0]) throw new Refusal("not_found");
      const held = posting.held === null ? null : moneyOf(transfers[0].amount.currency, posting.held);
      return { ...posting, held, transfers, ...correctableOf(posting, transfers) };
    },
    searchLedger: (_: OperatorContext, { reference }: { reference: string }) => findPostings(db, reference),
    trialBalance: (_: OperatorContext, { day }: { day: string }) => trialOf(day),
    async exportTrialBalance(ctx: OperatorContext, { day }: { day: string }) {
      const { rows } = await trialOf(day);
      await exported(ctx, `ledger:trial:${day}`, {});
      const contentType = EXPORT_FORMATS.csv.contentType;
      return { fileName: `试算平衡表-${day}.csv`, contentType, body: Buffer.from(trialCsv(rows)) };
    },
    async ledgerInvariants() {
      const [checks, openAlarms, days] = await Promise.all([
        readChecks(db),
        countOpenAlarms(db),
        readSealedDays(db, 1),
      ]);
      return {
        healthy: openAlarms === 0 && checks.every(({ breaches }) => breaches === 0),
        payoutsStopped: openAlarms > 0,
        checks: checks.map((check) => ({ ...check, rule: check.name.split(":")[0] as Invariant })),
        openAlarms,
        sealedUntil: days[0]?.day ?? null,
      };
    },
  };
}
