import { identityEndpoints } from "@coralhub/contract";
import { connect } from "../../platform/api.ts";

const { recoveries: list, proposeRecovery, decideRecovery } = identityEndpoints;

export const calls = connect({ list, proposeRecovery, decideRecovery });
export const RECOVERIES = ["recoveries"] as const;
export type RecoveryRow = Awaited<ReturnType<typeof calls.list>>["records"][number];
