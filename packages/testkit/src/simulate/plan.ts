import { createChance, type Chance } from "./chance.ts";
import type { Actor, MerchantKind } from "./simulation.ts";

/** What is going to happen, before anything has: a step by number, so that any part of it can be lived again. */
export type PlannedStep = { number: number; day: number; minute: number; actor: string; merchant: number | null };
export type Life = {
  seed: string;
  days: number;
  merchants: number;
  /** Merchants are so many times as busy as usual; whoever serves them not quite as much more. */
  pace?: number | undefined;
  /** Only every so many days is lived; on the others nothing passes but time. */
  every?: number | undefined;
  /** Server and database die now and then, in the middle of what somebody does. */
  kills?: boolean | undefined;
  /** So many people act at the same time. */
  together?: number | undefined;
  /** Newcomers find everybody at hand: they are certified, can be paid and can pay before anything else happens. */
  welcome?: boolean | undefined;
  /** Words in the names of what is done most in this life. */
  focus?: readonly string[] | undefined;
};

export const ARRIVES = "商户注册";
const OPENS_MINUTE = 9 * 60;
const OPEN_MINUTES = 12 * 60;
/** Merchants arrive over the first fifth of the time, the first of them at once. */
const ARRIVAL_SHARE = 5;
const MERCHANT_KINDS: readonly MerchantKind[] = ["mainland", "person", "hongkong", "big", "overseas"];

/** Each seed begins with another kind, so that short lives together have all of them. */
export const kindOf = (seed: string, merchant: number): MerchantKind =>
  MERCHANT_KINDS[(createChance(`${seed}:kinds`).below(MERCHANT_KINDS.length) + merchant) % MERCHANT_KINDS.length]!;

/** What a life is about happens so many times as often, and whoever serves it comes twice as often. */
const FOCUSED = 6;
const SERVED = 2;

export function planLife({ seed, days, merchants, pace = 1, focus = [] }: Life, all: readonly Actor[]): PlannedStep[] {
  const chance = createChance(`${seed}:plan`);
  const isFocus = ({ name }: Actor) => focus.some((word) => name.includes(word));
  const actors = all.map((actor): Actor => {
    if (!isFocus(actor)) return actor;
    return actor.by === "merchant"
      ? { ...actor, weight: actor.weight * FOCUSED }
      : { ...actor, perDay: actor.perDay * SERVED };
  });
  // Where a life is about something, nobody has much to do at the other desks.
  const busier = (actor: Actor) => (focus.length === 0 || isFocus(actor) ? Math.sqrt(pace) : 0.7);
  const ownActors = actors.filter((actor) => actor.by === "merchant");
  const others = actors.filter((actor) => actor.by !== "merchant");
  const arrivesOn = Array.from({ length: merchants }, (_, at) =>
    at < 2 ? 0 : chance.below(Math.max(1, Math.floor(days / ARRIVAL_SHARE))),
  );
  const steps: Omit<PlannedStep, "number">[] = [];
  for (let day = 0; day < days; day++) {
    const add = (actor: string, merchant: number | null, minute = OPENS_MINUTE + chance.below(OPEN_MINUTES)) =>
      steps.push({ day, minute, actor, merchant });
    for (let merchant = 0; merchant < merchants; merchant++) {
      if (arrivesOn[merchant]! > day) continue;
      if (arrivesOn[merchant] === day) add(ARRIVES, merchant, 8 * 60);
      for (let more = Math.round(pace * actionsOn(days, chance.below(10))); more > 0; more--) {
        const actor = chance.weigh(ownActors);
        if (actor) add(actor.name, merchant);
      }
    }
    for (const actor of others)
      for (let more = timesOn(busier(actor) * dailyIn(days, actor), chance.may); more > 0; more--)
        add(actor.name, null, actor.by === "operator" && isLong({ days }) ? deskMinute(chance) : undefined);
  }
  return steps
    .toSorted((one, other) => one.day - other.day || one.minute - other.minute)
    .map((step, at) => ({ number: at + 1, ...step }));
}

/** As one writes it on the command line. */
export const describeLife = ({
  seed,
  days,
  merchants,
  pace,
  every,
  kills,
  together,
  welcome,
  focus = [],
}: Life): string =>
  [
    `--seed ${seed} --days ${days} --merchants ${merchants}`,
    ...(pace === undefined ? [] : [`--pace ${pace}`]),
    ...(every === undefined ? [] : [`--every ${every}`]),
    ...(kills ? ["--kills"] : []),
    ...(together === undefined ? [] : [`--together ${together}`]),
    ...(welcome ? ["--welcome"] : []),
    ...(focus.length > 0 ? [`--focus ${focus.join(",")}`] : []),
  ].join(" ");

/** In a long life everybody of the house works off the day's desk in two sittings: dozens of sign-ins a day show nothing new. */
const SITTINGS = [10 * 60, 15 * 60];
const SITTING_MINUTES = 12;
const deskMinute = ({ pick, below }: Chance): number => pick(SITTINGS) + below(SITTING_MINUTES);

/** Whoever sits there works off everything that lies on the desk: a second look on the same day finds next to nothing. */
const dailyIn = (days: number, { by, perDay }: Exclude<Actor, { by: "merchant" }>): number =>
  by === "operator" && isLong({ days }) ? Math.min(1, perDay) : perDay;

const LONG_DAYS = 60;
export const isLong = ({ days }: Pick<Life, "days">): boolean => days > LONG_DAYS;
/** In a short life people are busy; over a year they have quiet days. */
const actionsOn = (days: number, drawn: number): number => {
  if (!isLong({ days })) return drawn < 1 ? 0 : drawn < 4 ? 2 : drawn < 8 ? 3 : 4;
  return drawn < 5 ? 0 : drawn < 9 ? 1 : 2;
};
const timesOn = (perDay: number, may: (probability: number) => boolean): number =>
  Math.floor(perDay) + (may(perDay % 1) ? 1 : 0);
