import { Refusal } from "@coralhub/contract";
import { toShanghaiDay, unfreezeAction } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import { findLatest } from "../applications-store.ts";
import { lockStanding, type Standing } from "../certification-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { tryMoveStanding } from "../move-case.ts";

type Input = { merchantId: string; reason: string };

/** Stops money at once; certification itself is not lost. */
export const freezeMerchant = (deps: CertificationDeps, ctx: OperatorContext, input: Input) =>
  change(deps, ctx, input, "freeze");
export const unfreezeMerchant = (deps: CertificationDeps, ctx: OperatorContext, input: Input) =>
  change(deps, ctx, input, "unfreeze");

async function wayBack(tx: Tx, { merchantId, openUserId, expiresOn }: Standing, now: Date) {
  const latest = await findLatest(tx, merchantId, merchantId);
  return unfreezeAction({
    passed: openUserId !== null,
    application: latest?.state,
    expiresOn,
    today: toShanghaiDay(now),
  });
}

function change(
  deps: CertificationDeps,
  ctx: OperatorContext,
  { merchantId, reason }: Input,
  action: "freeze" | "unfreeze",
) {
  const freezing = action === "freeze";
  return ctx.once(async (tx) => {
    const standing = await lockStanding(tx, merchantId);
    if (!standing) throw new Refusal("not_found");
    const move = freezing ? "freeze" : await wayBack(tx, standing, ctx.now);
    const change = { at: ctx.now, by: operatorActor(ctx), set: { frozenReason: freezing ? reason : null } };
    if (!(await tryMoveStanding(deps, tx, merchantId, move, change))) throw new Refusal("state.changed");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: freezing ? "certification.frozen" : "certification.unfrozen",
      subject: `merchant:${merchantId}`,
      detail: { reason },
      address: ctx.address,
    });
    if (freezing) await deps.sendMessage(tx, { event: "certification.frozen", merchantId, data: { reason } });
    else await deps.sendMessage(tx, { event: "certification.unfrozen", merchantId, data: {} });
    return null;
  });
}
