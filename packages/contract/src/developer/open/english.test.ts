import { API_SCOPES, WEBHOOK_TOPICS } from "@coralhub/domain";
import { expect, test } from "vitest";
import { REFUSALS, type RefusalName } from "../../capabilities.ts";
import { OPEN_OPERATIONS } from "../open-operations.ts";
import { errorInEnglish } from "./errors-in-english.ts";
import { OPERATIONS_IN_ENGLISH, SCOPES_IN_ENGLISH, TOPICS_IN_ENGLISH } from "./english.ts";

test.for([
  ["operation", OPERATIONS_IN_ENGLISH, OPEN_OPERATIONS],
  ["permission", SCOPES_IN_ENGLISH, API_SCOPES],
  ["topic", TOPICS_IN_ENGLISH, WEBHOOK_TOPICS],
] as const)("every %s is said in English, and nothing that is gone", ([, english, table]) => {
  expect(Object.keys(english).toSorted()).toEqual(Object.keys(table).toSorted());
  for (const text of Object.values(english)) expect(text).toMatch(/^[\x20-\x7e]+$/);
});

test("an error's English has no value that its Chinese does not give", () => {
  const valuesIn = (text: string) => text.match(/\{\w+\}/g) ?? [];
  for (const name of Object.keys(REFUSALS) as RefusalName[]) {
    const english = errorInEnglish(name, REFUSALS[name]);
    expect(english, name).toMatch(/^[\x20-\x7e]+$/);
    for (const value of valuesIn(english)) expect(REFUSALS[name].message, name).toContain(value);
  }
});
