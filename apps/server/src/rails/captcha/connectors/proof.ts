import type { z } from "zod";

/** What the page handed over, if it is of this shape; a visitor may send anything. */
export function readProof<T extends z.ZodType>(shape: T, text: string): z.output<T> | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
