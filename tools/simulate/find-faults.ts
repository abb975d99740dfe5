/**
 * `npm run simulate:faults` plants one fault of the past after the other and lets the fixed lives find it; `-- trapped-money`
 * plants that one alone. It fails where one of them goes unnoticed.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FAULTS, type Fault } from "./faults.ts";
import { FIXED_LIVES } from "./fixed-lives.ts";
import { describeLife } from "@coralhub/testkit/simulate/plan";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const wanted = process.argv.slice(2);
const chosen = FAULTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

/** The law that was broken, or nothing where the fault went unnoticed. */
function find({ name: fault, first }: Fault): { law: string; life: string } | undefined {
  for (const life of FIXED_LIVES.toSorted((one, other) => Number(other.seed === first) - Number(one.seed === first))) {
    const words = describeLife(life);
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--import", here("plant.ts"), here("main.ts"), ...words.split(" "), "--quiet", "--tries", "0"],
      { env: { ...process.env, PLANTED_FAULT: fault }, encoding: "utf8" },
    );
    if (status === 0) continue;
    const law = /^ {2}law: (.*)$/m.exec(stdout)?.[1];
    if (!law) throw new Error(`the life did not end well: ${stdout}${stderr}`);
    return { law, life: words };
  }
  return undefined;
}

let unnoticed = 0;
for (const fault of chosen) {
  const { name, about } = fault;
  const begin = performance.now();
  const found = find(fault);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  if (!found) unnoticed++;
  console.log(found ? `✓ ${name}: ${found.law} (${found.life}, ${seconds} s)` : `✗ ${name} went unnoticed: ${about}`);
}
process.exit(unnoticed > 0 ? 1 : 0);
