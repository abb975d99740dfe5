import { MONEY_SENDS } from "@coralhub/domain";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../apps/server/src");
const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|-fixture\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SERVER, name), "utf8") }));
const textOf = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));

/** Methods of a rail's interface: a name, its arguments, and that it answers later. */
const METHOD = /^ {2}(\w+)\(([^)]*(?:\([^)]*\)[^)]*)*)\): Promise<[^;]+>;/gm;
const railMethods = textOf(/^rails\/[\w-]+\/index\.ts$/).flatMap(({ name, text }) =>
  [...text.matchAll(METHOD)].map(([, method, args]) => ({ rail: name.split("/")[1]!, method: method!, args: args! })),
);

test("every call of a rail that sends money out asks for the proof of the look, and there are no others", () => {
  const sending = railMethods.filter(({ args }) => args.includes("cleared: Cleared"));
  expect(sending.map(({ rail, method }) => `${rail}.${method}`).toSorted()).toEqual([
    "deposit-partner.place",
    "lender.payOut",
    "lender.remit",
    "payout-bank.pay",
    "receiving-bank.returnIncome",
  ]);
  // Whoever adds a call that takes an amount says here why nothing leaves by it.
  const others = railMethods.filter(
    ({ args }) => !args.includes("Cleared") && /Money|Instruction|Settlement|amount/.test(args),
  );
  expect(others.map(({ rail, method }) => `${rail}.${method}`).toSorted()).toEqual([
    // A claim for money that comes back.
    "card-issuer.fileChargeback",
    // The partner pays back what has ended.
    "deposit-partner.settle",
  ]);
});

test("only the look itself makes the proof, and every topic of money sends has a handler that looks and can be held back", () => {
  expect(
    textOf(/./)
      .filter(({ text }) => /as Cleared\b/.test(text))
      .map(({ name }) => name),
  ).toEqual(["modules/outflow/look.ts"]);
  const looking = textOf(/^modules\//).filter(({ text }) => /outflow\.look(?:AtAll)?\(/.test(text));
  expect(looking.every(({ text }) => text.includes("heldFor("))).toBe(true);
  const sends = textOf(/^modules\//).flatMap(({ name, text }) =>
    /\.(pay|place|payOut|remit|returnIncome)\((?:\{|instruction|remittance|\n)/.test(text) && /cleared/.test(text)
      ? [name]
      : [],
  );
  expect(sends.toSorted()).toEqual(looking.map(({ name }) => name).toSorted());
  for (const topic of Object.keys(MONEY_SENDS)) {
    expect(
      textOf(/^modules\//).filter(({ text }) => text.includes(`_TOPIC = "${topic}"`)),
      topic,
    ).toHaveLength(1);
  }
});
