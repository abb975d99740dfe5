import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SDK_CONTRACT, sdkContract } from "./sdk-contract.ts";

test("the SDK's types are what the server mounts: `npm run sdk:contract` writes them", async () => {
  const files = await sdkContract();
  expect(readdirSync(SDK_CONTRACT).toSorted()).toEqual([...files.keys()].toSorted());
  for (const [name, text] of files) expect(readFileSync(`${SDK_CONTRACT}/${name}`, "utf8"), name).toBe(text);
});
