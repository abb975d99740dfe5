import { signedText } from "@coralhub/domain";
import { fork } from "node:child_process";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { databaseUrls } from "../../apps/server/src/platform/config.ts";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { postBytes } from "../http/blast.ts";
import { startMoneyWorld, type MoneyWorld } from "../money/money-world.ts";
import { after, ask } from "../money/product.ts";
import type { OpenContenders } from "./open-contenders.ts";

const CONNECTIONS = 64;
const SLICE_SECONDS = 0.5;
const SLICES_PER_ROUND = 4;
const WARM_ANSWERS = 10_000;
const APP = "APP-BENCH01";
const PATH = "/open/v1/bench/echo";
const BODY = { amount: { currency: "USD", amount: "1250.50" }, note: "货款" };

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const bodyHash = createHash("sha256").update(JSON.stringify(BODY)).digest("hex");
/** Nobody measures the caller: every request is signed beforehand, and good for one sending. */
function signedPost(): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const text = signedText({ appId: APP, method: "POST", path: PATH, bodyHash, timestamp, nonce, requestId: "" });
  const signature = sign(null, Buffer.from(text), privateKey).toString("base64");
  const headers = { "x-app-id": APP, "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature };
  return postBytes(PATH, headers, BODY);
}

async function addApp({ owner, merchants }: MoneyWorld): Promise<void> {
  const { merchantId } = merchants[0]!;
  await owner.query(
    `insert into open_app (merchant_id, id, app_id, product, scopes, calls_per_minute, person_id, created_at, changed_at)
     values ($1::uuid, $1::uuid, $2, 'Bench', '{payouts:write}', 100000, $1::uuid, now(), now())`,
    [merchantId, APP],
  );
  await owner.query("insert into open_app_name (app_id, owner_id, id) values ($2, $1, $1)", [merchantId, APP]);
  await owner.query(
    `insert into open_key (merchant_id, id, app, name, algorithm, spki, serial, begins_at, created_at, ends_at)
     values ($1::uuid, $1::uuid, $1::uuid, 'bench', 'ed25519', $2, '1', now(), now(), now() + interval '1 year')`,
    [merchantId, publicKey.export({ type: "spki", format: "der" })],
  );
}

export const openPostBench: Bench = {
  name: "open",
  about: "a signed, replay-proof, validated POST of a program beside a bare Fastify hello",
  async run({ rounds, log }) {
    const world = await startMoneyWorld(1);
    await addApp(world);
    const child = fork(join(import.meta.dirname, "open-contenders.ts"), {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrls(world.config).owner,
        DATA_DIR: world.config.dataDir,
        LOG_LEVEL: "error",
      },
    });
    const [{ bare, ours }] = (await once(child, "message")) as [OpenContenders];
    const hello = postBytes("/", {}, BODY);
    const ready: Buffer[] = [];
    const blast = async (url: string, next: () => Buffer, until: () => boolean) =>
      ask(url, { connections: CONNECTIONS, until }, next);
    const greet = async () => (await blast(bare, () => hello, after(SLICE_SECONDS))).rate;
    const post = async () => {
      // A minute's calls are limited like anybody's; the limit is another question.
      await world.owner.query("delete from open_usage");
      while (ready.length < 6_000) ready.push(signedPost());
      return (await blast(ours, () => ready.pop()!, after(SLICE_SECONDS))).rate;
    };
    for (let answered = 0; answered < WARM_ANSWERS;) answered += (await post()) * SLICE_SECONDS;
    await greet();
    const rate = await interleave(rounds * SLICES_PER_ROUND, { bare: greet, ours: post });
    child.send("stop");
    await once(child, "exit");
    await world.close();
    log(`bare ${Math.round(median(rate.bare))}/s, open ${Math.round(median(rate.ours))}/s`);
    return { "open.post": rounded(medianRatio(rate.ours, rate.bare)) };
  },
};
