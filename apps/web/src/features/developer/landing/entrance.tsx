import type { PortalPath } from "@coralhub/domain";
import { LinkButton, Notice } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { session } from "../../../platform/session.ts";

/** The way in. Signed in without an open-API user id there is none yet, and the page says why. */
export function DeveloperEntrance() {
  // Drawn for visitors at build time; who is signed in is known in the browser only.
  const [waiting, setWaiting] = useState(false);
  useEffect(() => setWaiting(session.token() !== null && session.openApiUserId() === null), []);
  if (waiting)
    return (
      <div className="landing-ways">
        <Notice tone="warning" title="认证通过后可使用" />
      </div>
    );
  return (
    <div className="landing-ways">
      <LinkButton variant="primary" href={"/login?redirect=%2Fdeveloper%2Fapps" satisfies PortalPath}>
        登录开发者中心
      </LinkButton>
      <LinkButton href="/docs/open">阅读接口文档</LinkButton>
    </div>
  );
}
