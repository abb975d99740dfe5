import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const MODULES = join(import.meta.dirname, "../../apps/server/src/modules");

test("whoever refuses the same person as the second one also asks whether the two made each other", () => {
  const deciding = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|-fixture\.ts$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(MODULES, name), "utf8") }))
    .filter(({ text }) => /Refusal\("[\w.]*(two_people|same_person|two_admins)"/.test(text));
  expect(deciding.length).toBeGreaterThan(10);
  expect(deciding.filter(({ text }) => !text.includes("requireIndependent(")).map(({ name }) => name)).toEqual([]);
});
