import { serviceEndpoints, moduleApplicationList } from "@coralhub/contract";
import { moduleLifecycle, type ModuleAction } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { applyForModule } from "./apply-for-module.ts";
import { decideModule } from "./decide-module.ts";
import type { ServicesDeps } from "./deps.ts";
import { applicationSource, countWaiting, findApplication } from "./module-applications-store.ts";

/** The module behind the portal's calls: their flag is its own. */
const PERSONAL_FINANCE = { module: "personalFinance" } as const;

export function createServices(deps: ServicesDeps): Capability<typeof serviceEndpoints> {
  const { db } = deps.database;
  return {
    endpoints: serviceEndpoints,
    waiting: { applications: () => countWaiting(db) },
    handlers: {
      async moduleInfo({ merchantId }) {
        const key = { merchantId, ...PERSONAL_FINANCE };
        const standing = await findApplication(db, key);
        if (!standing) return { state: moduleLifecycle.initial, reason: null, currencies: [], events: [] };
        const { id, state, reason, currencies } = standing;
        const events = await deps.lifecycles.timeline(db, moduleLifecycle, { merchantId, id });
        return {
          state,
          reason,
          currencies,
          events: events.map(({ action, at, note }) => ({ action: action as ModuleAction, at, reason: note })),
        };
      },
      applyForModule: (ctx, { currencies }) => applyForModule(deps, ctx, { ...PERSONAL_FINANCE, currencies }),
      moduleApplications: (_, input) =>
        deps.lists.page({ scope: "all" }, moduleApplicationList, applicationSource, input),
      decideModule: (ctx, verdict) => decideModule(deps, ctx, verdict),
    },
  };
}
