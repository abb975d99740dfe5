/**
 * `npm run simulate -- --seed 7 --days 365 --merchants 50` lives a year of the product. `--seeds 1,2,3` lives several side by side,
 * `--pace 4` makes everybody so many times as busy, `--every 30` lives only every thirtieth day, `--kills` lets server and database
 * die now and then, `--together 4` lets four people act at the same time, `--welcome` lets newcomers find everybody at hand, `--focus 贷款,担保` makes what has these words in its name happen most. `--only 3,17` lives those steps of the plan alone,
 * `--until 5` no more days than that, `--record` writes down every call, `--replay FILE` makes the calls of such a file again.
 * `--calls` prints every call, `--summary` what was exercised, `--dear` what took longest. `--past` goes on past what is broken and tells all of it. `--fixed` lives what `npm test` lives, `--fixed --write` writes
 * down what they do not reach.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createCosts } from "@coralhub/testkit/simulate/costs";
import { describeLife, type Life } from "@coralhub/testkit/simulate/plan";
import {
  addUp,
  describeAgain,
  describeExercise,
  describeFailure,
  sumOf,
  unreachedMoves,
  type Exercised,
} from "@coralhub/testkit/simulate/report";
import { describeSpent, live, type Lived, type Options } from "@coralhub/testkit/simulate/run";
import { shrink } from "@coralhub/testkit/simulate/shrink";
import { setup } from "@coralhub/testkit/vitest-postgres";
import { SIMULATIONS } from "./capabilities.ts";
import { keepCompiled } from "./compiled.ts";
import { BY_LUCK, FIXED_LIVES } from "./fixed-lives.ts";
import { readRecording, writeRecording } from "./recordings.ts";
import { liveSideBySide, type Told } from "./side-by-side.ts";
import { whyUnreached } from "./why-unreached.ts";

keepCompiled();
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    days: { type: "string", default: "30" },
    merchants: { type: "string", default: "6" },
    pace: { type: "string" },
    every: { type: "string" },
    only: { type: "string" },
    until: { type: "string" },
    tries: { type: "string", default: "40" },
    kills: { type: "boolean", default: false },
    together: { type: "string" },
    welcome: { type: "boolean", default: false },
    focus: { type: "string" },
    record: { type: "boolean", default: false },
    replay: { type: "string" },
    fixed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    calls: { type: "boolean", default: false },
    summary: { type: "boolean", default: false },
    dear: { type: "boolean", default: false },
    past: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
  },
});
if (values.kills && values.together)
  throw new Error("--kills and --together do not go together: whose call a dying server lost could not be told");
const say = (line: string) => console.log(line);
const COMMAND = "npm run simulate --";
const MOST_DEAR = 30;

function chosenLives(): Life[] {
  if (values.fixed) return [...FIXED_LIVES];
  const life = {
    days: Number(values.days),
    merchants: Number(values.merchants),
    ...(values.pace && { pace: Number(values.pace) }),
    ...(values.every && { every: Number(values.every) }),
    ...(values.kills && { kills: true }),
    ...(values.together && { together: Number(values.together) }),
    ...(values.welcome && { welcome: true }),
    ...(values.focus && { focus: values.focus.split(",") }),
  };
  return (values.seeds ?? values.seed).split(",").map((seed) => ({ seed, ...life }));
}

function optionsOf(life: Life): Options {
  const spoken = values.quiet ? undefined : (line: string) => say(`seed ${life.seed}: ${line}`);
  if (values.replay) {
    const { only, until, calls } = readRecording(values.replay);
    return {
      ...life,
      only: only ? new Set(only) : undefined,
      until: until ?? undefined,
      recording: calls,
      say: spoken,
    };
  }
  const only = values.only ? new Set(values.only.split(",").map(Number)) : undefined;
  return { ...life, only, until: values.until ? Number(values.until) : undefined, past: values.past, say: spoken };
}

async function liveOne(life: Life): Promise<Told> {
  const costs = values.dear ? createCosts() : undefined;
  const options = { ...optionsOf(life), costs };
  const begin = performance.now();
  const lived = await live(options, SIMULATIONS);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const { merchants, steps, calls, failure } = lived;
  say(
    `seed ${life.seed}: ${merchants} merchants, ${steps.length} steps, ${calls.length} calls, ${seconds} s (${describeSpent(lived.spentMs)})`,
  );
  if (costs) say(costs.describe(MOST_DEAR));
  if (values.calls)
    for (const { step, who, call, input, answer, outcome } of calls)
      say(`  #${step} ${who} ${call} ${input} → ${answer ?? outcome}`);
  if (values.record && !values.replay) say(`seed ${life.seed}: written to ${record(options, lived)}`);
  const told = failure && (await explain(options, lived));
  if (told) say(told);
  return { seed: life.seed, failure: told, exercised: addUp([lived]) };
}

function record(
  { only, until, recording: _recording, costs: _costs, past: _past, say: _say, ...life }: Options,
  { calls }: Lived,
): string {
  return writeRecording({ life, only: only ? [...only] : null, until: until ?? null, calls });
}
/**
 * Where chance outside the seed had a say, the calls themselves are made again; otherwise the seed is enough. What was lived by a
 * recording is told by that recording: its own calls end where the two part.
 */
