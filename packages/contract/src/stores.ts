import { storeBindingEndpoints } from "./stores-binding.ts";
import { storeCareEndpoints } from "./stores-care.ts";
import { storeReviewEndpoints, storeSimulationEndpoints } from "./stores-review.ts";

/** Everything about stores but their connections, which are in `stores-connections.ts`. */
export const storeEndpoints = {
  ...storeBindingEndpoints,
  ...storeCareEndpoints,
  ...storeReviewEndpoints,
  ...storeSimulationEndpoints,
};

export type { storeBindingEndpoints } from "./stores-binding.ts";
export type { storeCareEndpoints } from "./stores-care.ts";
export { storeReviewList } from "./stores-review.ts";
export type { storeReviewEndpoints, storeSimulationEndpoints } from "./stores-review.ts";
export { storeList, type StoreDetail, type StoreForm, type StoreRow } from "./stores-views.ts";
