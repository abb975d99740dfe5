import { Refusal, type FileReply } from "@coralhub/contract";
import {
  moneyOf,
  moneyText,
  offlineFit,
  offlineTransferLifecycle,
  OFFLINE_FITS,
  withoutFullStop,
  type OfflineTransferState,
} from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import type { IncomeDeps } from "../deps.ts";
import type { UnclaimedIncome } from "../unclaimed-store.ts";
import { describeTransfer } from "./announce-transfer.ts";
import {
  findTransfer,
  listCandidates,
  listProofs,
  lockByUnclaimed,
  lockTransfer,
  type OfflineKey,
  type OfflineTransfer,
} from "./offline-store.ts";

type Recorded = OfflineKey & {
  action: "offline.viewed" | "offline.proposed" | "offline.declined";
  detail?: Record<string, unknown>;
};
const record = (
  deps: IncomeDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id, action, detail }: Recorded,
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `offline:${merchantId}:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

const FIT_ORDER = Object.keys(OFFLINE_FITS);

/** With the unclaimed money that may be it, the likeliest first. Looking is recorded. */
export async function describeOfflineCase(deps: IncomeDeps, ctx: OperatorContext, key: OfflineKey) {
  const transfer = await findTransfer(deps.database.db, key);
  if (!transfer) throw new Refusal("not_found");
  await ctx.once((tx) => record(deps, tx, ctx, { ...key, action: "offline.viewed" }));
  const { serial, payerName, amount } = transfer;
  const found = transfer.state === "waiting" ? await listCandidates(deps.database.db, transfer) : [];
  const candidates = found.flatMap(({ currency, minor, ...came }) => {
    const fit = offlineFit({ serial, payerName, ...amount }, { ...came, currency, minor });
    return fit === null ? [] : [{ ...came, fit, amount: moneyOf(currency, minor) }];
  });
  return {
    ...(await describeTransfer(deps, key)),
    merchantId: key.merchantId,
    candidates: candidates.toSorted((a, b) => FIT_ORDER.indexOf(a.fit) - FIT_ORDER.indexOf(b.fit)),
  };
}

export async function showProof(
  deps: IncomeDeps,
  ctx: OperatorContext,
  { fileId, ...key }: OfflineKey & { fileId: string },
): Promise<FileReply> {
  const known = (await listProofs(deps.database.db, key)).some((proof) => proof.fileId === fileId);
  const file = known ? await deps.files.find(key.merchantId, fileId) : undefined;
  if (!file) throw new Refusal("not_found");
  const body = await deps.files.read(file);
  await ctx.once((tx) => record(deps, tx, ctx, { ...key, action: "offline.viewed", detail: { fileId } }));
  return { fileName: file.fileName, contentType: file.contentType, body };
}

/** The announcement waits with the unclaimed money for the second person; refused where either has moved on. */
export async function linkTransfer(
  deps: IncomeDeps,
  tx: Tx,
  ctx: OperatorContext,
  { unclaimed, reason, ...key }: OfflineKey & { unclaimed: UnclaimedIncome; reason: string },
): Promise<OfflineTransfer> {
  const transfer = await lockTransfer(tx, key);
  if (!transfer) throw new Refusal("not_found");
  if (transfer.amount.currency !== unclaimed.amount.currency) throw new Refusal("offline.amount_differs");
  await deps.lifecycles.advance(tx, offlineTransferLifecycle, key, "propose", {
    by: operatorActor(ctx),
    at: ctx.now,
    set: { unclaimedId: unclaimed.id },
  });
  await record(deps, tx, ctx, { ...key, action: "offline.proposed", detail: { unclaimedId: unclaimed.id, reason } });
  return transfer;
}

/** The second person has decided on the unclaimed money: the announcement behind it, if any, goes with it. */
export async function followDecision(
  deps: IncomeDeps,
  tx: Tx,
  ctx: OperatorContext,
  unclaimed: UnclaimedIncome,
  income: OfflineKey | null,
): Promise<void> {
  const transfer = await lockByUnclaimed(tx, unclaimed.id);
  if (!transfer) return;
  const { merchantId, id, serial, amount } = transfer;
  const by = { by: operatorActor(ctx), at: ctx.now };
  if (!income) {
    await deps.lifecycles.advance(tx, offlineTransferLifecycle, { merchantId, id }, "unmatch", {
      ...by,
      set: { unclaimedId: null },
    });
    return;
  }
  await deps.lifecycles.advance(tx, offlineTransferLifecycle, { merchantId, id }, "match", {
    ...by,
    set: { incomeId: income.id },
    note: `到账 ${moneyText(unclaimed.amount)}`,
    message: {
      event: "income.offlineMatched",
      data: { amount: moneyText(amount), came: moneyText(unclaimed.amount), serial, incomeId: income.id },
    },
  });
}

export const declineTransfer = (
  deps: IncomeDeps,
  ctx: OperatorContext,
  { reason, ...key }: OfflineKey & { reason: string },
): Promise<{ state: OfflineTransferState }> =>
  ctx.once(async (tx) => {
    const transfer = await lockTransfer(tx, key);
    if (!transfer) throw new Refusal("not_found");
    await record(deps, tx, ctx, { ...key, action: "offline.declined", detail: { reason } });
    const data = { amount: moneyText(transfer.amount), serial: transfer.serial, reason: withoutFullStop(reason) };
    return {
      state: await deps.lifecycles.advance(tx, offlineTransferLifecycle, key, "decline", {
        by: operatorActor(ctx),
        at: ctx.now,
        set: { reason },
        note: reason,
        message: { event: "income.offlineDeclined", data },
      }),
    };
  });
