/**
 * `npm run simulate -- --seed 7 --days 365 --merchants 50` lives a year of the product. `--seeds 1,2,3` lives several, `--pace 4` makes everybody
 * so many times as busy, `--every 30` lives only every thirtieth day, `--kills` lets server and database die now and then, `--only 3,17` lives those steps of the plan alone, `--calls` prints every call,
 * `--summary` what was exercised. `--fixed` lives what `npm test` lives, `--fixed --write` writes down what they do not reach.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { addUp, describeExercise, describeFailure, unreachedMoves } from "@coralhub/testkit/simulate/report";
import { live, type Lived, type Options } from "@coralhub/testkit/simulate/run";
import { shrink } from "@coralhub/testkit/simulate/shrink";
import { setup } from "@coralhub/testkit/vitest-postgres";
import { SIMULATIONS } from "./capabilities.ts";
import { FIXED_LIVES } from "./fixed-lives.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    days: { type: "string", default: "30" },
    merchants: { type: "string", default: "6" },
    pace: { type: "string" },
    every: { type: "string" },
    only: { type: "string" },
    tries: { type: "string", default: "40" },
    kills: { type: "boolean", default: false },
    fixed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    calls: { type: "boolean", default: false },
    summary: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
  },
});
const say = (line: string) => console.log(line);
const COMMAND = "npm run simulate --";

function chosenLives(): Options[] {
  if (values.fixed) return [...FIXED_LIVES];
  const life = {
    days: Number(values.days),
    merchants: Number(values.merchants),
    ...(values.pace && { pace: Number(values.pace) }),
    ...(values.every && { every: Number(values.every) }),
  };
  return (values.seeds ?? values.seed).split(",").map((seed) => ({ seed, ...life }));
}

async function liveOne(life: Options): Promise<Lived> {
  const options: Options = {
    ...life,
    only: values.only ? new Set(values.only.split(",").map(Number)) : undefined,
    kills: values.kills,
    say: values.quiet ? undefined : (line) => say(`seed ${life.seed}: ${line}`),
  };
  const begin = performance.now();
  const lived = await live(options, SIMULATIONS);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const { merchants, steps, calls, failure } = lived;
  say(`seed ${life.seed}: ${merchants} merchants, ${steps.length} steps, ${calls.length} calls, ${seconds} s`);
  if (values.calls)
    for (const { step, who, call, input, answer, outcome } of calls)
      say(`  #${step} ${who} ${call} ${input} → ${answer ?? outcome}`);
  if (failure) await explain(options, lived);
  return lived;
}

async function explain(options: Options, lived: Lived): Promise<void> {
  const tries = Number(values.tries);
  if (tries === 0)
    return say(
      describeFailure(
        options,
        lived,
        lived.steps.filter(({ number }) => number === lived.failure!.step),
        COMMAND,
      ),
    );
  say(`✗ ${lived.failure!.message}\nlooking for the smallest sequence that still breaks it`);
  const smallest = await shrink({ ...options, say: undefined }, lived, SIMULATIONS, { tries, say });
  say(describeFailure(options, smallest.lived, smallest.steps, COMMAND));
}

function writeUnreached(lives: readonly Lived[]): void {
  const names = unreachedMoves(addUp(lives)).map((name) => `  ${JSON.stringify(name)},\n`);
  writeFileSync(
    new URL("unreached.ts", import.meta.url),
    `/** Moves of lifecycles the fixed lives do not make: \`npm run simulate -- --fixed --write\` writes this list anew. */
export const UNREACHED: readonly string[] = [
${names.join("")}];
`,
  );
}

const stop = await setup();
const lives: Lived[] = [];
for (const life of chosenLives()) lives.push(await liveOne(life));
if (values.summary) say(describeExercise(addUp(lives)));
if (values.fixed && values.write) writeUnreached(lives);
await stop();
process.exit(lives.some(({ failure }) => failure) ? 1 : 0);
