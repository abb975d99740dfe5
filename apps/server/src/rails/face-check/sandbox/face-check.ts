import { RAIL_MODES, type RailMode } from "@coralhub/domain";
import sharp from "sharp";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaceCheck } from "../index.ts";

const SMALLEST_EDGE = 200;
/** A picture this even shows nobody: a covered lens. */
const DARKEST_MEAN = 12;

/** Any ordinary picture passes; one that is too small or nearly black fails, as it would with a real service. */
export function createSandboxFaceCheck({ railMode }: { railMode(): Promise<RailMode> }): FaceCheck {
  return {
    async compare({ picture }) {
      const mode = await railMode();
      if (mode === "down") return { result: "unknown", reason: "核验服务暂时没有答复，请稍后再拍" };
      await sleep(RAIL_MODES[mode].delaySeconds * 1000);
      const { width, height } = await sharp(picture).metadata();
      if (Math.min(width, height) < SMALLEST_EDGE) return { result: "failed", reason: "照片太小，请靠近一些重拍" };
      const { channels } = await sharp(picture).resize(32, 32, { fit: "fill" }).stats();
      const mean = channels.slice(0, 3).reduce((sum, channel) => sum + channel.mean, 0) / Math.min(3, channels.length);
      return mean < DARKEST_MEAN
        ? { result: "failed", reason: "光线太暗，看不清人脸，请换个地方重拍" }
        : { result: "passed" };
    },
  };
}