function again(options: Options, lived: Lived, steps: Lived["steps"]): string {
  if (values.replay) return `${COMMAND} --replay ${values.replay}`;
  if (!options.kills && !options.together) return describeAgain(options, steps, COMMAND);
  return `${COMMAND} --replay ${record({ ...options, only: new Set(lived.steps.map(({ number }) => number)) }, lived)}`;
}

async function explain(options: Options, lived: Lived): Promise<string> {
  const tries = values.replay ? 0 : Number(values.tries);
  if (tries === 0) {
    const steps = lived.steps.filter(({ number }) => number === lived.failure!.step);
    return describeFailure(options, lived, steps, again(options, lived, steps));
  }
  say(`✗ ${lived.failure!.message}\nlooking for the smallest sequence that still breaks it`);
  const liveAgain = (part: Options) => live({ ...part, say: undefined }, SIMULATIONS);
  const smallest = await shrink(options, lived, liveAgain, { tries, say });
  const shrunk = { ...options, until: smallest.until ?? options.until };
  return describeFailure(shrunk, smallest.lived, smallest.steps, again(shrunk, smallest.lived, smallest.steps));
}

function writeUnreached(exercised: Exercised): void {
  const names = unreachedMoves(exercised)
    .filter((name) => !BY_LUCK.has(name))
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(whyUnreached(name))},\n`);
  writeFileSync(
    new URL("unreached.ts", import.meta.url),
    `/** Moves of lifecycles the fixed lives do not make, and why: \`npm run simulate -- --fixed --write\` writes this anew. */
export const UNREACHED: Readonly<Record<string, string>> = {
${names.join("")}};
`,
  );
}

/** What the processes of several lives are told as well. */
const forEach = [
  ...(["quiet", "calls", "record", "dear", "past"] as const).flatMap((name) => (values[name] ? [`--${name}`] : [])),
  ...(["only", "until", "tries"] as const).flatMap((name) => (values[name] ? [`--${name}`, values[name]] : [])),
];

async function main(): Promise<boolean> {
  const lives = values.replay ? [readRecording(values.replay).life] : chosenLives();
  if (process.send) {
    // Nobody lives on for whoever has gone.
    process.on("disconnect", () => process.exit(1));
    const told = await liveOne(lives[0]!);
    await new Promise((sent) => process.send!(told, undefined, undefined, sent));
    return !told.failure;
  }
  const stop = await setup();
  const told = lives.length > 1 ? await liveSideBySide(lives.map(describeLife), forEach) : [await liveOne(lives[0]!)];
  await stop();
  const exercised = sumOf(told.map((one) => one.exercised));
  if (values.summary) say(describeExercise(exercised));
  if (values.fixed && values.write) writeUnreached(exercised);
  return told.every(({ failure }) => !failure);
}
process.exit((await main()) ? 0 : 1);
