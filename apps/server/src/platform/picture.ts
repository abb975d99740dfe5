import { createHash } from "node:crypto";
import { Refusal } from "@coralhub/contract";
import sharp from "sharp";
import { createSemaphore } from "./semaphore.ts";

const KEPT = 64;
const MOST_WAITING = 32;
const LONGEST_SECONDS = 20;

/** Longest edge and quality, tried in turn until it is small enough; the last always is. */
const SIZES = [
  { edge: 960, quality: 80 },
  { edge: 960, quality: 60 },
  { edge: 640, quality: 60 },
  { edge: 480, quality: 40 },
] as const;
const SMALL_BYTES = 160 * 1024;

const turn = createSemaphore(1);
/** Inspected bytes as a page shows them on a phone: no larger than it can show, and quickly there. */
export const smallPicture = (bytes: Uint8Array): Promise<{ bytes: Uint8Array; width: number; height: number }> =>
  turn(async () => {
    for (const { edge, quality } of SIZES) {
      const { data, info } = await sharp(bytes)
        .timeout({ seconds: LONGEST_SECONDS })
        .flatten({ background: "#ffffff" })
        .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
        .jpeg({ quality, progressive: true })
        .toBuffer({ resolveWithObject: true });
      if (data.byteLength <= SMALL_BYTES) return { bytes: data, width: info.width, height: info.height };
    }
    throw new Refusal("file.too_many_pixels");
  });

/** Of inspected bytes, in pixels. */
export const sizeOf = async (bytes: Uint8Array): Promise<{ width: number; height: number }> => {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

/** By what is drawn, the latest used last. A picture asked for by many at once is drawn once. */
const kept = new Map<string, Promise<Uint8Array>>();
let waiting = 0;

/** A drawing of ours as a picture that a phone can keep: one at a time, outside the main thread, and kept for the next. */
export function pictureOf(svg: string): Promise<Uint8Array> {
  const key = createHash("sha256").update(svg).digest("base64url");
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  if (waiting >= MOST_WAITING) throw new Refusal("server.busy");
  waiting++;
  const drawn = turn(() =>
    sharp(Buffer.from(svg))
      .timeout({ seconds: LONGEST_SECONDS })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  ).finally(() => waiting--);
  kept.set(key, drawn);
  drawn.catch(() => kept.delete(key));
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return drawn;
}
