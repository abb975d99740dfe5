import { DOUBTED_DAYS, payeeLifecycle } from "@coralhub/domain";
import { ACCESS_ENDS, type AccessEnd } from "../../platform/access-end.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { lockWrittenSince } from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { closeLinks } from "./self-fill-store.ts";

const DAY_MS = 86_400_000;
const LINKS_ENDED = "发给供应商的填写链接已作废";
const REASON = "账户找回后请核对：是您本人添加的，点修改、重新填写账号并保存；不是的，请停用";

const lockLately = ({ clock }: Pick<BeneficiariesDeps, "clock">, tx: Tx, merchantId: string) =>
  lockWrittenSince(tx, merchantId, new Date(clock.now().getTime() - DOUBTED_DAYS * DAY_MS));

/** Whoever ends payments before that holds the payees first: a payer has its payee before accounts, quota and books. */
export async function holdDoubted(
  deps: Pick<BeneficiariesDeps, "clock">,
  tx: Tx,
  merchantId: string,
  why: AccessEnd,
): Promise<void> {
  if (why === "recovered") await lockLately(deps, tx, merchantId);
}

/**
 * The account comes back to its owner. Where money may go was perhaps written by somebody else: what was added or changed of
 * late is paid no more until the owner has written it once again, with a code; then it rests like a new one. One that is closed
 * has nobody to ask: only the links for others end.
 */
export async function doubtPayees(
  deps: BeneficiariesDeps,
  tx: Tx,
  merchantId: string,
  why: AccessEnd,
): Promise<string[]> {
  const at = deps.clock.now();
  const links = await closeLinks(tx, merchantId, at);
  if (why === "closed") return links > 0 ? [LINKS_ENDED] : [];
  const payees = await lockLately(deps, tx, merchantId);
  await deps.lifecycles.advanceMany(
    tx,
    payeeLifecycle,
    "doubt",
    { at, by: SYSTEM },
    payees.map(({ id, state }) => ({
      key: { merchantId, id },
      // What one of us has approved is the owner's to confirm; what waits for us goes on waiting for us afterwards.
      set: { reason: REASON, ...(state === "approved" && { reviewedBy: null }) },
      note: REASON,
    })),
  );
  if (payees.length + links === 0) return [];
  await deps.audit.record(tx, {
    actor: ACCESS_ENDS[why].actor,
    action: "payee.doubted",
    subject: `merchant:${merchantId}`,
    detail: { payees: payees.map(({ id }) => id), links },
  });
  return [
    ...(payees.length > 0 ? [`近 ${DOUBTED_DAYS} 天添加或修改的 ${payees.length} 个收款账户要您核对后才能付款`] : []),
    ...(links > 0 ? [LINKS_ENDED] : []),
  ];
}
