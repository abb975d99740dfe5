import { Refusal, type UploadedFile } from "@coralhub/contract";
import {
  addDays,
  addMonths,
  compareFlows,
  DIFFERENCES,
  invoiceUsedTwice,
  receiptDays,
  RECEIPTS_SHOWN,
  refundOf,
  startOfShanghaiDay,
  TAX_PAPERS,
  taxRefundLifecycle,
  toShanghaiDay,
  type Difference,
  type TaxPaper,
  type TaxRefundState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { TaxRefundDeps } from "./deps.ts";
import {
  holdRefunds,
  insertPapers,
  insertRefund,
  isDeclared,
  isInvoiced,
  listPapers,
  lockRefund,
  updateRefund,
  usedIncomes,
  type Flows,
  type KeptPaper,
  type RefundKey,
} from "./taxrefund-store.ts";

const PURPOSE = "taxrefund ";
/** Receipts of so long can prove an export that may still be filed. */
const RECEIPT_MONTHS = 24;
const NEEDED: readonly TaxPaper[] = ["declaration", "invoice"];

export async function uploadTaxPaper(
  deps: TaxRefundDeps,
  ctx: MerchantContext,
  { file, paper }: { file: UploadedFile; paper: TaxPaper },
): Promise<KeptPaper> {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: `${PURPOSE}${paper}`,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId: id, paper, fileName };
}
const namePapers = ({ files }: TaxRefundDeps, merchantId: string, fileIds: readonly string[]): Promise<KeptPaper[]> =>
  Promise.all(
    fileIds.map(async (fileId) => {
      const file = await files.find(merchantId, fileId);
      if (!file?.purpose.startsWith(PURPOSE)) throw new Refusal("taxrefund.paper_unknown");
      return { fileId, paper: file.purpose.slice(PURPOSE.length) as TaxPaper, fileName: file.fileName };
    }),
  );

/** Foreign income of the last two years, newest first: those named, or those that can prove an export of this day. */
export function foreignReceipts(
  deps: TaxRefundDeps,
  merchantId: string,
  now: Date,
  { ids, exportedOn }: { ids?: readonly string[]; exportedOn?: string | undefined },
) {
  const after = startOfShanghaiDay(addMonths(toShanghaiDay(now), -RECEIPT_MONTHS));
  const scope = { limit: RECEIPTS_SHOWN, newestFirst: true, except: "CNY" } as const;
  if (ids) return deps.income.creditedIn(merchantId, { ...scope, after, until: now, ids });
  if (!exportedOn) return deps.income.creditedIn(merchantId, { ...scope, after, until: now });
  const { from, until } = receiptDays(exportedOn);
  const [first, end] = [startOfShanghaiDay(from), startOfShanghaiDay(addDays(until, 1))];
  return deps.income.creditedIn(merchantId, {
    ...scope,
    after: first > after ? first : after,
    until: end < now ? end : now,
  });
}

export const describeDifferences = (differences: readonly Difference[]) =>
  differences.map(({ name, detail }) => ({ name, label: DIFFERENCES[name], detail }));

/** Only a company exports; its certified name must stand on the papers. */
async function requireCompany({ certification }: TaxRefundDeps, merchantId: string): Promise<string> {
  const certified = await certification.certifiedAs(merchantId);
  if (!certified || certified.name === null) throw new Refusal("access.not_certified");
  if (certified.kind === "person") throw new Refusal("taxrefund.not_company");
  return certified.name;
}

/** The three flows as they stand now; `except`: the application that is being repaired. */
export async function compare(
  deps: TaxRefundDeps,
  { merchantId, now }: Pick<MerchantContext, "merchantId" | "now">,
  flows: Flows,
  except: string | null,
) {
  const { db } = deps.database;
  const [holder, known, used, invoiceUsed, ordered] = await Promise.all([
    requireCompany(deps, merchantId),
    foreignReceipts(deps, merchantId, now, { ids: flows.receipts }),
    usedIncomes(db, merchantId, except),
    isInvoiced(db, merchantId, flows.invoice.number, except),
    deps.orders.behind(merchantId, flows.receipts),
  ]);
  const receipts = flows.receipts.map((id) => {
    const income = known.find((one) => one.id === id);
    if (!income) throw new Refusal("taxrefund.receipt_unknown");
    return {
      id,
      amount: income.amount,
      creditedOn: toShanghaiDay(income.creditedAt),
      usedElsewhere: used.has(id),
      ordered: ordered.get(id) ?? null,
    };
  });
  const { declaration, invoice } = flows;
  return {
    differences: compareFlows({ declaration, invoice, invoiceUsed, receipts }, holder, toShanghaiDay(now)),
    refund: refundOf(invoice),
  };
}

