import { Refusal } from "@coralhub/contract";
import { cardTransferLifecycle, moneyOf, moneyText, serialIn, transferReturnPosting } from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import { byOperator } from "../operations/index.ts";
import { findAnnounced, isAwaited, tellGone } from "./announcements.ts";
import type { CardsDeps } from "./deps.ts";
import { findTransfer, type Recharge } from "./recharges-store.ts";
import { isListed, lockWaiting } from "./take-transfer.ts";

type Return = { to: "return"; id: string };

/** Nobody's, or in another currency than cards have: one of finance says that it goes back, another one agrees or does not. */
export async function proposeReturn(
  deps: CardsDeps,
  ctx: OperatorContext,
  { id, reason }: { id: string; reason: string },
): Promise<{ approvalId: string }> {
  const seen = await findTransfer(deps.database.db, id);
  if (!seen) throw new Refusal("not_found");
  const listed = await isListed(deps, seen.payer, null);
  return ctx.once(async (tx) => {
    const { payer, currency, minor, remittance, reference } = await lockWaiting(tx, id);
    const amount = moneyText(moneyOf(currency, minor));
    const serial = serialIn(remittance);
    const named = serial === undefined ? undefined : await findAnnounced(tx, serial);
    return deps.approvals.propose(tx, ctx, {
      kind: "card.transfer",
      subject: `card_transfer:${id}`,
      what: `${payer} 的汇款 ${amount} 退回汇款人`,
      facts: [
        { label: "汇款人", value: payer },
        { label: "名单", value: listed ? "命中或没有查到，请先核实能否退回" : "未命中" },
        { label: "到账", value: amount },
        { label: "银行流水号", value: reference },
        { label: "附言", value: remittance || "没有" },
        { label: "登记", value: announcementText(named) },
      ],
      content: { to: "return", id } satisfies Return,
      reason,
    });
  });
}

function announcementText(named: Recharge | undefined): string {
  if (named?.state === "succeeded") return `${named.serial} 已入账过另一笔`;
  return named && isAwaited(named) ? `${named.serial} 仍在等待，请确认不该入账` : "没有等待中的登记";
}

/** The books let go of it, and the bank sends it back by the way it came. */
export const putReturnIntoForce =
  (deps: CardsDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { id } = content as Return;
    const transfer = await lockWaiting(tx, id);
    const amount = moneyOf(transfer.currency, transfer.minor);
    const [at, by] = [deps.clock.now(), operatorActor(ctx)];
    await deps.lifecycles.advance(tx, cardTransferLifecycle, { id }, "giveBack", { at, by });
    await deps.ledger.postIn(tx, [transferReturnPosting({ ...transfer, amount })]);
    await deps.sendBack(tx, { reference: transfer.reference, amount, reason });
    await tellGone(deps, tx, { transfer, fate: "不能入账，已退回汇款人", step: { at, by } });
    const detail = { reference: transfer.reference, reason, proposedBy };
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "card.transfer_returned", subject: `card_transfer:${id}`, detail }),
    );
  };
