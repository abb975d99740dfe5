import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { boundaries } from "./boundaries.ts";
import { linkWorkspaces, plantTree, PROJECT } from "./planted-tree.ts";

const SERVER = "apps/server/src";
const importing = (path: string) => `import { x } from "${path}";\nexport const y = x;\n`;
const importingType = (path: string) => `import type { X } from "${path}";\nexport type Y = X;\n`;

/** A house in order; each case below breaks it in one place. */
const HOUSE = {
  "packages/domain/src/index.ts": "export const x = 1;\nexport type X = 1;\n",
  "packages/contract/src/index.ts": importing("@coralhub/domain"),
  "packages/ui/src/index.ts": importing("@coralhub/domain"),
  "packages/testkit/src/index.ts": importing("@coralhub/contract"),
  "apps/web/src/platform/api.ts": importing("@coralhub/contract"),
  "apps/web/src/features/home/page.tsx": importing("../../platform/api.ts"),
  "apps/web/src/features/orders/page.tsx": importing("../../platform/api.ts"),
  "apps/web/src/app/routes.tsx": importing("../features/home/page.tsx"),
  "apps/console/src/app/routes.tsx": "export const x = 1;\n",
  [`${SERVER}/index.ts`]: importing("./modules/payouts/index.ts"),
  [`${SERVER}/platform/db.ts`]: "export const x = 1;\n",
  [`${SERVER}/http/mount.ts`]: importing("../platform/db.ts"),
  [`${SERVER}/rails/bank/index.ts`]: "export const x = 1;\nexport type X = 1;\n",
  [`${SERVER}/rails/bank/sandbox.ts`]: importing("./index.ts"),
  [`${SERVER}/modules/ledger/index.ts`]: "export const x = 1;\n",
  [`${SERVER}/modules/ledger/books-fixture.ts`]: "export const x = 1;\n",
  [`${SERVER}/modules/ledger/post.ts`]: "export const x = 1;\n",
  [`${SERVER}/modules/payouts/index.ts`]: importing("../ledger/index.ts") + importingType("../../rails/bank/index.ts"),
};

async function problemsOf(extra: Record<string, string>): Promise<string[]> {
  const tree = plantTree({ ...HOUSE, ...extra });
  try {
    linkWorkspaces(tree.root, ["domain", "contract", "ui", "testkit", "server", "web", "console"]);
    return await boundaries(tree.root);
  } finally {
    tree.remove();
  }
}

const BROKEN: [rule: string, path: string, text: string][] = [
  ["domain-is-pure", "packages/domain/src/a.ts", importing("@coralhub/contract")],
  ["domain-has-no-machine", "packages/domain/src/b.ts", 'import "node:fs";'],
  ["contract-on-domain-only", "packages/contract/src/a.ts", importing("@coralhub/ui")],
  ["ui-below-apps", "packages/ui/src/a.ts", importing("../../../apps/web/src/platform/api.ts")],
  ["browser-without-machine", "apps/web/src/platform/a.ts", 'import "node:fs";'],
  ["apps-apart", "apps/web/src/platform/b.ts", importing("@coralhub/server")],
  ["testkit-in-tests-only", `${SERVER}/platform/a.ts`, importing("@coralhub/testkit")],
  ["fixtures-in-tests-only", `${SERVER}/modules/ledger/b.ts`, importing("./books-fixture.ts")],
  ["browser-platform-first", "apps/web/src/platform/c.ts", importing("../features/home/page.tsx")],
  ["features-below-app", "apps/web/src/features/home/a.ts", importing("../../app/routes.tsx")],
  ["features-apart", "apps/web/src/features/home/b.ts", importing("../orders/page.tsx")],
  ["server-platform-first", `${SERVER}/platform/b.ts`, importing("../modules/ledger/index.ts")],
  ["modules-without-web", `${SERVER}/modules/ledger/a.ts`, importing("../../http/mount.ts")],
  ["http-without-business", `${SERVER}/http/a.ts`, importing("../modules/ledger/index.ts")],
  ["modules-by-their-door", `${SERVER}/modules/payouts/a.ts`, importing("../ledger/post.ts")],
  ["rails-by-their-door", `${SERVER}/modules/payouts/b.ts`, importingType("../../rails/bank/sandbox.ts")],
  ["rails-by-type", `${SERVER}/modules/payouts/c.ts`, importing("../../rails/bank/index.ts")],
  ["rails-know-no-module", `${SERVER}/rails/bank/a.ts`, importing("../../modules/ledger/index.ts")],
  ["no-cycles", "packages/domain/src/c.ts", importing("./d.ts")],
  ["resolvable", "packages/domain/src/e.ts", importing("./nowhere.ts")],
];

test("a house in order passes", async () => expect(await problemsOf({})).toEqual([]));

test("every rule finds the violation planted for it", async () => {
  const planted = Object.fromEntries(BROKEN.map(([, path, text]) => [path, text]));
  const problems = await problemsOf({ ...planted, "packages/domain/src/d.ts": importing("./c.ts") });
  const found = BROKEN.filter(([rule, path]) =>
    problems.some((problem) => problem.startsWith(`${rule}: ${path} →`)),
  ).map(([rule]) => rule);
  const { href } = pathToFileURL(`${PROJECT}.dependency-cruiser.mjs`);
  const { default: rules } = (await import(href)) as { default: { forbidden: { name: string }[] } };
  expect(found.toSorted()).toEqual(rules.forbidden.map(({ name }) => name).toSorted());
});

test("types alone make no cycle", async () => {
  expect(
    await problemsOf({
      "packages/domain/src/c.ts": `${importing("./d.ts")}export type X = 1;\n`,
      "packages/domain/src/d.ts": `${importingType("./c.ts")}export const x = 1;\n`,
    }),
  ).toEqual([]);
});

test("an area that cannot be read is not clean", async () => {
  const tree = plantTree({ "packages/domain/src/readme.md": "" });
  expect(await boundaries(tree.root)).toEqual(["packages/domain: no module was read"]);
  tree.remove();
});
