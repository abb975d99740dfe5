import { accountEndpoints } from "./identity-account.ts";
import { entryEndpoints } from "./identity-entry.ts";
import { gateEndpoints } from "./identity-gates.ts";
import { recoveryEndpoints } from "./identity-recovery.ts";
import { securityEndpoints } from "./identity-security.ts";

export { liveEvents } from "./identity-account.ts";
export { recoveryList } from "./identity-recovery.ts";

export const identityEndpoints = {
  ...entryEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...gateEndpoints,
  ...recoveryEndpoints,
};
