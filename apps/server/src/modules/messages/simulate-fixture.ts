import { messageEndpoints as calls } from "@coralhub/contract";
import type { Merchant, MerchantStep, Simulation, World } from "@coralhub/testkit/simulate";

const READ = 1;
const DELETED = 2;
const UNREAD = 0;

async function read({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.messages, { pageSize: 20 });
  if (records.length === 0) return;
  const ids = records.filter(() => chance.may(0.5)).map(({ id }) => id);
  if (chance.may(0.2)) await me.call(calls.changeMessageStatus, { mark: "all", status: READ });
  else if (ids.length > 0)
    await me.call(calls.changeMessageStatus, { ids, status: chance.pick([READ, READ, UNREAD, DELETED]) });
}

/** Puts things in order: one is read, kept for later and thrown away in the end, another is thrown away as it came. */
async function tidy({ me }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.messages, { filters: { status: ["unread"] }, pageSize: 20 });
  const [one, other] = records;
  if (!one || !other) return;
  for (const status of [READ, UNREAD, READ, DELETED])
    await me.call(calls.changeMessageStatus, { ids: [one.id], status });
  await me.call(calls.changeMessageStatus, { ids: [other.id], status: DELETED });
}

/** The badge, the counts of the categories, the list and the table. */
async function badgesAgree({ database }: World, me: Merchant): Promise<string[]> {
  const badge = await me.call(calls.unreadCount, {});
  const list = await me.call(calls.messages, { filters: { status: ["unread"] }, pageSize: 100 });
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    "select count(*)::int as count from message where merchant_id = $1 and status = 'unread'",
    [me.userId],
  );
  return badge === count && list.total === count ? [] : [`badge ${badge}, list ${list.total}, table ${count}`];
}

export const messagesSimulation: Simulation = {
  actors: [
    { name: "商户读消息", by: "merchant", weight: 1, act: read },
    { name: "商户整理消息", by: "merchant", weight: 0.3, act: tidy },
  ],
  laws: [{ name: "未读数、列表和消息相同", when: "daily", violations: badgesAgree }],
};
