import { readFileSync, rmSync } from "node:fs";
import { REPLAYED } from "@coralhub/testkit/simulate/replay";
import { afterAll, expect, test } from "vitest";
import { writeRecording } from "./recordings.ts";
import { liveSideBySide } from "./side-by-side.ts";

const LIMIT_MS = 600_000;
/** Of a day on which somebody arrives, and was recorded to have done what nobody does. */
const file = writeRecording({
  life: { seed: "wreck", days: 1, merchants: 2 },
  only: [1],
  until: null,
  calls: [{ step: 0, who: "nobody", call: "nothing", input: "{}", outcome: "done", at: 0 }],
});
afterAll(() => rmSync(file));

test(
  "a replay that parts from its recording says so and leaves the recording as it was",
  async () => {
    const before = readFileSync(file, "utf8");
    const [parted] = await liveSideBySide(["--quiet --record"], ["--replay", file]);
    expect(parted!.failure).toContain(REPLAYED);
    expect(parted!.failure).toContain(`--replay ${file}`);
    expect(readFileSync(file, "utf8")).toBe(before);
  },
  LIMIT_MS,
);
