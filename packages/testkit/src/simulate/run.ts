import { createChance } from "./chance.ts";
import { watchStatements, type Costs } from "./costs.ts";
import { HOUSE_LAWS } from "./house-laws.ts";
import { lookingOnce } from "./looking.ts";
import { readMoves, type Move } from "./moves.ts";
import { ARRIVES, isLong, kindOf, planLife, type Life, type PlannedStep } from "./plan.ts";
import type { RecordedCall } from "./record.ts";
import type { Recording } from "./replay.ts";
import {
  LawBroken,
  StepEnds,
  unlessRefused,
  type Actor,
  type Law,
  type Merchant,
  type MerchantStep,
  type Simulation,
} from "./simulation.ts";
import { createWorld, type LiveWorld } from "./world.ts";

export type Options = Life & {
  /** Only these steps of the plan; the days pass as always. */
  only?: ReadonlySet<number> | undefined;
  /** So many days of the plan are enough; all of them where nothing is said. */
  until?: number | undefined;
  /** In this share of the steps machines may die, where they die at all. */
  deadlySteps?: number | undefined;
  /** Calls are made in this order, and machines die where they died. */
  recording?: Recording | undefined;
  /** What is broken is told, and life goes on: a year shows all it has to show in one go. */
  past?: boolean | undefined;
  /** What everything costs is written down here. */
  costs?: Costs | undefined;
  say?: ((line: string) => void) | undefined;
};
export type Failure = { law: string; message: string; day: number; step: number };
export type Lived = {
  failure: Failure | undefined;
  steps: PlannedStep[];
  calls: RecordedCall[];
  moves: (Move & { count: number })[];
  merchants: number;
  /** How long people, the clock's own work and the laws took. */
  spentMs: Spent;
};
type Spent = { people: number; clock: number; laws: number };
/** In seconds: what a day costs late in a year against early shows what grows with it. */
export const describeSpent = (spent: Spent): string =>
  Object.entries(spent)
    .map(([on, ms]) => `${on} ${(ms / 1000).toFixed(1)}`)
    .join(", ");

/** Minutes of the day at which everything that runs by the clock runs. */
const TICKS = [30, 10 * 60, 17 * 60];
/** In a life of months twice a day is often enough. */
const FEWER_TICKS = [30, 12 * 60];
const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse("2026-11-16T00:00:00+08:00");
/** How the clock runs on at the end: far enough for every promise of days, in few steps. */
const REST_DAYS = [1, 1, 2, 3, 4, 5, 7, 10, 12];
const FEW_DEADLY_STEPS = 0.03;
/** Of what laws and the clock do themselves. */
const NOBODYS_STEP = 0;
const QUIET_TICKS = 3;
const QUIET_HOUR = 4;

/** Lives the plan of a seed, or part of it, and says how far it came. */
export async function live(options: Options, simulations: readonly Simulation[]): Promise<Lived> {
  const actors = simulations.flatMap((one) => one.actors ?? []);
  const at = { day: 0, step: 0 };
  const failures: Failure[] = [];
  const note = (error: LawBroken) => {
    if (!failures.some(({ message }) => message === error.message)) {
      failures.push({ law: error.law, message: error.message, ...at });
      if (options.past) options.say?.(`✗ day ${at.day + 1}, step ${at.step}: ${error.message}`);
    }
    if (!options.past) throw error;
  };
  const all = [...HOUSE_LAWS, ...simulations.flatMap((one) => one.laws ?? [])].map((law) => priced(law, options.costs));
  const laws: Laws = { all, note };
  const { only } = options;
  const steps = planLife(options, actors).filter(({ number }) => !only || only.has(number));
  const { costs } = options;
  const world = await createWorld(options.seed, options);
  const unwatched = costs && watchStatements(costs);
  const spentMs: Spent = { people: 0, clock: 0, laws: 0 };
  const spend = spender(spentMs, note);
  try {
    for (const { prepare } of simulations) await prepare?.(world);
    const byName = new Map(actors.map((actor) => [actor.name, actor]));
    for (at.day = 0; at.day < (options.until ?? options.days); at.day++) {
      await liveDay(world, {
        options,
        simulations,
        steps: steps.filter(({ day }) => day === at.day),
        byName,
        laws,
        at,
        spend,
      });
      options.say?.(`day ${at.day + 1}/${options.days}, ${world.record.calls.length} calls, ${describeSpent(spentMs)}`);
    }
    await spend("laws", () => rest(world, options, simulations, laws));
  } catch (error) {
    if (!(error instanceof LawBroken)) throw error;
    // What broke before the first day was noted by nobody.
    if (failures.length === 0) failures.push({ law: error.law, message: error.message, ...at });
  }
  const { calls } = world.record;
  const moves = await readMoves(world.database);
  const merchants = world.merchants.filter(Boolean).length;
  unwatched?.();
  await world.close();
  return { failure: failures[0], steps, calls, moves, merchants, spentMs };
}

