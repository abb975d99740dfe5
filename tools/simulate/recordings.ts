import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Life } from "@coralhub/testkit/simulate/plan";
import type { Recording } from "@coralhub/testkit/simulate/replay";

/** A life as it went: where chance outside the seed had a say, only this tells it again. */
export type Recorded = { life: Life; only: number[] | null; until: number | null; calls: Recording };

const FOLDER = new URL("../../.cache/simulated/", import.meta.url);

/** Answers where it was written. */
export function writeRecording(recorded: Recorded): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = fileURLToPath(new URL(`${recorded.life.seed.replaceAll(/\W/g, "-")}.json`, FOLDER));
  writeFileSync(file, JSON.stringify(recorded));
  return file;
}
export const readRecording = (file: string): Recorded => JSON.parse(readFileSync(file, "utf8")) as Recorded;
