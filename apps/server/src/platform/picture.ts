import { createHash } from "node:crypto";
import { Refusal } from "@coralhub/contract";
import sharp from "sharp";
import { createSemaphore } from "./semaphore.ts";

const KEPT = 64;
const MOST_WAITING = 32;
const LONGEST_SECONDS = 20;

const turn = createSemaphore(1);
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