const priced = (law: Law, costs: Costs | undefined): Law =>
  costs
    ? { ...law, violations: (world, merchant) => costs.spend("laws", law.name, () => law.violations(world, merchant)) }
    : law;

/** The laws of a life, and what becomes of one that is broken. */
type Laws = { all: readonly Law[]; note(error: LawBroken): void };

type Spend = (on: keyof Spent, work: () => Promise<void>) => Promise<void>;
const spender =
  (spent: Spent, note: (error: LawBroken) => void): Spend =>
  async (on, work) => {
    const begin = performance.now();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof LawBroken)) throw error;
      note(error);
    } finally {
      spent[on] += performance.now() - begin;
    }
  };

type Day = {
  options: Options;
  simulations: readonly Simulation[];
  steps: readonly PlannedStep[];
  byName: ReadonlyMap<string, Actor>;
  laws: Laws;
  at: { day: number; step: number };
  spend: Spend;
};

async function liveDay(world: LiveWorld, day: Day): Promise<void> {
  const { options, simulations, steps, byName, laws, at, spend } = day;
  const ticks = (isLong(options) ? FEWER_TICKS : TICKS).map((minute) => ({ minute, tick: true }) as const);
  const moments = [...ticks, ...steps].toSorted((one, other) => one.minute - other.minute);
  const { every = 1 } = options;
  if (every > 1 && at.day > 0) await spend("clock", () => passQuietDays(world, simulations, every, at.day));
  for (const bunch of bunchesOf(moments, options.together ?? 1)) {
    await spend("clock", () => world.passTo(BEGIN_MS + at.day * every * DAY_MS + bunch[0]!.minute * 60_000));
    if ("tick" in bunch[0]!) {
      world.begin({ step: NOBODYS_STEP, chance: createChance(`${options.seed}:tick`), whims: false });
      await spend("clock", async () => {
        for (const { hoursPassed } of simulations) await hoursPassed?.(world);
        await world.tick();
      });
      await spend("laws", () => checkHouse(world, laws, ["always"]));
      continue;
    }
    at.step = bunch[0]!.number;
    await spend("people", () =>
      allOf(bunch.map((step) => liveStep(world, options, step as PlannedStep, byName, simulations))),
    );
  }
  const chance = createChance(`${options.seed}:evening:${at.day}`);
  world.begin({ step: NOBODYS_STEP, chance, whims: false });
  await spend("laws", async () => {
    await checkHouse(world, laws, ["daily"]);
    const present = world.merchants.filter(Boolean);
    if (present.length > 0) await checkMerchant(world, laws, present[at.day % present.length]!, ["daily", "always"]);
  });
}

