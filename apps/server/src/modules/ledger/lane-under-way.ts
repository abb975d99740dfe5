import type { Waiting } from "./lane.ts";

export const MOST_UNDER_WAY = 2;
/** Fewer are not spread over two batches: each costs as much by itself as some postings do. */
const WORTH_A_BATCH = 8;

/** What has been taken from the queue and not been answered yet. */
export function createUnderWay() {
  const keys = new Set<string>();
  /** Their earlier postings are being asked about: later ones wait, so that they are decided in the order they came. */
  const merchants = new Map<string, number>();
  let [batches, requests] = [0, 0];
  return {
    get batches() {
      return batches;
    },
    /** The first ones waiting, about as many as are under way already; a key that is under way waits till it is known. */
    take(queue: Waiting[], largest: number): Waiting[] {
      const fair = Math.ceil((queue.length + requests) / MOST_UNDER_WAY);
      const most = Math.min(largest, Math.max(fair, WORTH_A_BATCH));
      const batch: Waiting[] = [];
      const later: Waiting[] = [];
      const passedOver = new Set<string>();
      let seen = 0;
      while (seen < queue.length && batch.length < most) {
        const request = queue[seen++]!;
        const { merchantId } = request.posting;
        if (keys.has(request.uniqueKey) || merchants.has(merchantId) || passedOver.has(merchantId)) {
          passedOver.add(merchantId);
          later.push(request);
        } else {
          keys.add(request.uniqueKey);
          batch.push(request);
        }
      }
      if (batch.length === 0) return batch;
      queue.splice(0, seen, ...later);
      batches++;
      requests += batch.length;
      return batch;
    },
    /** Until they are let go again. */
    hold(batch: readonly Waiting[]): () => void {
      for (const { posting } of batch) merchants.set(posting.merchantId, (merchants.get(posting.merchantId) ?? 0) + 1);
      return () => {
        for (const { posting } of batch) {
          const others = merchants.get(posting.merchantId)! - 1;
          if (others > 0) merchants.set(posting.merchantId, others);
          else merchants.delete(posting.merchantId);
        }
      };
    },
    end(batch: readonly Waiting[]): void {
      batches--;
      requests -= batch.length;
      for (const { uniqueKey } of batch) keys.delete(uniqueKey);
    },
  };
}
