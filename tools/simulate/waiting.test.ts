import { STORED_LIFECYCLES } from "@coralhub/testkit/simulate/moves";
import { expect, test } from "vitest";
import { AT_DESKS } from "../../apps/server/src/modules/operations/simulate-fixture.ts";

const HANDS_OFF = ["system", "rail"];
type Waiting = { name: string; table: string; state: string; by: string[]; into: { by: string[]; tells?: unknown }[] };
/** States that something is left in by somebody's hand, and whose. */
const WAITING: Waiting[] = [...STORED_LIFECYCLES].flatMap(([lifecycle, { groups, actions, stored }]) =>
  [...(groups.open ?? []), ...(groups.moving ?? [])].map((state) => {
    const all = Object.values(actions).map((action) => ({ ...action, by: [action.by].flat() as string[] }));
    return {
      name: `${lifecycle}: ${state}`,
      table: stored.table,
      state,
      by: all.filter(({ from, to }) => from.includes(state) && to !== state).flatMap(({ by }) => by),
      into: all.filter(({ from, to }) => to === state && from.some((one) => one !== state)),
    };
  }),
);

/** What only an operator ends and stands at no desk of its own. */
const BESIDE_THE_DESKS: Readonly<Record<string, string>> = {
  "campaign: draft": "whoever writes it is not done yet",
  "certification: frozen": "a decision, not something unfinished; the merchant reads why and whom to ask",
  "coupon_plan: active": "runs until somebody stops it",
  "offline_transfer: matching": "the money it was matched with stands at the desk of unclaimed money",
  "receiving_account: payingOut": "open for whoever takes the rest out",
  "receiving_account: payingOutFrozen": "a decision, not something unfinished; the merchant reads why and whom to ask",
};

test("whatever only an operator can end stands at a desk", () => {
  const desks = Object.values(AT_DESKS).flat() as (readonly [table: string, rows: string])[];
  const isAtDesk = ({ table, state }: Waiting) =>
    desks.some(([name, rows]) => name === table && rows.includes(`'${state}'`));
  const missing = WAITING.filter(
    (one) =>
      one.by.length > 0 && one.by.every((who) => who !== "merchant" && !HANDS_OFF.includes(who)) && !isAtDesk(one),
  ).map(({ name }) => name);
  expect(missing.toSorted()).toEqual(Object.keys(BESIDE_THE_DESKS).toSorted());
});

/** What waits for the merchant alone and came there without a message of the move: where it is told instead. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  "beneficiary: outdated": "the message about the account that came back names the payees",
  "card: expired": "the card's page; nothing of the merchant's waits for it",
  "certification: rejected": "to-do at home, and the application's message",
  "certification_application: rejected": "to-do at home, and a message with every reason",
  "certification_application: supplement": "to-do at home, and a message with every question",
  "store.authorisation: none": "to-do at home",
};

test("whatever waits for the merchant alone was told to the merchant", () => {
  const untold = WAITING.filter(
    ({ by, into }) =>
      by.length > 0 &&
      by.every((who) => who === "merchant") &&
      into.some((move) => move.tells === undefined && move.by.some((who) => who !== "merchant")),
  ).map(({ name }) => name);
  expect(untold.toSorted()).toEqual(Object.keys(TOLD_ELSEWHERE).toSorted());
});
