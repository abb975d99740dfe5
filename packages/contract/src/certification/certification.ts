import { applicationEndpoints } from "./application.ts";
import { faceEndpoints } from "./face.ts";
import { authRecordEndpoints } from "./record.ts";
import { referenceEndpoints } from "./reference.ts";
import { reviewEndpoints, simulationEndpoints } from "./review.ts";

export const certificationEndpoints = {
  ...authRecordEndpoints,
  ...referenceEndpoints,
  ...applicationEndpoints,
  ...faceEndpoints,
  ...reviewEndpoints,
  ...simulationEndpoints,
};

export type { applicationEndpoints } from "./application.ts";
export { authRecordEndpoints } from "./record.ts";
export { referenceEndpoints } from "./reference.ts";
export { reviewList } from "./review.ts";
export type { reviewEndpoints, simulationEndpoints } from "./review.ts";
