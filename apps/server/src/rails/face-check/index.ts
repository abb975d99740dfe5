import type { RailMode } from "@coralhub/domain";
import type { Mode } from "../../platform/config.ts";
import { createSandboxFaceCheck } from "./sandbox/face-check.ts";

/** `unknown`: the other side gave no answer; the person tries again, nothing is decided. */
export type FaceVerdict = { result: "passed" } | { result: "failed" | "unknown"; reason: string };
/** Compares a live picture with what the authorities know of the person. */
export type FaceCheck = { compare(picture: Uint8Array): Promise<FaceVerdict> };

/** A house that is not connected to a face service cannot pass anyone. */
export function createFaceCheck({ mode }: { mode: Mode }, sandbox: { railMode(): Promise<RailMode> }): FaceCheck {
  if (mode === "sandbox") return createSandboxFaceCheck(sandbox);
  return { compare: async () => ({ result: "unknown", reason: "人脸核验服务尚未开通，请联系客服" }) };
}
