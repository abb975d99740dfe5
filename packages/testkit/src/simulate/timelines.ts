import { STORED_LIFECYCLES } from "./moves.ts";
import type { Merchant, World } from "./simulation.ts";

export type SeenMove = { lifecycle: string; id: string; from: string | null; to: string };
export type ToldEvent = { subject: string; id: string; action: string };
type Action = { from: readonly string[]; to: string };

/**
 * What the timeline of one thing tells against what the database saw: after what it began with, every move stands there once,
 * in its order. Something may begin with steps behind it; those end where it was first seen.
 */
export function untold(
  states: readonly string[],
  told: readonly string[],
  actions: Readonly<Record<string, Action>>,
): boolean {
  const steps = told.flatMap((name) => (actions[name] ? [actions[name]] : []));
  return !Array.from({ length: steps.length + 1 }, (_, at) => at).some(
    (begun) => (begun === 0 || steps[begun - 1]!.to === states[0]) && follows(states, steps.slice(begun)),
  );
}
/** Each of these steps is the next move, or one that leaves everything where it is; and no move is left over. */
function follows(states: readonly string[], steps: readonly Action[]): boolean {
  let at = 0;
  for (const { from, to } of steps) {
    const now = states[at]!;
    if (!from.includes(now)) return false;
    if (to === states[at + 1]) at++;
    else if (to !== now) return false;
  }
  return at === states.length - 1;
}

/** Steps beside a lifecycle that bear the name of one of its moves: an order on arrivals is carried out again and again. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { standing_order: ["fill"] };
const keyOf = (lifecycle: string, id: string) => `${lifecycle} ${id}`;

/** Every timeline of a merchant. */
export async function timelinesTellMoves({ database }: World, me: Merchant): Promise<string[]> {
  const moves = await database.query<SeenMove>(
    `select lifecycle, id, from_state as from, to_state as to from simulation.move
      where merchant_id = $1 and id is not null and from_state is distinct from to_state order by number`,
    [me.userId],
  );
  const events = await database.query<ToldEvent>(
    "select subject, subject_id as id, action from business_event e where merchant_id = $1 order by e.id",
    [me.userId],
  );
  const told = Map.groupBy(events, ({ subject, id }) => keyOf(subject, id));
  const problems: string[] = [];
  for (const [key, seen] of Map.groupBy(moves, ({ lifecycle, id }) => keyOf(lifecycle, id))) {
    const lifecycle = STORED_LIFECYCLES.get(seen[0]!.lifecycle)!;
    if (!lifecycle.stored.timeline) continue;
    const states = seen.map(({ to }) => to);
    const names = (told.get(keyOf(lifecycle.stored.table, seen[0]!.id)) ?? []).map(({ action }) => action);
    const beside = BESIDE[lifecycle.stored.table] ?? [];
    const moving = names.filter((name) => !beside.includes(name));
    // With and without them: each may be the move or a step beside it.
    if (untold(states, names, lifecycle.actions) && untold(states, moving, lifecycle.actions))
      problems.push(`${key} went ${states.join(" → ")}, its timeline tells ${names.join(", ") || "nothing"}`);
  }
  return problems;
}
