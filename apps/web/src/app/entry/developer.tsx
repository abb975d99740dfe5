import type { PortalPath } from "@coralhub/domain";
import { DeveloperEntrance } from "../../features/developer/landing/entrance.tsx";
import { lightApi } from "../../platform/light-api.ts";
import { session } from "../../platform/session.ts";
import { hydrate } from "./hydrate.tsx";

/** Exists once certification has passed; a tab that does not know it yet asks. */
async function openApiUserId(): Promise<string | null> {
  if (session.token() === null) return null;
  const known = session.openApiUserId();
  if (known !== null) return known;
  const record = await lightApi.certificationView({}).catch(() => null);
  if (record) session.keepAuthRecord(record);
  return session.openApiUserId();
}

// Who has an open-API user id has come for its apps; everybody else reads on.
if ((await openApiUserId()) === null) hydrate(<DeveloperEntrance />);
else location.replace("/developer/apps" satisfies PortalPath);
