import { outflowEndpoints, Refusal } from "@coralhub/contract";
import { MONEY_SEND_NAMES, MONEY_SENDS, type MoneySend } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Capability, PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Approvals } from "../approvals/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import { byOperator } from "../operations/index.ts";
import { ALARM_TEXT, look, lookAtAll, type Look, type LookDeps, type Send } from "./look.ts";

export type OutflowHouse = LookDeps & {
  outbox: Pick<Outbox, "held" | "countHeld" | "lockHeld" | "release" | "tryAgain">;
  audit: Audit;
  approvals: Approvals;
  certification: LookDeps["certification"] & Pick<CertificationModule, "briefsOf">;
};
export type Outflow = Capability<typeof outflowEndpoints> & {
  /** Right before money is sent; what it gives is what a rail asks for. Inside a transaction with its own handle. */
  look(send: Send, within?: Db): Promise<Look>;
  /** Many at once, each answered in its place. */
  lookAtAll(sends: readonly Send[], within: Db): Promise<Look[]>;
};

const MOST_SHOWN = 200;
const sendsWith = (release: boolean) => MONEY_SEND_NAMES.filter((name) => MONEY_SENDS[name].release === release);
type HeldKey = { topic: MoneySend; reference: string };
const subjectOf = ({ topic, reference }: HeldKey): string => `delivery:${topic}:${reference}`;

/** Whether money may leave, asked by everybody who sends some; and the desk of what was held back. */
export function createOutflow(deps: OutflowHouse): Outflow {
  return {
    endpoints: outflowEndpoints,
    handlers: {
      heldSends: () => describeHeld(deps),
      recheckSend: (ctx, key) => recheck(deps, ctx, key),
      proposeRelease: (ctx, input) => proposeRelease(deps, ctx, input),
    },
    waiting: { heldSends: () => deps.outbox.countHeld(MONEY_SEND_NAMES) },
    approvals: { "outflow.release": putReleaseIntoForce(deps) },
    look: (send, within) => look(deps, send, within),
    lookAtAll: (sends, within) => lookAtAll(deps, sends, within),
  };
}

async function describeHeld({ outbox, certification }: OutflowHouse) {
  // What somebody may let go is never hidden behind the many that an alarm holds.
  const shown = await Promise.all([true, false].map((release) => outbox.held(sendsWith(release), MOST_SHOWN)));
  const entries = shown.flat().toSorted((one, other) => one.since.getTime() - other.since.getTime());
  const merchants = await certification.briefsOf(entries.flatMap(({ merchantId }) => merchantId ?? []));
  return entries.map(({ topic, reference, merchantId, payload, reason, since, dueAt }) => ({
    topic: topic as MoneySend,
    reference,
    merchantId,
    merchantName: merchantId === null ? null : (merchants.get(merchantId)?.name ?? null),
    subjectId: "id" in payload && typeof payload.id === "string" ? payload.id : null,
    reason,
    since,
    nextLookAt: dueAt,
  }));
}

/** The freeze may have ended a moment ago: it need not wait for the next look. */
function recheck(deps: OutflowHouse, ctx: OperatorContext, { topic, reference }: HeldKey): Promise<null> {
  return ctx.once(async (tx) => {
    if (!(await deps.outbox.lockHeld(tx, topic, reference))) throw new Refusal("outflow.not_held");
    // Being looked at this moment is as good.
    await deps.outbox.tryAgain(tx, topic, reference);
    const subject = subjectOf({ topic, reference });
    await deps.audit.record(tx, byOperator(ctx, { action: "outflow.rechecked", subject }));
    return null;
  });
}

function proposeRelease(
  deps: OutflowHouse,
  ctx: OperatorContext,
  { topic, reference, reason }: HeldKey & { reason: string },
) {
  if (!MONEY_SENDS[topic].release) throw new Refusal("outflow.not_releasable");
  return ctx.once(async (tx) => {
    const held = await deps.outbox.lockHeld(tx, topic, reference);
    if (!held) throw new Refusal("outflow.not_held");
    // Nobody has judged a freeze that is not there yet: an alarm passes by itself, and what lies behind it is seen then.
    if (held.reason === ALARM_TEXT) throw new Refusal("outflow.alarm");
    const { label } = MONEY_SENDS[topic];
    return deps.approvals.propose(tx, ctx, {
      kind: "outflow.release",
      subject: subjectOf({ topic, reference }),
      what: `${label} ${reference}`,
      facts: [
        { label: "出款", value: label },
        { label: "参考号", value: reference },
        { label: "拦下原因", value: held.reason },
      ],
      content: { topic, reference, heldFor: held.reason },
      reason,
    });
  });
}

const putReleaseIntoForce =
  (deps: OutflowHouse): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { topic, reference, heldFor } = content as HeldKey & { heldFor: string };
    const held = await deps.outbox.lockHeld(tx, topic, reference);
    // Another freeze than the one both have seen.
    if (held && held.reason !== heldFor) throw new Refusal("outflow.other_reason");
    if (!held || !(await deps.outbox.release(tx, topic, reference))) throw new Refusal("outflow.not_held");
    const detail = { reason, proposedBy };
    const subject = subjectOf({ topic, reference });
    await deps.audit.record(tx, byOperator(ctx, { action: "outflow.released", subject, detail }));
  };

export { heldFor, type Look } from "./look.ts";
