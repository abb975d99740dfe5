import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Exercised } from "@coralhub/testkit/simulate/report";
import { COMPILED } from "./compiled.ts";

/** What one process tells of the life it lived: which law it broke and how, if any. */
export type Told = { seed: string; failure: string | undefined; exercised: Exercised };

/** Several lives at once, each in a process of its own on the cluster of this one, as many at a time as there are cores. */
export async function liveSideBySide(lives: readonly string[], more: readonly string[]): Promise<Told[]> {
  const told: Told[] = [];
  const waiting = [...lives.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, words] = next;
      told[at] = await liveApart([...words.split(" "), ...more]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), lives.length) }, work));
  return told;
}

const liveApart = (words: readonly string[]): Promise<Told> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("main.ts", import.meta.url)), words, {
      serialization: "advanced",
      execArgv: [],
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    });
    let told: Told | undefined;
    child.on("message", (message: Told) => void (told = message));
    child.on("exit", (code) => {
      if (told) resolve(told);
      else reject(new Error(`the life of ${words.join(" ")} ended with ${code} and said nothing`));
    });
  });
