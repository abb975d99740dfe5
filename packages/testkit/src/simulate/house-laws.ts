import { STORED_LIFECYCLES, unknownMoves } from "./moves.ts";
import type { Law, World } from "./simulation.ts";
import { timelinesTellMoves } from "./timelines.ts";

/** What waits for somebody outside every lifecycle, or has a next step that is no move of it. */
const EXPECTED: Readonly<Record<string, string>> = {
  "card: failed": "another one is applied for",
  "card_payment: declined": "the page says how the next one passes",
  "coupon: unused": "it is used or runs out",
  "coupon: reserved": "as long as its payment is under way",
  "coupon_use: reserved": "as long as its payment is under way",
  "deposit_account: verifying": "the merchant's own people type their codes",
  "invitation_progress: joined": "until the friend is certified",
  "invitation_progress: certified": "until the friend does business",
  "payment_batch: processing": "as long as one of its payments is under way",
};
const BY_ITSELF: readonly string[] = ["system", "rail"];

type Stuck = { name: string; table: string; column: string; state: string };
/** States that only the clock or a rail ends: when both have had their say, nobody may be left there. */
function endedByThemselves(): Stuck[] {
  return [...STORED_LIFECYCLES].flatMap(([lifecycle, { groups, actions, stored }]) =>
    [...(groups.open ?? []), ...(groups.moving ?? [])]
      .filter((state) =>
        Object.values(actions)
          .filter(({ from }) => from.includes(state))
          .every(({ by }) => [by].flat().every((actor) => BY_ITSELF.includes(actor))),
      )
      .map((state) => ({
        name: `${lifecycle}: ${state}`,
        table: stored.table,
        column: stored.column ?? "state",
        state,
      })),
  );
}

async function stuck({ database }: World): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, table, column, state } of endedByThemselves()) {
    if (name in EXPECTED) continue;
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column} = $1`,
      [state],
    );
    if (row!.count > 0) problems.push(`${row!.count} stay in ${name}, and nobody can do anything about it`);
  }
  return problems;
}

/** Laws of the whole house. */
export const HOUSE_LAWS: readonly Law[] = [
  {
    name: "状态只沿生命周期走",
    when: "always",
    ofHouse: true,
    violations: ({ database }) => unknownMoves(database),
  },
  { name: "时间线把每一步说一次", when: "daily", violations: timelinesTellMoves },
  { name: "没有走不动的事", when: "rest", ofHouse: true, violations: stuck },
];
