import { STORED_LIFECYCLES } from "@coralhub/testkit/simulate/moves";
import type { Simulation, World } from "@coralhub/testkit/simulate";
import { ANNOUNCEMENT_DAYS, OFFLINE_DAYS } from "@coralhub/domain";
import { CAUSES } from "../../apps/server/src/modules/home/simulate-fixture.ts";
import { AT_DESKS } from "../../apps/server/src/modules/operations/simulate-fixture.ts";

/** Rows of a table; `$1` is the moment. */
type Rows = readonly [table: string, rows: string];
/** What stands at a desk of the house or at its owner's home: laws of their own see to it that both say so. */
const ASKED_FOR: readonly Rows[] = [...Object.values(AT_DESKS).flat(), ...Object.values(CAUSES)];

/** What may go on waiting beside every desk: why, and which of it where that is not all. */
export type Wait = { why: string; whilst?: string };
const byItsOwner = (why: string): Wait => ({ why });
const until = (end: string): Wait => ({ why: `until ${end}`, whilst: `${end} >= $1::timestamptz - interval '1 day'` });
const ofPayouts = (key: string): string =>
  `exists (select from payout p where p.merchant_id = held.merchant_id and ${key}
     and p.state in ('unverified', 'scheduled', 'awaitingApproval', 'submitted', 'processing'))`;
const ofCase = (key: string): string =>
  `exists (select from certification_application a where a.merchant_id = held.merchant_id and ${key}
     and a.state in ('waiting', 'second', 'supplement', 'rejected'))`;

export const WAITS: Readonly<Record<string, Wait>> = {
  "account_charge: due": byItsOwner("taken with the next payment; the account's page says so"),
  "account_claim: found": byItsOwner("the merchant says whose the account is, or leaves it"),
  "account_claim: declined": byItsOwner("the merchant was answered and may show more"),
  "beneficiary: declined": byItsOwner("the merchant was told and may change it"),
  "beneficiary: outdated": byItsOwner("the merchant was told and may change it"),
  "campaign: draft": byItsOwner("whoever writes it is not done yet"),
  "campaign: paused": until("ends_at"),
  "campaign: scheduled": until("ends_at"),
  "campaign: running": until("ends_at"),
  "campaign_push: waiting": until("send_at"),
  "card: expired": byItsOwner("nothing of the merchant's waits for it"),
  "card: failed": byItsOwner("another one is applied for"),
  "card_dispute: asked": byItsOwner("the merchant was asked by message, and finance ends what stays unanswered"),
  "card_payment: declined": byItsOwner("the page says how the next one passes"),
  "card_recharge: processing": {
    why: "the money that names it is at a desk",
    whilst:
      "exists (select from card_transfer t where t.state = 'waiting' and upper(t.remittance) like '%' || held.serial || '%')",
  },
  "certification: none": byItsOwner("certified whenever the merchant likes"),
  "certification: frozen": byItsOwner("a decision, not something unfinished"),
  "certification: reviewing": { why: "its application is at a desk", whilst: ofCase("true") },
  "certification: changing": { why: "its application is at a desk", whilst: ofCase("true") },
  "certification_application: supplement": byItsOwner(
    "home asks for it as long as it counts, and a message told every question",
  ),
  "certification_application: rejected": byItsOwner(
    "home asks for it as long as it counts, and a message told every reason",
  ),
  "certification_enquiry: open": { why: "its application is somewhere", whilst: ofCase("a.id = held.application_id") },
  "certification_enquiry: answered": {
    why: "its application is at a desk",
    whilst: ofCase("a.id = held.application_id"),
  },
  "coupon: unused": until("expires_at"),
  "coupon: reserved": byItsOwner("as long as its payment is under way"),
  "coupon_plan: active": byItsOwner("runs until somebody stops it"),
  "coupon_use: reserved": byItsOwner("as long as its payment is under way"),
  "deposit_account: filling": byItsOwner("opened whenever the merchant likes"),
  "deposit_account: verifying": byItsOwner("the merchant's own people type their codes"),
  "deposit_account: asked": byItsOwner("the merchant was told what the bank asks for"),
  "deposit_account: expired": byItsOwner("the merchant was told, and what is held goes on"),
  "deposit_placement: held": until("matures_on"),
  "escrow: proposed": byItsOwner("both sides were told; no money lies there"),
  "escrow: agreed": byItsOwner("both sides were told; no money lies there"),
  "escrow: funded": byItsOwner("both sides were told, and either may dispute it, which is a desk's"),
  "escrow: delivered": byItsOwner("both sides were told, and either may dispute it, which is a desk's"),
  "icbc_upload: asked": byItsOwner("the merchant was told what the bank asks for"),
  "invitation_progress: joined": byItsOwner("until the friend is certified"),
  "invitation_progress: certified": byItsOwner("until the friend does business"),
  "loan: active": byItsOwner("until its last instalment, each with its day"),
  "message.status: unread": byItsOwner("read whenever the merchant likes"),
  "mybank_binding: bound": byItsOwner("until one of the two ends it"),
  "offline_transfer: matching": byItsOwner("the money it was matched with stands at the desk of unclaimed money"),
  "payment_batch: processing": {
    why: "as long as one of its payments is under way",
    whilst: ofPayouts("p.batch_id = held.id"),
  },
  "payout: scheduled": until("scheduled_for"),
  "payout_series: paused": byItsOwner("the merchant was told why, and goes on or ends it"),
  "payout_series: active": until("next_on"),
  "quota_use: reserved": {
    why: "as long as its payment is under way",
    whilst: ofPayouts("p.id = held.move_id"),
  },
  "receiving_account: frozen": byItsOwner("a decision, not something unfinished"),
  "receiving_account: payingOut": byItsOwner("open for whoever takes the rest out"),
  "receiving_account: payingOutFrozen": byItsOwner("a decision, not something unfinished"),
  "standing_order: waiting": {
    why: "until its day, if it has one",
    whilst: "coalesce(until_at, 'infinity') >= $1::timestamptz",
  },
  "store: declined": { why: "its owner has put it out of sight", whilst: "hidden" },
  "store.authorisation: lapsed": { why: "nothing is sold there any more", whilst: "hidden or state <> 'bound'" },
  "store.authorisation: none": byItsOwner("home proposes it; a store sells without"),
  "store.authorisation: expiring": until("authorised_until"),
  "tax_refund: differing": byItsOwner("the merchant was told what does not agree"),
  "tax_refund: filed": { why: "with the tax office, whose money finance sees arrive", whilst: "proposed_by is null" },
  "trade_order: waiting": byItsOwner("its file is at a desk"),
  "trade_order: reviewing": byItsOwner("its file is at a desk"),
};

