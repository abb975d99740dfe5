import { expect, test } from "vitest";
import { untold } from "./timelines.ts";

const ACTIONS = {
  send: { from: ["waiting"], to: "sent" },
  remind: { from: ["sent"], to: "sent" },
  pay: { from: ["sent"], to: "paid" },
  giveBack: { from: ["paid"], to: "sent" },
};

test.each([
  ["every move once", ["waiting", "sent", "paid"], ["send", "pay"]],
  ["with steps that move nothing", ["waiting", "sent", "paid"], ["send", "looked at", "remind", "remind", "pay"]],
  ["begun with steps behind it", ["paid", "sent"], ["send", "pay", "giveBack"]],
  ["never moved", ["waiting"], []],
])("a timeline that tells %s is whole", (_what, states, told) => {
  expect(untold(states, told, ACTIONS)).toBe(false);
});

test.each([
  ["leaves one out", ["waiting", "sent", "paid"], ["send"]],
  ["tells one twice", ["waiting", "sent", "paid"], ["send", "send", "pay"]],
  ["tells what did not happen", ["waiting", "sent"], ["send", "pay"]],
  ["tells them in another order", ["waiting", "sent", "paid", "sent"], ["send", "giveBack", "pay"]],
  ["says nothing", ["waiting", "sent"], []],
])("a timeline that %s is not", (_what, states, told) => {
  expect(untold(states, told, ACTIONS)).toBe(true);
});
