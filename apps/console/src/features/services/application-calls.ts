import { serviceEndpoints, type CallOutput } from "@coralhub/contract";
import { connect } from "../../platform/api.ts";

export const calls = connect(serviceEndpoints);
export const APPLICATIONS = ["module-applications"] as const;
export type ApplicationRow = CallOutput<typeof serviceEndpoints.moduleApplications.output>["records"][number];