/** How long something may be in a state by what the product says there; a day where it says nothing, because clocks run hourly. */
const PROMISED_DAYS: Readonly<Record<string, number>> = {
  "card_recharge: pending": OFFLINE_DAYS,
  "income: announced": ANNOUNCEMENT_DAYS,
};
const A_DAY = 1;

export type Waiting = {
  name: string;
  table: string;
  column: string;
  state: string;
  since: string | undefined;
  /** Nobody but the clock and the rails can end it. */
  byItself: boolean;
};
const NOBODY: readonly string[] = ["system", "rail"];
/** Every state in which something is not at its end. */
export const WAITING: readonly Waiting[] = [...STORED_LIFECYCLES].flatMap(([lifecycle, { groups, actions, stored }]) =>
  [...(groups.open ?? []), ...(groups.moving ?? [])].map((state) => ({
    name: `${lifecycle}: ${state}`,
    table: stored.table,
    column: stored.column ?? "state",
    state,
    since: stored.changedAt,
    byItself: Object.values(actions)
      .filter(({ from }) => from.includes(state))
      .every(({ by }) => [by].flat().every((actor) => NOBODY.includes(actor))),
  })),
);
export const askedFor = ({ table, state }: Waiting): string[] =>
  ASKED_FOR.flatMap(([name, rows]) => (name === table && rows.includes(`'${state}'`) ? [`(${rows})`] : []));

/** Whatever has been where it is for longer than its promise, and neither stands anywhere nor may go on waiting. */
async function forgotten({ database, clock }: World): Promise<string[]> {
  const problems: string[] = [];
  for (const one of WAITING) {
    const { name, table, column, state, since } = one;
    const wait = WAITS[name];
    if (wait && !wait.whilst) continue;
    const fine = [...askedFor(one), ...(wait?.whilst ? [`(${wait.whilst})`] : [])];
    const days = PROMISED_DAYS[name] ?? A_DAY;
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${table} held where ${column} = $2 and $1::timestamptz is not null
        ${since ? `and ${since} < $1::timestamptz - interval '${days} days'` : ""}
        ${fine.length > 0 ? `and not coalesce(${fine.join(" or ")}, false)` : ""}`,
      [clock.now(), state],
    );
    if (row!.count > 0) problems.push(`${row!.count} wait in ${name} beyond their promise, at nobody's desk`);
  }
  return problems;
}
/** When the clock and the rails have had their say, nobody may be left where only they could help. */
async function stuck({ database }: World): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, table, column, state } of WAITING.filter((one) => one.byItself && !WAITS[one.name])) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column} = $1`,
      [state],
    );
    if (row!.count > 0) problems.push(`${row!.count} stay in ${name}, and nobody can do anything about it`);
  }
  return problems;
}

/** What all capabilities together promise. */
export const promisesSimulation: Simulation = {
  laws: [
    { name: "没有走不动的事", when: "rest", ofHouse: true, violations: stuck },
    { name: "等过了承诺的都有人管", when: "rest", ofHouse: true, violations: forgotten },
  ],
};
