import { DeveloperEntrance } from "../../features/developer/landing/entrance.tsx";
import { session } from "../../platform/session.ts";
import { hydrate } from "./hydrate.tsx";
import type { PortalPath } from "@coralhub/domain";

// Who has an open-API user id has come for its apps; everybody else reads on.
if (session.token() !== null && session.openApiUserId() !== null) {
  location.replace("/developer/apps" satisfies PortalPath);
} else {
  hydrate(<DeveloperEntrance />);
}
