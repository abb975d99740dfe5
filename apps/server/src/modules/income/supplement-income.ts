import { Refusal, type UploadedFile } from "@coralhub/contract";
import { incomeLifecycle, paysAs, type IncomeHold, type IncomeState } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { StoredFile } from "../../platform/files.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { listStores } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { insertEvidence, type IncomeStep } from "./income-events-store.ts";
import { findIncome, lockIncome, saveReturnWish, type Income } from "./incomes-store.ts";
import { judgeIncome } from "./judge-income.ts";

const FILE_PURPOSE = "income";
type Answer = { state: IncomeState };

/** Holds a paper cannot lift: they pass by themselves, or are the operators' to judge. */
const NO_PAPERS: readonly IncomeHold[] = ["certification", "frozenAccount"];
export const papersHelp = ({ hold }: Pick<Income, "hold">): boolean => hold !== null && !NO_PAPERS.includes(hold);
export const maySupplement = (income: Income): boolean =>
  (income.state === "needsEvidence" || income.state === "abnormal") && papersHelp(income);
/** Only where it is open whose store it is for, and nobody is about to send it back: a claim goes past the desk. */
const CLAIMABLE: readonly (IncomeHold | null)[] = ["noStore", "payerMismatch"];
export const mayClaim = ({ state, hold, proposed }: Income): boolean =>
  (state === "needsEvidence" || state === "abnormal") && CLAIMABLE.includes(hold) && proposed === null;
/** What came from an unexpected payer is for a store of that very account, whatever else the merchant sells. */
export const isClaimableFor = (
  { hold, accountId }: Pick<Income, "hold" | "accountId">,
  store: { accountId: string | null },
): boolean => hold !== "payerMismatch" || store.accountId === accountId;
export const mayAskReturn = ({ state, hold, returnWish }: Income): boolean =>
  hold !== null && returnWish === null && (state === "needsEvidence" || state === "abnormal" || state === "reviewing");

export async function uploadEvidence(deps: IncomeDeps, ctx: MerchantContext, { file }: { file: UploadedFile }) {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: FILE_PURPOSE,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id, fileName, contentType, sizeBytes } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId: id, fileName, contentType, sizeBytes };
}

/** Papers go to the desk: the payment is under review again, by a person this time. */
export async function supplementIncome(
  deps: IncomeDeps,
  ctx: MerchantContext,
  { id, note, fileIds }: { id: string; note: string; fileIds: readonly string[] },
): Promise<Answer> {
  const key = { merchantId: ctx.merchantId, id };
  const files = await ownFiles(deps, ctx.merchantId, fileIds);
  return ctx.once(async (tx) => {
    const income = await lockIncome(tx, key);
    if (!income) throw new Refusal("not_found");
    if (!maySupplement(income)) throw new Refusal("income.not_waiting");
    for (const file of files) {
      await insertEvidence(tx, key, { fileId: file.id, fileName: file.fileName, note, at: ctx.now });
    }
    const words = `${files.length} 份材料${note === "" ? "" : `：${note}`}`;
    const change = { by: merchantActor(ctx), at: ctx.now, set: { evidenceDueAt: null }, note: words };
    return { state: await deps.lifecycles.advance(tx, incomeLifecycle, key, "supplement", change) };
  });
}

async function ownFiles({ files }: IncomeDeps, merchantId: string, fileIds: readonly string[]): Promise<StoredFile[]> {
  const found = await Promise.all([...new Set(fileIds)].map((id) => files.find(merchantId, id)));
  return found.map((file) => {
    if (file?.purpose !== FILE_PURPOSE) throw new Refusal("income.file_unknown");
    return file;
  });
}

/** The merchant says for which store it is; the rules look again with that. */
export async function claimIncome(
  deps: IncomeDeps,
  ctx: MerchantContext,
  { id, storeId }: { id: string; storeId: string },
): Promise<Answer> {
  const key = { merchantId: ctx.merchantId, id };
  await ctx.once(async (tx) => {
    const income = await lockIncome(tx, key);
    if (!income) throw new Refusal("not_found");
    if (!mayClaim(income)) throw new Refusal("income.not_waiting");
    const store = (await listStores(tx, ctx.merchantId, { bound: true })).find((own) => own.id === storeId);
    if (!store || !isClaimableFor(income, store)) throw new Refusal("income.store_unfit");
    // A payer nobody expected stays one, whoever it is claimed for: a person looks. So does anybody's money.
    const isUsual = income.hold !== "payerMismatch" && paysAs(store.platform, income.payerName);
    const lifted = isUsual ? { hold: null, holdNote: null } : {};
    const set = { storeId, platform: store.platform, ...lifted, evidenceDueAt: null };
    const change = { by: merchantActor(ctx), at: ctx.now, set, note: store.name };
    await deps.lifecycles.advance(tx, incomeLifecycle, key, "claim", change);
    return null;
  });
  await judgeIncome(deps, key).catch((error: unknown) =>
    deps.log.warn({ err: error, incomeId: id }, "a claimed income is looked at again later"),
  );
  return { state: (await findIncome(deps.database.db, key))!.state };
}

/** The merchant does not want it. Two operators send it back; until then it stays held. */
export function askReturn(
  deps: IncomeDeps,
  ctx: MerchantContext,
  { id, reason }: { id: string; reason: string },
): Promise<Answer> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const income = await lockIncome(tx, key);
    if (!income) throw new Refusal("not_found");
    if (income.returnWish !== null) throw new Refusal("income.return_asked");
    if (!mayAskReturn(income)) throw new Refusal("income.not_waiting");
    await saveReturnWish(tx, key, reason);
    const step = { action: "wishReturn" satisfies IncomeStep, by: merchantActor(ctx), at: ctx.now, note: reason };
    await deps.lifecycles.record(tx, incomeLifecycle, key, step);
    return { state: income.state };
  });
}
