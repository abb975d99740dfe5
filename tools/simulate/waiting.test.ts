import { STORED_LIFECYCLES } from "@coralhub/testkit/simulate/moves";
import { expect, test } from "vitest";
import { askedFor, WAITING, WAITS } from "./promises.ts";

const HANDS_OFF = ["system", "rail"];
type ByHand = { name: string; by: string[]; into: { by: string[]; tells?: unknown }[] };
/** States that something is left in by somebody's hand, and whose. */
const BY_HAND: ByHand[] = [...STORED_LIFECYCLES].flatMap(([lifecycle, { groups, actions }]) =>
  [...(groups.open ?? []), ...(groups.moving ?? [])].map((state) => {
    const all = Object.values(actions).map((action) => ({ ...action, by: [action.by].flat() as string[] }));
    return {
      name: `${lifecycle}: ${state}`,
      by: all.filter(({ from, to }) => from.includes(state) && to !== state).flatMap(({ by }) => by),
      into: all.filter(({ from, to }) => to === state && from.some((one) => one !== state)),
    };
  }),
);

test("whatever only people can end stands at a desk or at home, or is named with the reason why not", () => {
  const byPeople = BY_HAND.filter(({ by }) => by.every((who) => !HANDS_OFF.includes(who))).map(({ name }) => name);
  const unnamed = WAITING.filter(
    (one) => byPeople.includes(one.name) && !WAITS[one.name] && askedFor(one).length === 0,
  );
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

test("nothing is named that is no state, or stands somewhere anyway", () => {
  const all = new Map(WAITING.map((one) => [one.name, one]));
  const idle = Object.entries(WAITS).filter(
    ([name, { whilst }]) => !all.has(name) || (!whilst && askedFor(all.get(name)!).length > 0),
  );
  expect(idle).toEqual([]);
});

/** What waits for the merchant alone and came there without a message of the move: where it is told instead. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  "beneficiary: outdated": "the message about the account that came back names the payees",
  "certification: rejected": "to-do at home, and the application's message",
  "certification_application: rejected": "to-do at home, and a message with every reason",
  "certification_application: supplement": "to-do at home, and a message with every question",
  "store.authorisation: none": "to-do at home",
};

test("whatever waits for the merchant alone was told to the merchant", () => {
  const untold = BY_HAND.filter(
    ({ by, into }) =>
      by.length > 0 &&
      by.every((who) => who === "merchant") &&
      into.some((move) => move.tells === undefined && move.by.some((who) => who !== "merchant")),
  ).map(({ name }) => name);
  expect(untold.toSorted()).toEqual(Object.keys(TOLD_ELSEWHERE).toSorted());
});
