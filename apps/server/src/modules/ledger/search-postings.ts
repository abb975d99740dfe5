import { deskAddress, POSTING_REASONS, toShanghaiTime } from "@coralhub/domain";
import type { SearchHit } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";
import { findPostings } from "./books-store.ts";

/** Postings by the reference or business number they carry. */
export async function searchPostings(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const postings = await findPostings(db, text);
  return postings.slice(0, limit).map(({ merchantId, id, reason, postedAt }) => ({
    kind: "记账",
    title: POSTING_REASONS[reason],
    detail: toShanghaiTime(postedAt),
    path: deskAddress("posting", { merchantId, postingId: id }),
  }));
}
