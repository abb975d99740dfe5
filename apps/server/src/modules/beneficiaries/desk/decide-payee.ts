import { Refusal } from "@coralhub/contract";
import { PAYEE_KINDS, payeeLifecycle, type AuditAction, type BankCodeScheme } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import { lockBeneficiary, type BeneficiaryKey } from "../beneficiaries-store.ts";
import type { BeneficiariesDeps } from "../deps.ts";
import { describePayee } from "../describe-payee.ts";
import { saveBank } from "../papers-store.ts";
import type { Saved } from "../save-payee.ts";

const auditPayee = (
  deps: BeneficiariesDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id }: BeneficiaryKey,
  { action, detail = {} }: { action: AuditAction; detail?: Record<string, unknown> },
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `beneficiary:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

/** With what the lists say now; looking is recorded. */
export async function describePayeeCase(deps: BeneficiariesDeps, ctx: OperatorContext, key: BeneficiaryKey) {
  const detail = await describePayee(deps, key);
  await ctx.once((tx) => auditPayee(deps, tx, ctx, key, { action: "payee.viewed" }));
  const hits = await deps.screening
    .screen({ names: [...new Set([detail.holderName, detail.name])], countries: [detail.country] })
    .catch(() => undefined);
  const findings =
    hits === undefined ? ["名单筛查暂时没有结果"] : hits.map(({ matched, reason }) => `${matched}：${reason}`);
  if (!detail.bankListed) findings.push("银行代码未收录");
  return { ...detail, merchantId: key.merchantId, findings };
}

type Decision = BeneficiaryKey & { decision: "approve" | "decline" | "askUpdate"; reason: string };
export async function decidePayee(
  deps: BeneficiariesDeps,
  ctx: OperatorContext,
  { decision, reason, ...key }: Decision,
): Promise<Saved> {
  return ctx.once(async (tx) => {
    const payee = await lockBeneficiary(tx, key, "update");
    if (!payee) throw new Refusal("not_found");
    const about = { kind: PAYEE_KINDS[payee.kind].label, name: payee.name, payeeId: key.id };
    const change = {
      at: deps.clock.now(),
      by: operatorActor(ctx),
      set: { reason: decision === "approve" ? null : reason, reviewedBy: ctx.operator.id },
      note: decision === "approve" ? null : reason,
    };
    const told = { ...about, reason };
    const state =
      decision === "approve"
        ? await deps.lifecycles.advance(tx, payeeLifecycle, key, "approve", {
            ...change,
            message: { event: "payee.approved", data: about },
          })
        : decision === "decline"
          ? await deps.lifecycles.advance(tx, payeeLifecycle, key, "decline", {
              ...change,
              message: { event: "payee.declined", data: told },
            })
          : await deps.lifecycles.advance(tx, payeeLifecycle, key, "askUpdate", {
              ...change,
              message: { event: "payee.outdated", data: told },
            });
    await auditPayee(deps, tx, ctx, key, { action: `payee.${AUDITED[decision]}`, detail: { reason } });
    return { id: key.id, state };
  });
}
const AUDITED = { approve: "approved", decline: "declined", askUpdate: "outdated" } as const;

/** A code that was in no list is from now on; payees at that bank need no second look. */
export function listBank(
  deps: BeneficiariesDeps,
  ctx: OperatorContext,
  bank: { scheme: BankCodeScheme; code: string; name: string },
): Promise<null> {
  return ctx.once(async (tx) => {
    await saveBank(tx, { ...bank, by: ctx.operator.id, at: deps.clock.now() });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "payee.bank_listed",
      subject: `bank:${bank.scheme}:${bank.code}`,
      address: ctx.address,
      detail: { name: bank.name },
    });
    return null;
  });
}
