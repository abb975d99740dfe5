import { Refusal, type EscrowDetail, type FileReply } from "@coralhub/contract";
import { ESCROW_STEPS, escrowLifecycle, moneyOf, sidedActions, type EscrowStep } from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import { nameOf } from "./agree.ts";
import type { EscrowDeps } from "./deps.ts";
import { findEscrow, findParty, listEvidence, type Escrow, type EscrowKey } from "./escrow-store.ts";
import { recordStep } from "./move-money.ts";

async function partsOf(deps: EscrowDeps, escrow: Escrow) {
  const { db } = deps.database;
  const key = { merchantId: escrow.merchantId, id: escrow.id };
  const [evidence, events] = await Promise.all([
    listEvidence(db, key),
    deps.lifecycles.timeline(db, escrowLifecycle, key),
  ]);
  const { id, state, subject, amount, held, createdAt, conditions, deliverBy, released, refunded, reason } = escrow;
  return {
    id,
    state,
    subject,
    amount,
    held,
    createdAt,
    conditions,
    deliverBy,
    released,
    refunded,
    reason,
    evidence: evidence.map(({ fileId, side, fileName, note, at }) => ({ fileId, by: side, fileName, note, at })),
    timeline: events.map(({ action, note, at }) => ({
      action: action as EscrowStep,
      label: ESCROW_STEPS[action as EscrowStep],
      note,
      at,
    })),
  };
}

/** As the one of the two sees it who asks. */
export async function describeEscrow(
  deps: EscrowDeps,
  { merchantId }: MerchantContext,
  id: string,
): Promise<EscrowDetail> {
  const { db } = deps.database;
  const party = await findParty(db, merchantId, id);
  const escrow = party && (await findEscrow(db, { merchantId: party.ownerId, id }));
  if (!escrow) throw new Refusal("not_found");
  const { role } = party;
  const otherName = nameOf(escrow, role === "buyer" ? "seller" : "buyer");
  return { ...(await partsOf(deps, escrow)), role, otherName, may: sidedActions(escrow.state, role, escrow.proposer) };
}

export async function describeEscrowCase(deps: EscrowDeps, ctx: OperatorContext, key: EscrowKey) {
  const escrow = await findEscrow(deps.database.db, key);
  if (!escrow) throw new Refusal("not_found");
  await deps.database.transaction((tx) => recordStep(deps, tx, ctx, { ...key, action: "escrow.viewed" }));
  const { proposedMinor, proposedBy, proposedNote, held, merchantId, sellerId, buyerName, sellerName } = escrow;
  const proposal =
    proposedMinor === null || proposedBy === null
      ? null
      : {
          toSeller: moneyOf(held.currency, proposedMinor),
          toBuyer: moneyOf(held.currency, held.minor - proposedMinor),
          note: proposedNote ?? "",
          by: proposedBy,
        };
  const open = escrow.state === "disputed" ? proposal : null;
  return { ...(await partsOf(deps, escrow)), merchantId, sellerId, buyerName, sellerName, proposal: open };
}

async function readEvidence(deps: EscrowDeps, key: EscrowKey, fileId: string): Promise<FileReply> {
  const known = (await listEvidence(deps.database.db, key)).find((one) => one.fileId === fileId);
  const file = known && (await deps.files.find(known.giverId, fileId));
  if (!file) throw new Refusal("escrow.file_unknown");
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}
export async function showEvidence(
  deps: EscrowDeps,
  { merchantId }: MerchantContext,
  { id, fileId }: { id: string; fileId: string },
) {
  const party = await findParty(deps.database.db, merchantId, id);
  if (!party) throw new Refusal("not_found");
  return readEvidence(deps, { merchantId: party.ownerId, id }, fileId);
}
export async function showCaseEvidence(
  deps: EscrowDeps,
  ctx: OperatorContext,
  { fileId, ...key }: EscrowKey & { fileId: string },
) {
  const reply = await readEvidence(deps, key, fileId);
  await deps.database.transaction((tx) =>
    recordStep(deps, tx, ctx, { ...key, action: "escrow.viewed", detail: { fileId } }),
  );
  return reply;
}
