import { certificationLifecycle, wiresOf } from "@coralhub/domain";
import { z } from "zod";
import { applicationEndpoints } from "./certification-application.ts";
import { faceEndpoints } from "./certification-face.ts";
import { referenceEndpoints } from "./certification-reference.ts";
import { reviewEndpoints, simulationEndpoints } from "./certification-review.ts";
import { endpoint, nothing } from "./endpoint.ts";

/** The auth record of the specification. `userId` is the open-API user id: it exists once certification has passed. */
const authRecord = z.object({ status: z.literal(wiresOf(certificationLifecycle)), userId: z.string().nullable() });
const view = { method: "GET", family: "portal", access: "merchant", input: nothing, output: authRecord } as const;

export const certificationEndpoints = {
  certificationView: endpoint({ ...view, path: "/user/new/authInfo", title: "实名认证状态" }),
  authInfo: endpoint({ ...view, path: "/user/auth/info", title: "实名认证状态（旧路径）" }),
  ...referenceEndpoints,
  ...applicationEndpoints,
  ...faceEndpoints,
  ...reviewEndpoints,
  ...simulationEndpoints,
};

export type { applicationEndpoints } from "./certification-application.ts";
export { reviewList } from "./certification-review.ts";
export type { reviewEndpoints, simulationEndpoints } from "./certification-review.ts";
