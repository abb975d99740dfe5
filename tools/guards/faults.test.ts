import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SERVER = join(ROOT, "apps/server/src");

/** Every title of a test that is named after a fault, with its file. */
function faultTests(): { file: string; fault: number }[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  return files.flatMap((name) => {
    const named = readFileSync(join(SERVER, name), "utf8").matchAll(/["`]fault (\d+): /g);
    return [...named].map(([, fault]) => ({ file: name.split("/").at(-1)!, fault: Number(fault) }));
  });
}

test("each fault of the page on security has tests named after it, in the files it names", () => {
  const page = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d+) +\| .+?\| (.+?)\|$/gm)].map(([, fault, tests]) => ({
    fault: Number(fault),
    files: [...tests!.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file]) => file!),
  }));
  expect(rows.map(({ fault }) => fault)).toEqual(Array.from({ length: 17 }, (_, place) => place + 1));
  const tests = faultTests();
  for (const { fault, files } of rows) {
    expect(files, `fault ${fault}`).not.toEqual([]);
    const found = new Set(tests.filter((one) => one.fault === fault).map(({ file }) => file));
    expect([...found].toSorted(), `fault ${fault}`).toEqual(files.toSorted());
  }
  expect(tests.filter(({ fault }) => !rows.some((row) => row.fault === fault))).toEqual([]);
});
