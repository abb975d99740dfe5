import type { Law } from "@coralhub/testkit/simulate";
import { live } from "@coralhub/testkit/simulate/run";
import { expect, test } from "vitest";

const LIMIT_MS = 300_000;
const broken = (name: string): Law => ({ name, when: "daily", ofHouse: true, violations: async () => ["it is so"] });
const LAWS = [broken("一"), broken("二")];

async function toldBy(past: boolean) {
  const told: string[] = [];
  const say = (line: string) => void (line.startsWith("✗") && told.push(line));
  const { failure } = await live({ seed: "drift", days: 2, merchants: 0, past, say }, [{ laws: LAWS }]);
  return { told, law: failure?.law };
}

test(
  "a life goes on past what is broken and tells each of it once; usually it ends there",
  async () => {
    const told = ["✗ day 1, step 0: 一: it is so", "✗ day 1, step 0: 二: it is so"];
    expect(await toldBy(true)).toEqual({ told, law: "一" });
    expect(await toldBy(false)).toEqual({ told: [], law: "一" });
  },
  LIMIT_MS,
);
