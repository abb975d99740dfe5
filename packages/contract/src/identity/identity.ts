import { accountEndpoints } from "./account.ts";
import { doorAlarmEndpoints } from "./door-alarms.ts";
import { entryEndpoints } from "./entry.ts";
import { gateEndpoints } from "./gates.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { securityEndpoints } from "./security.ts";

export { liveEvents } from "./account.ts";
export { recoveryList } from "./recovery.ts";

export const identityEndpoints = {
  ...entryEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...gateEndpoints,
  ...recoveryEndpoints,
  ...doorAlarmEndpoints,
};
