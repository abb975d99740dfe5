import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";
import { codeSent } from "../packages/contract/src/identity/fields.ts";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const textsIn = (folder: string, wanted: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => wanted.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));

const delicate = Object.entries<Record<string, Endpoint>>(ALL_ENDPOINTS).flatMap(([table, calls]) =>
  Object.entries(calls)
    .filter(([, { family, alias }]) => ["portal", "gateway"].includes(family) && !alias)
    .filter(([, { movesMoney, sendsCode, output }]) => movesMoney || sendsCode || output === codeSent)
    .map(([name]) => `${table}.${name}`),
);

/** `pressTwice(page, wallets.fundWallet, …)`, or a step that does so with the call it is given, whatever the table is called. */
const broken = new Set(
  textsIn("e2e", /\.spec\.ts$/).flatMap((text) =>
    [
      ...text
        .replaceAll("ALL_ENDPOINTS.", "")
        .matchAll(/(?:pressTwice|breakCode|loseCodeAnswer|writeDown)\(([^;]*?)\);/g),
    ].flatMap(([, given]) =>
      [...given!.matchAll(/\b(\w+?)(?:Endpoints)?\.(\w+)\b/g)].map(([, table, name]) => `${table}.${name}`),
    ),
  ),
);
const isBroken = (call: string): boolean =>
  [...broken].some(
    (one) =>
      one === call || (one.split(".")[1] === call.split(".")[1] && `${one.split(".")[0]}s` === call.split(".")[0]),
  );

test("every form that moves money or sends a code is used over a line that breaks", () => {
  expect(delicate.length).toBeGreaterThan(70);
  expect(delicate.filter((call) => !isBroken(call))).toEqual([]);
});

test("only the gray flag, the unread count, the live stream and the finder, which says it in its place, are quiet", () => {
  const quiet = textsIn("apps/web/src", /(?<!\.test)\.tsx?$/).flatMap((text) =>
    [...text.matchAll(/const (.*) = connect\((\w+), \{ background: true \}\)/g)].map(
      ([, name, table]) => `${name} of ${table}`,
    ),
  );
  expect(quiet.toSorted()).toEqual([
    "calls of homeEndpoints",
    "identity of identityEndpoints",
    "messages of messageEndpoints",
    "{ userGray } of identityEndpoints",
  ]);
});
