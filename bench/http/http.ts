import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { interleave, median, medianRatio, rounded, type Bench } from "../harness.ts";
import { blast, postBytes } from "./blast.ts";
import type { Contenders } from "./contenders.ts";

/** Many short slices: what else the machine does falls on single ratios, and the median looks past them. */
const SLICE_MS = 300;
const SLICES_PER_ROUND = 5;
/** Both are warm only when their code has been compiled for good, however long a busy machine takes for that. */
const WARM_ANSWERS = 30_000;
const BODY = { price: { currency: "USD", amount: "1250.50" }, note: "货款" };

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

/** An authenticated, validated POST against the least a server of the same framework can do with the same bytes. */
export const httpBench: Bench = {
  name: "http",
  about: "an authenticated, validated POST beside a bare Fastify hello",
  async run({ rounds, log }) {
    const child = fork(join(import.meta.dirname, "contenders.ts"));
    const [{ bare, ours, token }] = (await once(child, "message")) as [Contenders];
    const targets = {
      bare: { url: bare, request: postBytes("/", {}, BODY) },
      ours: { url: ours, request: postBytes("/api/echo/7", { authorization: `Bearer ${token}` }, BODY) },
    };
    const cpu: Record<keyof typeof targets, number[]> = { bare: [], ours: [] };
    const measure = (name: keyof typeof targets) => async () => {
      const { url, request } = targets[name];
      const before = await cpuOf(child);
      const answered = await blast(url, request, SLICE_MS);
      cpu[name].push(((await cpuOf(child)) - before) / answered);
      return (answered * 1000) / SLICE_MS;
    };
    for (const { url, request } of Object.values(targets))
      for (let answered = 0; answered < WARM_ANSWERS;) answered += await blast(url, request, SLICE_MS);
    const rate = await interleave(rounds * SLICES_PER_ROUND, { bare: measure("bare"), ours: measure("ours") });
    child.send("stop");
    await once(child, "exit");
    log(`bare ${Math.round(median(rate.bare))}/s, ours ${Math.round(median(rate.ours))}/s`);
    return {
      "http.post.ratio": rounded(medianRatio(rate.ours, rate.bare)),
      "http.post.cpu.ratio": rounded(medianRatio(cpu.ours, cpu.bare)),
      "http.post.cpu.us": rounded(median(cpu.ours), 1),
    };
  },
};
