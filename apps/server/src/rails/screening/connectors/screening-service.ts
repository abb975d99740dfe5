import { z } from "zod";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import { askSigned } from "../../../platform/signed-post.ts";
import type { Screening } from "../index.ts";

/** Nobody waits at a page for it: a job asks, and asks again later. */
const TIMEOUT_MS = 15_000;
const MOST_HITS = 200;

const text = z.string().min(1).max(200);
const answerShape = z.object({
  hits: z
    .array(z.object({ listed: text, list: text, matched: text, score: z.int().min(0).max(100), reason: text }))
    .max(MOST_HITS),
});

/**
 * An HTTP service that takes {names, countries (ISO 3166 alpha-2)}, signed, and answers {"hits": [{listed, list, matched,
 * score, reason}]}: the name on the list, the list's name, which of ours it resembles, how much (0–100, 100 the same) and
 * why in Chinese; no hit where nothing resembles. Whatever is not such an answer throws: silence is no clearance.
 */
export function createScreeningService(service: SignedServiceConfig): Screening {
  return {
    connected: true,
    async screen({ names, countries }) {
      if (names.length === 0 && countries.length === 0) return [];
      const { hits } = await askSigned(service, { names, countries }, { shape: answerShape, timeoutMs: TIMEOUT_MS });
      return hits;
    },
  };
}
