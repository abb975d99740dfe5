import { homeEndpoints } from "@coralhub/contract";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { median, rounded, type Bench } from "../harness.ts";
import { startMoneyWorld } from "./money-world.ts";
import { ask, after, startProduct } from "./product.ts";
import { signIn } from "./signed-in.ts";

const MERCHANTS = 40;
/** So many saturate two cores; the overload has ten times as many. */
const SATURATING = 40;
const OVERLOAD = 400;
const SECONDS = 5;
/** Whoever has no patience asks again this long after a refusal, whatever it is told; the others keep to Retry-After. */
const IMPATIENT_MS = 50;
const RECOVERED_AFTER_MS = 5_000;

type Flood = { rate: number; times: number[]; refused: number; other: number; slowestRefusal: number };
const STATUS_AT = "HTTP/1.1 ".length;

/**
 * Many callers who do not care about each other: answers, refusals and how long each took. They share the machine with
 * what they ask, so that they do no more than tell answers from refusals: requests are made before, texts are not read.
 */
async function flood(
  url: string,
  { connections, keepsToRetryAfter = false }: { connections: number; keepsToRetryAfter?: boolean },
  next: (line: number) => Buffer,
): Promise<Flood> {
  const { hostname, port } = new URL(url);
  const until = performance.now() + SECONDS * 1_000;
  const seen: Flood = { rate: 0, times: [], refused: 0, other: 0, slowestRefusal: 0 };
  const line = (place: number) =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const request = next(place);
      let [began, missing, status] = [0, 0, 0];
      let waitMs = IMPATIENT_MS;
      const send = () => {
        if (performance.now() >= until) return void socket.destroy();
        began = performance.now();
        socket.write(request);
      };
      const answered = () => {
        const took = performance.now() - began;
        if (status === 200) {
          seen.times.push(took);
          return send();
        }
        if (status === 503) {
          seen.refused++;
          seen.slowestRefusal = Math.max(seen.slowestRefusal, took);
        } else seen.other++;
        setTimeout(send, waitMs);
      };
      socket.on("connect", send);
      socket.on("error", () => seen.other++);
      socket.on("close", () => resolve());
      // Whoever is not answered by then has gone.
      setTimeout(() => socket.destroy(), SECONDS * 1_000 + 2_000).unref();
      socket.on("data", (data) => {
        if (missing === 0) {
          const end = data.indexOf("\r\n\r\n");
          const head = data.toString("latin1", 0, end);
          status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
          missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)![1]);
          if (status === 503) {
            const asked = Number(/retry-after: (\d+)/i.exec(head)?.[1]);
            if (!(asked > 0)) status = 0;
            else if (keepsToRetryAfter) waitMs = asked * 1_000;
          }
        }
        missing -= data.length;
        if (missing === 0) answered();
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, place) => line(place)));
  seen.rate = seen.times.length / SECONDS;
  return seen;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;

/** Ten times the callers it can carry: as many answers as before, quick refusals for the rest, and no aftermath. */
export const overloadBench: Bench = {
  name: "overload.goodput",
  about: `${OVERLOAD} connections asking for the home page beside the ${SATURATING} that saturate it`,
  async run({ rounds, log }) {
    const world = await startMoneyWorld(MERCHANTS);
    const product = await startProduct(world);
    try {
      const requests: Buffer[] = [];
      for (const merchant of world.merchants) requests.push((await signIn(world, merchant))(homeEndpoints.home));
      const next = (line: number) => requests[line % requests.length]!;
      const alone = async () => {
        const { rate } = await ask(product.url, { connections: 1, until: after(1) }, () => requests[0]!);
        return 1_000 / rate;
      };
      const cpu = async () => [
        process.cpuUsage().user + process.cpuUsage().system,
        await product.cpuMicros(),
        world.postgresCpuMicros(),
      ];
      /** What it came to, and whose processor it took. */
      const flooded = async (about: string, how: Parameters<typeof flood>[1]) => {
        const before = await cpu();
        const seen = await flood(product.url, how, next);
        const [callers, server, database] = (await cpu()).map((micros, at) =>
          rounded((micros - before[at]!) / 1_000_000, 1),
        );
        log(
          `${about}: ${Math.round(seen.rate)}/s of ${how.connections}, ${seen.refused} refused in at most ${Math.round(seen.slowestRefusal)} ms; processor: callers ${callers} s, server ${server} s, PostgreSQL ${database} s`,
        );
        return seen;
      };
      await flood(product.url, { connections: SATURATING }, next);
      const turns = {
        goodput: [] as number[],
        polite: [] as number[],
        p99: [] as number[],
        after: [] as number[],
        refusal: [] as number[],
      };
      let other = 0;
      for (let round = 0; round < rounds; round++) {
        const before = await alone();
        const peak = await flooded("saturated", { connections: SATURATING });
        const over = await flooded("impatient", { connections: OVERLOAD });
        await sleep(RECOVERED_AFTER_MS);
        turns.after.push((await alone()) / before);
        const polite = await flooded("patient", { connections: OVERLOAD, keepsToRetryAfter: true });
        turns.goodput.push(over.rate / peak.rate);
        turns.polite.push(polite.rate / peak.rate);
        turns.p99.push(p99(over.times));
        turns.refusal.push(over.slowestRefusal);
        other += over.other + polite.other;
      }
      return {
        "overload.goodput": rounded(median(turns.goodput), 2),
        "overload.goodput.patient": rounded(median(turns.polite), 2),
        "overload.p99.ms": rounded(median(turns.p99), 0),
        "overload.refusal.ms": rounded(median(turns.refusal), 0),
        "overload.after": rounded(median(turns.after), 2),
        "overload.other": other,
      };
    } finally {
      await product.close();
      await world.close();
    }
  },
};