type Moment = PlannedStep | { minute: number; tick: true };
/** Who acts at the same time: never one merchant twice, and nobody while somebody arrives or the clock does its work. */
function bunchesOf(moments: readonly Moment[], together: number): Moment[][] {
  const bunches: Moment[][] = [];
  const mayJoin = (bunch: readonly Moment[], next: Moment) =>
    bunch.length < together &&
    [...bunch, next].every((one) => "actor" in one && one.actor !== ARRIVES) &&
    !bunch.some((one) => "actor" in one && "actor" in next && one.merchant !== null && one.merchant === next.merchant);
  for (const moment of moments) {
    const bunch = bunches.at(-1);
    if (bunch && mayJoin(bunch, moment)) bunch.push(moment);
    else bunches.push([moment]);
  }
  return bunches;
}
/** Everybody comes to an end before the first failure is told. */
async function allOf(acting: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(acting);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Between two days that are lived the clock's own work still runs now and then. */
async function passQuietDays(
  world: LiveWorld,
  simulations: readonly Simulation[],
  every: number,
  day: number,
): Promise<void> {
  const [from, apart] = [BEGIN_MS + (day - 1) * every * DAY_MS, Math.ceil(every / QUIET_TICKS)];
  for (let passed = apart; passed < every; passed += apart) {
    await world.passTo(from + (passed * 24 + QUIET_HOUR) * 3_600_000);
    for (const { hoursPassed } of simulations) await hoursPassed?.(world);
    await world.tick();
  }
}

async function liveStep(
  world: LiveWorld,
  { seed, kills, deadlySteps = FEW_DEADLY_STEPS, together = 1, welcome, costs }: Options,
  { number, actor: name, merchant }: PlannedStep,
  byName: ReadonlyMap<string, Actor>,
  simulations: readonly Simulation[],
): Promise<void> {
  const chance = createChance(`${seed}:${number}`);
  const deadly = kills && name !== ARRIVES && createChance(`${seed}:${number}:death`).may(deadlySteps);
  const act = async () => {
    if (name === ARRIVES || world.late.has(merchant!)) {
      let invitationCode: string | undefined;
      for (const { invitedBy } of simulations) invitationCode ??= await invitedBy?.(world, chance);
      world.late.add(merchant!);
      world.merchants[merchant!] = await world.register(merchant!, { kind: kindOf(seed, merchant!), invitationCode });
      world.late.delete(merchant!);
      if (welcome) await welcomeIn({ world, chance, me: world.merchants[merchant!]! }, simulations);
      return;
    }
    const actor = byName.get(name)!;
    if (actor.by !== "merchant") await actor.act({ world, chance });
    else if (world.merchants[merchant!]) {
      const step = { world, chance, me: world.merchants[merchant!]! };
      for (const { first } of simulations) if (await first?.(step)) return;
      await actor.act(step);
    }
  };
  const moment = { step: number, chance, whims: name !== ARRIVES, deadly, beside: together > 1 };
  await world.during(moment, async () => {
    try {
      await unlessRefused(costs ? costs.spend("actors", name, act) : act());
    } finally {
      await world.settle();
    }
  });
}

/** What one capability cannot do for a newcomer yet keeps none of the others from it. */
async function welcomeIn(step: MerchantStep, simulations: readonly Simulation[]): Promise<void> {
  for (const { welcome } of simulations) {
    if (welcome) await unlessRefused(welcome(step));
    await step.world.settle();
  }
}

/** The rails answer, the clock runs on, and then everything must have come to its end or lie at somebody's desk. */
async function rest(
  world: LiveWorld,
  { seed, say }: Options,
  simulations: readonly Simulation[],
  laws: Laws,
): Promise<void> {
  world.begin({ step: NOBODYS_STEP, chance: createChance(`${seed}:rest`), whims: false });
  for (const days of REST_DAYS) {
    for (const { calm } of simulations) await calm?.(world);
    await world.passTo(world.clock.now().getTime() + days * DAY_MS);
    for (const { hoursPassed } of simulations) await hoursPassed?.(world);
    await world.tick();
    await checkHouse(world, laws, ["always"]);
  }
  await checkHouse(world, laws, ["daily", "rest"]);
  await world.snoopAround();
  for (const merchant of world.merchants.filter(Boolean))
    await checkMerchant(world, laws, merchant, ["always", "daily", "rest"]);
  say?.("at rest");
}

/** What asks the database alone is asked side by side; whoever looks by calls has them told one after the other. */
async function checkHouse(world: LiveWorld, laws: Laws, when: readonly Law["when"][]): Promise<void> {
  const nobody = world.merchants.find(Boolean)!;
  const wanted = laws.all.filter((one) => one.ofHouse && when.includes(one.when));
  const asked = await Promise.all(wanted.map(async (law) => law.byQuery && (await law.violations(world, nobody))));
  for (const [at, law] of wanted.entries()) requireNone(laws, law, asked[at] || (await law.violations(world, nobody)));
}
async function checkMerchant(
  world: LiveWorld,
  laws: Laws,
  merchant: LiveWorld["merchants"][number],
  when: readonly Law["when"][],
): Promise<void> {
  const looking = lookingOnce(merchant);
  for (const law of laws.all.filter((one) => !one.ofHouse && when.includes(one.when)))
    // Whose account turns out to be closed has nothing to look at any more.
    if (world.merchants[merchant.number] === merchant)
      requireNone(laws, law, await askMerchant(law, { world, merchant, looking }));
}
type Asked = { world: LiveWorld; merchant: Merchant; looking: Merchant };
async function askMerchant(law: Law, { world, merchant, looking }: Asked): Promise<string[]> {
  try {
    return (await law.violations(world, looking)).map((text) => `merchant ${merchant.number}: ${text}`);
  } catch (error) {
    if (error instanceof StepEnds && world.merchants[merchant.number] !== merchant) return [];
    if (error instanceof StepEnds) return [`merchant ${merchant.number} could not look: ${error.message}`];
    throw error;
  }
}
function requireNone({ note }: Laws, law: Law, violations: readonly string[]): void {
  if (violations.length > 0) note(new LawBroken(law.name, violations.slice(0, 8).join("\n  ")));
}
