import { exportEndpoints } from "../exports/exports.ts";
import { poolingEndpoints } from "../pooling/pooling.ts";
import { incomeListEndpoints } from "./records.ts";

/** Reading, taking away and bringing together what was collected. */
export const incomeRecordEndpoints = { ...incomeListEndpoints, ...exportEndpoints, ...poolingEndpoints };
