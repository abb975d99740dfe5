import { homeEndpoints as calls } from "@coralhub/contract";
import type { Merchant, MerchantStep, Simulation, World } from "@coralhub/testkit/simulate";

async function look({ me, world, chance }: MerchantStep): Promise<void> {
  const { todos } = await me.call(calls.home, {});
  await me.call(calls.notices, { limit: 10 });
  await me.call(calls.services, {});
  const today = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString();
  await me.call(calls.calendarMonth, { a: Number(today.slice(0, 4)), b: Number(today.slice(5, 7)) });
  const [todo] = todos;
  if (todo && chance.may(0.5)) await me.attempt(calls.findOwn, { text: todo.title.slice(0, 4) });
}

/**
 * What is asked of a merchant at home, by the beginning of its name, and what stands behind it: the one is there exactly as long
 * as the other. Of incomes and orders home shows the most urgent; those have their own laws.
 */
export const CAUSES = {
  "account-": ["receiving_account", "state = 'refused'"],
  "loan-": ["loan", "state in ('asked', 'approved', 'overdue')"],
  "store-declined-": ["store", "state = 'declined' and not hidden"],
  "store-lapsed-": ["store", "state = 'bound' and authorisation = 'lapsed' and not hidden"],
  "certification-rejected": ["certification", "state = 'rejected'"],
  "certification-supplement": ["certification", "state = 'supplement'"],
  "certification-expired": ["certification", "state = 'expired'"],
  "card-owed-": ["card_account", "owed_minor > 0"],
} as const satisfies Readonly<Record<string, readonly [table: string, rows: string]>>;
async function todosHaveCauses({ database }: World, me: Merchant): Promise<string[]> {
  const { todos } = await me.call(calls.home, {});
  const ids = todos.map(({ id }) => id);
  const problems = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `home asks twice for ${id}`);
  for (const [begins, [table, rows]] of Object.entries(CAUSES)) {
    const causes = (
      await database.query<{ todo: string }>(
        `select '${begins}' ${begins.endsWith("-") ? "|| id" : ""} as todo from ${table} where merchant_id = $1 and ${rows}`,
        [me.userId],
      )
    ).map(({ todo }) => todo);
    const told = ids.filter((id) => id.startsWith(begins));
    problems.push(
      ...told.filter((id) => !causes.includes(id)).map((id) => `${id} outlives its cause`),
      ...causes.filter((id) => !told.includes(id)).map((id) => `${id} is not asked for`),
    );
  }
  return problems;
}

export const homeSimulation: Simulation = {
  actors: [{ name: "商户看首页", by: "merchant", weight: 0.7, act: look }],
  laws: [{ name: "首页的待办都有原因，有原因的都在首页", when: "daily", violations: todosHaveCauses }],
};
