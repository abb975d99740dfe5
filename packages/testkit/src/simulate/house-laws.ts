import { unknownMoves } from "./moves.ts";
import type { Law } from "./simulation.ts";
import { timelinesTellMoves } from "./timelines.ts";

/** Laws of the whole house. */
export const HOUSE_LAWS: readonly Law[] = [
  {
    name: "状态只沿生命周期走",
    when: "always",
    ofHouse: true,
    violations: ({ database }) => unknownMoves(database),
  },
  { name: "时间线把每一步说一次", when: "daily", violations: timelinesTellMoves },
];
