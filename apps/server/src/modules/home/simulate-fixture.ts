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
const CAUSES: Readonly<Record<string, string>> = {
  "account-": "select 'account-' || id as todo from receiving_account where merchant_id = $1 and state = 'refused'",
  "loan-":
    "select 'loan-' || id as todo from loan where merchant_id = $1 and state in ('asked', 'approved', 'overdue')",
  "store-declined-":
    "select 'store-declined-' || id as todo from store where merchant_id = $1 and state = 'declined' and not hidden",
  "store-lapsed-":
    "select 'store-lapsed-' || id as todo from store where merchant_id = $1 and state = 'bound' and authorisation = 'lapsed' and not hidden",
  "certification-rejected":
    "select 'certification-rejected' as todo from certification where merchant_id = $1 and state = 'rejected'",
  "certification-supplement":
    "select 'certification-supplement' as todo from certification where merchant_id = $1 and state = 'supplement'",
  "certification-expired":
    "select 'certification-expired' as todo from certification where merchant_id = $1 and state = 'expired'",
  "card-owed-": "select 'card-owed-' || id as todo from card_account where merchant_id = $1 and owed_minor > 0",
};
async function todosHaveCauses({ database }: World, me: Merchant): Promise<string[]> {
  const { todos } = await me.call(calls.home, {});
  const ids = todos.map(({ id }) => id);
  const problems = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `home asks twice for ${id}`);
  for (const [begins, text] of Object.entries(CAUSES)) {
    const causes = (await database.query<{ todo: string }>(text, [me.userId])).map(({ todo }) => todo);
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