export async function checkFlows(
  deps: TaxRefundDeps,
  ctx: MerchantContext,
  { id = null, ...flows }: Flows & { id?: string | null | undefined },
) {
  const { differences, refund } = await compare(deps, ctx, flows, id);
  return { differences: describeDifferences(differences), refund };
}

type Filed = Flows & { papers: readonly string[] };
const requireUnused = async (
  tx: Tx,
  merchantId: string,
  { declaration }: Flows,
  except: string | null,
): Promise<void> => {
  await holdRefunds(tx, merchantId);
  if (await isDeclared(tx, merchantId, declaration.number, except)) throw new Refusal("taxrefund.declaration_used");
};
/** Whoever came first has the income and the invoice; found here again, because two can be filed at once. */
async function settleDifferences(
  tx: Tx,
  merchantId: string,
  flows: Flows,
  differences: readonly Difference[],
  except: string | null,
) {
  const rest = differences.filter(({ name }) => name !== "receipt_used" && name !== "invoice_used");
  const used = await usedIncomes(tx, merchantId, except);
  const count = flows.receipts.filter((id) => used.has(id)).length;
  if (count > 0) rest.push({ name: "receipt_used", detail: `${count} 笔收款` });
  if (await isInvoiced(tx, merchantId, flows.invoice.number, except)) rest.push(invoiceUsedTwice(flows.invoice));
  return rest;
}

function requirePapers(papers: readonly KeptPaper[]): void {
  const missing = NEEDED.filter((needed) => !papers.some(({ paper }) => paper === needed));
  if (missing.length > 0)
    throw new Refusal("taxrefund.papers_missing", { missing: missing.map((paper) => TAX_PAPERS[paper]).join("、") });
}

/** What agrees goes on to review by itself; what does not, waits with its differences named. */
async function goOn(
  deps: TaxRefundDeps,
  tx: Tx,
  ctx: MerchantContext,
  key: RefundKey,
  differences: readonly Difference[],
): Promise<TaxRefundState> {
  if (differences.length > 0) return "differing";
  return deps.lifecycles.advance(tx, taxRefundLifecycle, key, "agree", { by: merchantActor(ctx), at: ctx.now });
}
const differenceNote = (differences: readonly Difference[]): string | null =>
  differences.length > 0
    ? `有 ${differences.length} 处差异：${differences.map(({ name }) => DIFFERENCES[name]).join("；")}`
    : null;

export async function applyForRefund(
  deps: TaxRefundDeps,
  ctx: MerchantContext,
  { papers: fileIds, ...flows }: Filed,
): Promise<{ id: string; state: TaxRefundState }> {
  const { merchantId, now } = ctx;
  const papers = await namePapers(deps, merchantId, fileIds);
  requirePapers(papers);
  const { differences: found, refund } = await compare(deps, ctx, flows, null);
  return ctx.once(async (tx) => {
    await requireUnused(tx, merchantId, flows, null);
    const differences = await settleDifferences(tx, merchantId, flows, found, null);
    const key = { merchantId, id: deps.ids.next() };
    await insertRefund(tx, { ...key, flows, differences, refund, at: now });
    await insertPapers(tx, key, papers, now);
    const note = differenceNote(differences);
    await deps.lifecycles.record(tx, taxRefundLifecycle, key, {
      by: merchantActor(ctx),
      action: "apply",
      at: now,
      note,
    });
    return { id: key.id, state: await goOn(deps, tx, ctx, key, differences) };
  });
}

export async function correctRefund(
  deps: TaxRefundDeps,
  ctx: MerchantContext,
  { id, papers: fileIds, ...flows }: Filed & { id: string },
): Promise<{ state: TaxRefundState }> {
  const { merchantId, now } = ctx;
  const key = { merchantId, id };
  const papers = await namePapers(deps, merchantId, fileIds);
  const { differences: found, refund } = await compare(deps, ctx, flows, id);
  return ctx.once(async (tx) => {
    await requireUnused(tx, merchantId, flows, id);
    const before = await lockRefund(tx, key);
    if (!before) throw new Refusal("not_found");
    if (before.state !== "differing") throw new Refusal("state.changed");
    const differences = await settleDifferences(tx, merchantId, flows, found, id);
    await insertPapers(tx, key, papers, now);
    requirePapers(await listPapers(tx, key));
    await updateRefund(tx, { ...key, flows, differences, refund });
    const note = differenceNote(differences);
    await deps.lifecycles.record(tx, taxRefundLifecycle, key, {
      by: merchantActor(ctx),
      action: "correct",
      at: now,
      note,
    });
    return { state: await goOn(deps, tx, ctx, key, differences) };
  });
}

export const cancelRefund = (
  deps: TaxRefundDeps,
  ctx: MerchantContext,
  id: string,
): Promise<{ state: TaxRefundState }> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    const change = { by: merchantActor(ctx), at: ctx.now };
    return { state: await deps.lifecycles.advance(tx, taxRefundLifecycle, key, "cancel", change) };
  });
