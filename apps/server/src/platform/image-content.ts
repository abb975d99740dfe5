import { Refusal } from "@coralhub/contract";
import { IMAGE_LIMIT_PIXELS } from "@coralhub/domain";
import sharp from "sharp";
import { createSemaphore } from "./semaphore.ts";

/** Longer edges than this show nothing more on a document; smaller ones keep storage and memory small. */
const LONGEST_EDGE = 4_096;
const LONGEST_SECONDS = 20;

// One thread, one picture at a time, nothing kept: memory stays flat however many arrive together.
sharp.concurrency(1);
sharp.cache(false);
const turn = createSemaphore(1);

/**
 * Draws the picture anew: what was hidden in it (position, device, thumbnails, scripts of a second format) is gone,
 * only the turn the camera noted is kept, by turning the picture.
 */
export function cleanImage(
  bytes: Uint8Array,
  contentType: "image/jpeg" | "image/png",
  ownerId?: string,
): Promise<Uint8Array> {
  return turn(async () => {
    const picture = () =>
      sharp(bytes, { limitInputPixels: IMAGE_LIMIT_PIXELS, failOn: "error", sequentialRead: true, pages: 1 });
    try {
      // The header tells the size before anything is unpacked.
      const { width, height } = await picture().metadata();
      if (width * height > IMAGE_LIMIT_PIXELS) throw new Refusal("file.too_many_pixels");
      const drawn = picture()
        .timeout({ seconds: LONGEST_SECONDS })
        .autoOrient()
        .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: "inside", withoutEnlargement: true });
      // The usual second pass over the whole picture would save 5 % of the file and cost twice the memory.
      return await (
        contentType === "image/jpeg"
          ? drawn.jpeg({ quality: 88, optimizeCoding: false })
          : drawn.png({ compressionLevel: 6 })
      ).toBuffer();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (/pixel limit/i.test(String(error))) throw new Refusal("file.too_many_pixels");
      // Twenty seconds are an overloaded machine's, not a picture's.
      if (/timeout/i.test(String(error))) throw new Refusal("server.busy");
      throw new Refusal("file.damaged");
    }
  }, ownerId);
}
