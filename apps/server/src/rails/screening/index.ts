import type { Hit, RailMode } from "@coralhub/domain";
import type { Mode } from "../../platform/config.ts";
import { createSandboxScreening } from "./sandbox/screening.ts";

/** Looks people, companies and countries up on sanctions and watch lists. Throws while the lists cannot be reached: asked again later. */
export type Screening = {
  /** False where no list is connected: then a person has to look. */
  connected: boolean;
  screen(subjects: { names: readonly string[]; countries: readonly string[] }): Promise<Hit[]>;
};

export function createScreening({ mode }: { mode: Mode }, sandbox: { railMode(): Promise<RailMode> }): Screening {
  if (mode === "sandbox") return createSandboxScreening(sandbox);
  return { connected: false, screen: async () => [] };
}
