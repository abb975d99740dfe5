import { operationsEndpoints as calls, sandboxControlEndpoints as sandbox } from "@coralhub/contract";
import {
  OPERATOR_CHANGE_LIFE_HOURS,
  SANDBOX_RAILS,
  STUCK_HOURS,
  type SandboxRail,
  type WaitingDesk,
} from "@coralhub/domain";
import { lawByQuery, type Simulation, type Step, type World } from "@coralhub/testkit/simulate";

/** What the product has is open to everybody: the year is to meet all of it. */
const OPEN_FLAGS = ["multiCurrencyWallet", "personalFinance"] as const;

/** Somebody of the house looks at the desks, a merchant, the system, the log. */
async function oversee({ world, chance }: Step): Promise<void> {
  const admin = world.operator("admin", 1);
  await admin.call(calls.waiting, {});
  await admin.call(calls.system, {});
  const present = world.merchants.filter(Boolean);
  if (present.length > 0) await admin.call(calls.merchant, { id: chance.pick(present).userId });
  await admin.call(calls.search, { text: chance.pick(["深圳", "AMAZON", "1390000"]) });
}

/** Every role is one person's: whoever may not do something is told so. */
async function overreach({ world }: Step): Promise<void> {
  const done = await world.operator("reviewer", 1).attempt(calls.operators, {});
  if (done) world.broken("谁也做不了别人的事", "a reviewer read the list of operators");
}

/** Changes of operators take two admins: one proposes, the other agrees, says no, or nobody answers. */
async function appoint({ world, chance }: Step): Promise<void> {
  const [one, other] = [world.operator("admin", 1), world.operator("admin", 2)];
  const changes = await one.call(calls.operatorChanges, {});
  for (const { id } of changes.filter(({ state }) => state === "pending"))
    if (chance.may(0.3)) await other.attempt(calls.decideOperatorChange, { id, decision: "confirm" });
  const number = chance.below(10_000);
  const proposed = await one.attempt(calls.proposeOperatorChange, {
    kind: "appoint",
    email: `helper-${number}@coralhub.test`,
    name: `帮手 ${number}`,
    roles: [chance.pick(["reviewer", "finance"] as const)],
    reason: "业务增加",
  });
  if (!proposed || chance.may(0.3)) return;
  const alone = await one.attempt(calls.decideOperatorChange, { id: proposed.id, decision: "confirm" });
  if (alone) world.broken("两个人才任命得了的人", `one admin appointed helper ${number}`);
  if (chance.may(0.2)) await one.attempt(calls.decideOperatorChange, { id: proposed.id, decision: "withdraw" });
  else
    await other.attempt(calls.decideOperatorChange, {
      id: proposed.id,
      decision: chance.may(0.7) ? "confirm" : "decline",
      note: "复核",
    });
}

const RAILS = Object.keys(SANDBOX_RAILS) as SandboxRail[];
/** Somebody outside is not there for some hours: whatever was meant for them waits, and whoever needs them at once is told. */
async function outage({ world, chance }: Step): Promise<void> {
  await world.lever.call(sandbox.switchRail, { rail: chance.pick(RAILS), mode: "down" });
}
async function backAgain({ database, lever }: World): Promise<void> {
  const down = await database.query<{ rail: SandboxRail }>("select rail from sandbox_rail_mode where mode = 'down'");
  for (const { rail } of down) await lever.call(sandbox.switchRail, { rail, mode: "normal" });
}

async function auditIsWhole({ operator }: World): Promise<string[]> {
  const { verified } = await operator("admin", 1).call(calls.verifyAudit, {});
  return verified?.intact ? [] : [verified?.problem ?? "nobody could check it"];
}

/**
 * Whatever somebody of the house moved is in the log, by the same person at the same moment, and not twice. A case may be taken
 * again at the moment it was let go: that is told as often as it happened. So is a look, which moves nothing.
 */
const AUDITED = `
  select e.subject || ' ' || e.subject_id || ': ' || e.action || ' by ' || e.actor_name || ' is in no log' as problem
    from business_event e
   where e.actor_kind = 'operator' and not exists (select from audit_log a
     where a.actor_kind = 'operator' and a.actor_id = e.actor_id::text and a.at = e.at)
  union all
  select a.action || ' of ' || a.subject || ' is told ' || count(*) || ' times at once' from audit_log a
   where a.action <> 'certification.taken' and a.action not like '%.viewed'
     and exists (select from business_event e where e.actor_kind = 'operator' and e.actor_id::text = a.actor_id and e.at = a.at
     and a.subject like '%' || e.subject_id)
   group by a.at, a.actor_id, a.action, a.subject, a.detail having count(*) > 1
  union all
  select 'case ' || e.application_id || ' was taken ' || count(*) || ' times at ' || e.at || ', the log tells fewer'
    from certification_event e where e.what = '领取' and e.actor_kind = 'operator'
   group by e.merchant_id, e.application_id, e.at
  having count(*) > (select count(*) from audit_log a where a.action = 'certification.taken' and a.at = e.at
     and a.subject = 'certification:' || e.merchant_id || ':' || e.application_id)`;

