import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { secretContext } from "../../apps/server/src/modules/developer/save-webhook.ts";
import { systemRandom } from "../../apps/server/src/platform/random.ts";
import { createSecrets } from "../../apps/server/src/platform/secrets.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { startProduct, type Product } from "../money/product.ts";
import type { Heard, ReceiversReady } from "./receivers.ts";

const ADDRESSES = 50;
const DELIVERIES = 100_000;
/** Two nobody listens at, one that fails, two that take half a second; the others answer at once. */
const TROUBLE = ["dead", "dead", "failing", "slow", "slow"] as const;
type Kind = (typeof TROUBLE)[number] | "alive";
const KILLED_AFTER = [0.2, 0.6];
const GIVE_UP_MS = 20 * 60_000;

const kindOf = (place: number): Kind => TROUBLE[place] ?? "alive";
const pathsOf = (kind: Kind): string[] =>
  Array.from({ length: ADDRESSES }, (_, place) => place)
    .filter((place) => kindOf(place) === kind)
    .map((place) => `/${kind}/${place}`);

async function addAddresses(world: MoneyWorld, base: string): Promise<void> {
  const secrets = createSecrets(world.config.secretKeys, systemRandom);
  for (const [place, { merchantId }] of world.merchants.entries()) {
    const kind = kindOf(place);
    const address = kind === "dead" ? "http://127.0.0.1:9/hook" : `${base}/${kind}/${place}`;
    const sealed = secrets.seal(
      "whsec_YmVuY2gtc2VjcmV0LW9mLXRoZS13ZWJob29rcw==",
      secretContext({ merchantId, id: merchantId }),
    );
    await world.owner.query(
      `insert into open_app (merchant_id, id, app_id, product, scopes, calls_per_minute, person_id, created_at, changed_at)
       values ($1::uuid, $1::uuid, 'APP-B' || $2, 'Bench', '{}', 600, $1::uuid, now(), now())`,
      [merchantId, place],
    );
    await world.owner.query(
      `insert into open_webhook (merchant_id, id, app, topic, type, address, enabled, sealed_secret, created_at, changed_at)
       values ($1::uuid, $1::uuid, $1::uuid, '*', 'thin', $2, true, $3, now(), now())`,
      [merchantId, address, sealed],
    );
  }
}

type Scene = { world: MoneyWorld; receivers: ChildProcess };

async function heardBy({ receivers }: Scene): Promise<Heard> {
  receivers.send("heard");
  return ((await once(receivers, "message")) as [Heard])[0];
}
const differentAt = (heard: Heard, path: string): number => heard[path]?.different ?? 0;

/** So many events each for those whose address is one of these, and the word that there are some. */
async function happen({ world }: Scene, each: number, kinds: readonly Kind[]): Promise<void> {
  const ids = world.merchants.flatMap(({ merchantId }, place) => (kinds.includes(kindOf(place)) ? [merchantId] : []));
  await world.owner.query(
    `insert into open_event (merchant_id, id, topic, subject, subject_id, at)
     select merchant_id, gen_random_uuid(), 'payout.completed', 'test', gen_random_uuid(), now()
     from generate_series(1, $1), unnest($2::uuid[]) as merchant_id`,
    [each, ids],
  );
  await world.owner.query("select pg_notify('coralhub_live', $1)", [
    JSON.stringify({ topic: "open-events", event: "ready", data: null }),
  ]);
}

async function until(scene: Scene, isEnough: (heard: Heard) => boolean): Promise<void> {
  const started = performance.now();
  for (;;) {
    const heard = await heardBy(scene);
    if (isEnough(heard)) return;
    if (performance.now() - started > GIVE_UP_MS) throw new Error(`not all was heard: ${JSON.stringify(heard)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How many a second the good addresses heard until the last of theirs. The slow ones end before the next begins. */
async function deliver(scene: Scene, each: number, kinds: readonly Kind[]): Promise<number> {
  // An operator has looked at the dead ones: they are tried anew, and what waited for them is given up.
  await scene.world.owner.query("delete from open_delivery where delivered_at is null");
  await scene.world.owner.query("update open_webhook set paused_at = null, failures = 0");
  const before = await heardBy(scene);
  const hasHeard = (path: string) => (heard: Heard) => differentAt(heard, path) - differentAt(before, path) >= each;
  const alive = pathsOf("alive").map(hasHeard);
  const started = performance.now();
  await happen(scene, each, kinds);
  await until(scene, (heard) => alive.every((enough) => enough(heard)));
  const seconds = (performance.now() - started) / 1_000;
  const slow = kinds.includes("slow") ? pathsOf("slow").map(hasHeard) : [];
  await until(scene, (heard) => slow.every((enough) => enough(heard)));
  return (alive.length * each) / seconds;
}

/** The server dies twice on the way; what it was sending is sent again, and nothing is missing. */
async function deliverThroughDeaths(scene: Scene, first: Product, each: number): Promise<[Product, number]> {
  const paths = [...pathsOf("alive"), ...pathsOf("slow")];
  const before = await heardBy(scene);
  const came = (heard: Heard) =>
    paths.reduce((sum, path) => sum + differentAt(heard, path) - differentAt(before, path), 0);
  let product = first;
  await happen(scene, each, ["alive", "slow"]);
  for (const share of KILLED_AFTER) {
    await until(scene, (heard) => came(heard) >= share * each * paths.length);
    await product.kill();
    // The minute after which another may send what the dead one held passes at once.
    await scene.world.owner.query("update open_delivery set lease_ends_at = now() where lease_ends_at is not null");
    product = await startProduct(scene.world);
  }
  await until(scene, (heard) => paths.every((path) => differentAt(heard, path) - differentAt(before, path) >= each));
  const heard = await heardBy(scene);
  const repeated = Object.values(heard).reduce((sum, { different, all }) => sum + all - different, 0);
  return [product, repeated];
}

export const webhooksBench: Bench = {
  name: "webhooks",
  about: `${DELIVERIES} notices to ${ADDRESSES} addresses, ${TROUBLE.length} of them dead, failing or slow, beside the same without those; then the server is killed`,
  async run({ rows = DELIVERIES, rounds, log }) {
    const each = Math.max(1, Math.round(rows / ADDRESSES / rounds));
    const world = await startMoneyWorld(ADDRESSES);
    const receivers = fork(join(import.meta.dirname, "receivers.ts"));
    const [{ url }] = (await once(receivers, "message")) as [ReceiversReady];
    await addAddresses(world, url);
    const scene = { world, receivers };
    const product = await startProduct(world);
    await deliver(scene, Math.min(each, 20), ["alive"]);
    const rates = await interleave(rounds, {
      quiet: () => deliver(scene, each, ["alive"]),
      troubled: () => deliver(scene, each, ["alive", ...TROUBLE]),
    });
    const [last, repeated] = await deliverThroughDeaths(scene, product, each);
    await last.close();
    receivers.send("stop");
    await once(receivers, "exit");
    await world.close();
    const [quiet, troubled] = [median(rates.quiet), median(rates.troubled)];
    log(
      `${Math.round(quiet)}/s without trouble, ${Math.round(troubled)}/s beside it; after two deaths none is missing`,
    );
    return {
      "webhooks.rate": Math.round(troubled),
      "webhooks.troubled.ratio": rounded(medianRatio(rates.troubled, rates.quiet), 2),
      "webhooks.repeated": repeated,
    };
  },
};
