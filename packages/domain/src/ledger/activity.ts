import type { PostingReason } from "../capabilities.ts";

/** Reasons under which income becomes usable money: what the income trend adds up. */
export const INCOME_REASONS: readonly PostingReason[] = ["income.credited"];
