import { exportEndpoints } from "./collections-exports.ts";
import { poolingEndpoints } from "./collections-pooling.ts";
import { incomeListEndpoints } from "./collections-records.ts";

/** Reading, taking away and bringing together what was collected. */
export const incomeRecordEndpoints = { ...incomeListEndpoints, ...exportEndpoints, ...poolingEndpoints };