/** What only somebody of the house can move on, and whose desk has to say so; $1 is the moment. */
export const AT_DESKS = {
  accounts: [["receiving_account", "state = 'applying'"]],
  adjustments: [["ledger_adjustment", "state = 'pending'"]],
  approvals: [["approval", "state = 'pending'"]],
  payees: [["beneficiary", "state = 'pending'"]],
  campaigns: [
    ["campaign_application", "state = 'waiting'"],
    ["campaign_draw", "state = 'toSend'"],
  ],
  cards: [
    ["card_dispute", "state in ('submitted', 'representment', 'preArbitration')"],
    ["card_transfer", "state = 'waiting'"],
  ],
  certification: [["certification_application", "state in ('waiting', 'second')"]],
  coupons: [["coupon_plan", "state = 'proposed'"]],
  deposits: [["deposit_account", "state = 'reviewing'"]],
  escrows: [["escrow", "state = 'disputed'"]],
  rates: [["fx_rate_jump", "state = 'open'"]],
  recoveries: [["account_recovery", "state in ('requested', 'proposed')"]],
  incomes: [["income", "state in ('reviewing', 'needsEvidence', 'abnormal')"]],
  unclaimed: [["unclaimed_income", "state in ('waiting', 'proposed')"]],
  offlineTransfers: [["offline_transfer", "state = 'waiting'"]],
  invitations: [["invitation_progress", "state = 'reviewing'"]],
  loans: [["loan", "state = 'reviewing'"]],
  operators: [
    [
      "operator_change",
      `state = 'pending' and proposed_at >= $1::timestamptz - interval '${OPERATOR_CHANGE_LIFE_HOURS} hours'`,
    ],
  ],
  orders: [["order_upload", "state in ('waiting', 'reviewing')"]],
  payouts: [
    ["payout", "state = 'awaitingApproval'"],
    ["payout_resolution", "state = 'proposed'"],
    [
      "payout",
      `state = 'processing' and sent_at <= $1::timestamptz - interval '${STUCK_HOURS} hours'
         and (merchant_id, id) not in (select merchant_id, payout_id from payout_resolution where state = 'proposed')`,
    ],
  ],
  stores: [["store", "state = 'pending'"]],
  accountClaims: [["account_claim", "state = 'submitted'"]],
  taxrefunds: [["tax_refund", "state = 'reviewing' or (state = 'filed' and proposed_by is not null)"]],
} as const satisfies Partial<Record<WaitingDesk, readonly (readonly [table: string, rows: string])[]>>;
const MOST_COUNTED = 100;
/** One question for all desks: planned once, asked once. */
const COUNTED = Object.entries(AT_DESKS).map(([desk, tables]) => {
  const counted = tables.map(([table, rows]) => `(select count(*) from ${table} where ${rows})`).join(" + ");
  return `'${desk}', ${counted}`;
});
const WAIT = `select jsonb_build_object(${COUNTED.join(", ")}) as counts where $1::timestamptz is not null`;
async function desksKnow({ database, operator, clock }: World): Promise<string[]> {
  const told = await operator("admin", 1).call(calls.waiting, {});
  const [row] = await database.query<{ counts: Record<WaitingDesk, number> }>(WAIT, [clock.now()]);
  return Object.entries(row!.counts).flatMap(([desk, count]) => {
    const [waiting, shown] = [Math.min(count, MOST_COUNTED), told[desk as WaitingDesk]];
    return shown < waiting ? [`${waiting} wait at ${desk}, the desk says ${shown}`] : [];
  });
}

export const operationsSimulation: Simulation = {
  async prepare({ operator }) {
    for (const flag of OPEN_FLAGS)
      await operator("admin", 1).call(calls.changeFlag, {
        flag,
        mode: "on",
        percentage: 0,
        merchantIds: [],
        reason: "模拟",
      });
  },
  hoursPassed: backAgain,
  calm: backAgain,
  actors: [
    { name: "外部通道中断几小时", by: "rail", perDay: 0.2, act: outage },
    { name: "管理员巡视", by: "operator", perDay: 0.3, act: oversee },
    { name: "管理员任命操作员", by: "operator", perDay: 0.15, act: appoint },
    { name: "审核员越权", by: "operator", perDay: 0.1, act: overreach },
  ],
  laws: [
    { name: "审计日志完整", when: "rest", ofHouse: true, violations: auditIsWhole },
    lawByQuery("操作员的每一步都在审计日志里", "rest", AUDITED),
    { name: "等人处理的都在处理台上", when: "daily", ofHouse: true, violations: desksKnow },
  ],
};
