import { ownBindingOf, storeEndpoints as calls } from "@coralhub/contract";
import { platformByCode, sampleStoreAnswers, type StoreState } from "@coralhub/domain";
import type { Merchant, MerchantStep, Simulation, Step } from "@coralhub/testkit/simulate";
import { connectionActors } from "./connections/simulate-fixture.ts";
import { drawScreenshot } from "./screenshot-fixture.ts";

/** One of each kind of connection that a merchant can finish alone, and the marketplace most money comes from. */
const PLATFORMS = ["AMAZON", "AMAZON", "AMAZON", "EBAY", "ETSY", "WALMART"];
/** Counted by each merchant for itself: nothing outside a life may have a say in it. */
function nextOf({ memory }: Merchant): number {
  const made = ((memory.get("made stores") as number | undefined) ?? 0) + 1;
  memory.set("made stores", made);
  return made;
}

async function formOf(me: Merchant, code: string): Promise<Record<string, string>> {
  const platform = platformByCode(code)!;
  const answers = sampleStoreAnswers(platform, `${me.number}-${nextOf(me)}`);
  if (platform.fields.includes("attach"))
    answers["attach"] = (await me.call(calls.uploadStoreFile, { file: await drawScreenshot() })).fileId;
  return answers;
}

async function bind({ me, chance }: MerchantStep, code = chance.pick(PLATFORMS)): Promise<void> {
  const known = await me.call(calls.stores, {});
  if (known.total >= 4) return;
  const form = await formOf(me, code);
  const own = ownBindingOf(code);
  if (own) await me.call(calls[own.bind], form);
  else await me.call(calls.bindOther, { ...form, platformCode: code });
}

async function first(step: MerchantStep): Promise<boolean> {
  if (step.me.memory.has("store") || !step.me.memory.has("certified")) return false;
  await bind(step, PLATFORMS[0]);
  step.me.memory.set("store", true);
  return true;
}
/** One more where most money comes from, looked at at once. */
export async function openStore(step: MerchantStep): Promise<void> {
  await bind(step, PLATFORMS[0]);
  step.me.memory.set("store", true);
  await review(step);
}
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.stores, {});
  if (records.length === 0) return;
  const { merchantsId: id, state } = chance.pick(records);
  const detail = await me.call(calls.store, { id });
  if (state === "declined") {
    const code = detail.platformCode;
    await me.call(calls.modifyStore, { ...(await formOf(me, code)), merchantsId: id });
    if (chance.may(0.3)) await me.call(calls.removeStore, { id });
  } else if (chance.may(0.12)) await me.call(calls.removeStore, { id });
  else if (chance.may(0.4))
    await me.call(calls.editStoreUrl, { merchantsId: id, url: `https://shop-${me.number}-${nextOf(me)}.example.com` });
  else await me.call(calls.renameStore, { merchantsId: id, name: `新名字 ${nextOf(me)}` });
}

async function review({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", chance.pick([1, 2] as const));
  const { records } = await reviewer.call(calls.storeReviews, { filters: { state: ["pending"] }, pageSize: 20 });
  for (const { merchantId, merchantsId: id } of records) {
    const { version } = await reviewer.call(calls.storeCase, { merchantId, id });
    const ref = { merchantId, id, version };
    if (chance.may(0.12)) await reviewer.attempt(calls.declineStore, { ...ref, reason: "店铺链接打不开" });
    else await reviewer.attempt(calls.approveStore, ref);
  }
}

export const storesSimulation: Simulation = {
  async prepare({ lever }) {
    await lever.call(calls.setSimulatedStoreReviewer, { on: false, delaySeconds: 0 });
  },
  first,
  welcome: openStore,
  actors: [
    { name: "商户绑定店铺", by: "merchant", weight: 3, act: (step) => bind(step) },
    { name: "商户打理店铺", by: "merchant", weight: 1.5, act: tend },
    { name: "审核员处理店铺", by: "operator", perDay: 2, act: review },
    ...connectionActors,
  ],
  laws: [
    {
      name: "店铺的列表、概况和平台数相同",
      when: "daily",
      async violations({ database }, me) {
        const [list, overview, rows] = [
          await me.call(calls.stores, { pageSize: 100 }),
          await me.call(calls.storeOverview, {}),
          await database.query<{ state: StoreState; count: number }>(
            "select state, count(*)::int as count from store where merchant_id = $1 and state <> 'removed' group by 1",
            [me.userId],
          ),
        ];
        const stored = rows.reduce((sum, { count }) => sum + count, 0);
        return [
          ...(list.total === stored ? [] : [`list says ${list.total}, the table ${stored}`]),
          ...rows
            .filter(({ state, count }) => overview.hidden === 0 && overview.states[state] !== count)
            .map(({ state, count }) => `overview says ${overview.states[state]} ${state}, the table ${count}`),
        ];
      },
    },
  ],
};
