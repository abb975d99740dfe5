import { toShanghaiTime } from "@coralhub/domain";
import { feedTime, tableTime } from "@coralhub/ui";

/** `11-13 14:32`, Beijing time. */
export const shortTime = (moment: Date): string => tableTime(toShanghaiTime(moment));
/** 「今天 14:32」 */
export const recentTime = (moment: Date): string => feedTime(toShanghaiTime(moment));
/** `2026-11-13 14:32:07`, for where seconds matter. */
export const fullTime = (moment: Date): string => toShanghaiTime(moment);
