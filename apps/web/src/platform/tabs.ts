import { addressOf } from "@coralhub/domain";
import { leaveOnPurpose } from "./expiry.ts";
import { joinTabs } from "./other-tabs.ts";
import { session } from "./session.ts";

/** The portal's tabs share one login. */
export const tabs = joinTabs("coralhub.portal", {
  read: session.handOver,
  keep: session.takeOver,
  onEnded: () => {
    leaveOnPurpose();
    session.end();
    location.assign(addressOf("login"));
  },
});
