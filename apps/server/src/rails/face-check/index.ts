import type { RailMode } from "@coralhub/domain";
import { ConfigError, type Mode, type SignedServiceConfig } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { createFaceService } from "./connectors/face-service.ts";
import { createSandboxFaceCheck } from "./sandbox/face-check.ts";

/** `unknown`: the other side gave no answer; the person tries again, nothing is decided. */
export type FaceVerdict = { result: "passed" } | { result: "failed" | "unknown"; reason: string };
export type FaceSubject = {
  /** The same for every attempt at the same picture. */
  reference: string;
  /** Who the picture should show. */
  person: { name: string; idNumber: string };
  picture: Uint8Array;
};
/** Compares a live picture with what the authorities know of the person. */
export type FaceCheck = { compare(subject: FaceSubject): Promise<FaceVerdict> };

type Settings = { mode: Mode; faceCheck: SignedServiceConfig | undefined };
type Surroundings = { railMode(): Promise<RailMode>; log: Pick<Log, "warn"> };

/** A configured service is used in both modes; without one the sandbox answers, and production does not start: nobody could pass. */
export function createFaceCheck({ mode, faceCheck }: Settings, around: Surroundings): FaceCheck {
  if (faceCheck) return createFaceService(faceCheck, around.log);
  if (mode === "sandbox") return createSandboxFaceCheck(around);
  throw new ConfigError(
    "FACE_CHECK_URL and FACE_CHECK_KEY must be set in production: individuals cannot be certified without a face check",
  );
}
