import type { Hit, RailMode } from "@coralhub/domain";
import type { Mode } from "../../platform/config.ts";
import { createSandboxScreening } from "./sandbox/screening.ts";

/** Looks people, companies and countries up on sanctions and watch lists. Throws while the lists cannot be reached: asked again later. */
export type Screening = {
  screen(subjects: { names: readonly string[]; countries: readonly string[] }): Promise<Hit[]>;
};

/** Where no list is connected nobody can be cleared, so nobody is. */
export function createScreening({ mode }: { mode: Mode }, sandbox: { railMode(): Promise<RailMode> }): Screening {
  if (mode === "sandbox") return createSandboxScreening(sandbox);
  return { screen: () => Promise.reject(new Error("no screening lists are connected")) };
}
