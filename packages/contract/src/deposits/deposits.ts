import { openingEndpoints } from "./opening.ts";
import { placementEndpoints } from "./placements.ts";

/** Fixed deposits with the partner bank: opening the account, placing money, what becomes of it. */
export const depositEndpoints = { ...openingEndpoints, ...placementEndpoints };
