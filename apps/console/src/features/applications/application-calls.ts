import { depositEndpoints, type CallOutput } from "@coralhub/contract";
import { connect } from "../../platform/api.ts";

export const calls = connect(depositEndpoints);
export const APPLICATIONS = ["module-applications"] as const;
export type ApplicationRow = CallOutput<typeof depositEndpoints.moduleApplications.output>["records"][number];
