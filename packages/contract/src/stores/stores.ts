import { accountClaimEndpoints } from "./account-claims.ts";
import { storeBindingEndpoints } from "./binding.ts";
import { storeCareEndpoints } from "./care.ts";
import { storeImportEndpoints } from "./import.ts";
import { storeReviewEndpoints, storeSimulationEndpoints } from "./review.ts";

/** Everything about stores but their connections, which are in `stores-connections.ts`. */
export const storeEndpoints = {
  ...storeBindingEndpoints,
  ...storeCareEndpoints,
  ...storeImportEndpoints,
  ...accountClaimEndpoints,
  ...storeReviewEndpoints,
  ...storeSimulationEndpoints,
};

export { accountClaimList } from "./account-claims.ts";
export type { accountClaimEndpoints } from "./account-claims.ts";
export type { storeBindingEndpoints } from "./binding.ts";
export type { storeCareEndpoints } from "./care.ts";
export type { storeImportEndpoints } from "./import.ts";
export { ownBindingOf } from "./own-bindings.ts";
export { storeReviewList } from "./review.ts";
export type { storeReviewEndpoints, storeSimulationEndpoints } from "./review.ts";
export { storeList, type StoreDetail, type StoreForm, type StoreRow } from "./views.ts";
