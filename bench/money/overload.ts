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
/** After a refusal a caller asks again at once, more or less: harsher than what it is told (Retry-After). */
const PAUSE_MS = 50;
const RECOVERED_AFTER_MS = 5_000;

type Flood = { rate: number; times: number[]; refused: number; other: number; slowestRefusal: number };

/** Many callers who do not care about each other: answers, refusals and how long each took. */
async function flood(
  url: string,
  connections: number,
  seconds: number,
  next: (line: number) => Buffer,
): Promise<Flood> {
  const { hostname, port } = new URL(url);
  const until = performance.now() + seconds * 1_000;
  const seen: Flood = { rate: 0, times: [], refused: 0, other: 0, slowestRefusal: 0 };
  const line = (place: number) =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let [began, body] = [0, ""];
      const send = () => {
        if (performance.now() >= until) return void socket.destroy();
        [began, body] = [performance.now(), ""];
        socket.write(next(place));
      };
      socket.on("connect", send);
      socket.on("error", () => seen.other++);
      socket.on("close", () => resolve());
      // Whoever is not answered by then has gone.
      setTimeout(() => socket.destroy(), seconds * 1_000 + 2_000).unref();
      socket.on("data", (data) => {
        body += data.toString("latin1");
        const head = body.indexOf("\r\n\r\n");
        if (head < 0 || body.length < head + 4 + Number(/content-length: (\d+)/i.exec(body)?.[1] ?? 0)) return;
        const took = performance.now() - began;
        if (body.startsWith("HTTP/1.1 200")) {
          seen.times.push(took);
          return send();
        }
        if (body.startsWith("HTTP/1.1 503") && /retry-after: /i.test(body)) {
          seen.refused++;
          seen.slowestRefusal = Math.max(seen.slowestRefusal, took);
        } else seen.other++;
        setTimeout(send, PAUSE_MS);
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, place) => line(place)));
  seen.rate = seen.times.length / seconds;
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
      await flood(product.url, SATURATING, SECONDS, next);
      const turns = { goodput: [] as number[], p99: [] as number[], after: [] as number[], refusal: [] as number[] };
      let other = 0;
      for (let round = 0; round < rounds; round++) {
        const before = await alone();
        const peak = await flood(product.url, SATURATING, SECONDS, next);
        const over = await flood(product.url, OVERLOAD, SECONDS, next);
        await sleep(RECOVERED_AFTER_MS);
        turns.after.push((await alone()) / before);
        turns.goodput.push(over.rate / peak.rate);
        turns.p99.push(p99(over.times));
        turns.refusal.push(over.slowestRefusal);
        other += over.other;
        log(
          `${Math.round(peak.rate)}/s at ${SATURATING}, ${Math.round(over.rate)}/s at ${OVERLOAD} with ${over.refused} refused in at most ${Math.round(over.slowestRefusal)} ms`,
        );
      }
      return {
        "overload.goodput": rounded(median(turns.goodput), 2),
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
