import type { Tx } from "../../../platform/db.ts";
import type { Actor } from "../../../platform/lifecycle-engine.ts";
import type { Application } from "../applications-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { insertEvent } from "../verdicts-store.ts";

/** Who acts on a case: a person of ours, or the house itself. */
export type Reviewer = Extract<Actor, { kind: "operator" }> | { kind: "system"; id: string; name: string };

export const noteEvent = (
  deps: Pick<CertificationDeps, "ids">,
  tx: Tx,
  application: Application,
  by: Reviewer,
  event: { at: Date; what: string; detail?: string },
): Promise<void> =>
  insertEvent(tx, application, {
    id: deps.ids.next(),
    at: event.at,
    actorKind: by.kind,
    actor: by.name,
    version: application.version,
    what: event.what,
    detail: event.detail ?? "",
  });
