import { applicationEndpoints } from "./certification-application.ts";
import { faceEndpoints } from "./certification-face.ts";
import { authRecordEndpoints } from "./certification-record.ts";
import { referenceEndpoints } from "./certification-reference.ts";
import { reviewEndpoints, simulationEndpoints } from "./certification-review.ts";

export const certificationEndpoints = {
  ...authRecordEndpoints,
  ...referenceEndpoints,
  ...applicationEndpoints,
  ...faceEndpoints,
  ...reviewEndpoints,
  ...simulationEndpoints,
};

export type { applicationEndpoints } from "./certification-application.ts";
export { authRecordEndpoints } from "./certification-record.ts";
export { referenceEndpoints } from "./certification-reference.ts";
export { reviewList } from "./certification-review.ts";
export type { reviewEndpoints, simulationEndpoints } from "./certification-review.ts";
