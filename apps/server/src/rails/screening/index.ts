import type { Hit, RailMode } from "@coralhub/domain";
import type { Mode, SignedServiceConfig } from "../../platform/config.ts";
import { createScreeningService } from "./connectors/screening-service.ts";
import { createSandboxScreening } from "./sandbox/screening.ts";

/** Looks people, companies and countries up on sanctions and watch lists. Throws while the lists cannot be reached: asked again later. */
export type Screening = {
  /** False where no list is connected: then a person has to look. */
  connected: boolean;
  screen(subjects: { names: readonly string[]; countries: readonly string[] }): Promise<Hit[]>;
};

type Settings = { mode: Mode; screening: SignedServiceConfig | undefined };

/** A configured service is used in both modes; without one the sandbox answers, and in production people look themselves. */
export function createScreening({ mode, screening }: Settings, around: { railMode(): Promise<RailMode> }): Screening {
  if (screening) return createScreeningService(screening);
  if (mode === "sandbox") return createSandboxScreening(around);
  return { connected: false, screen: async () => [] };
}
