import { serviceEndpoints, moduleApplicationList } from "@coralhub/contract";
import { moduleLifecycle } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { applyForModule } from "./apply-for-module.ts";
import { decideModule } from "./decide-module.ts";
import type { ServicesDeps, ServicesHouse } from "./deps.ts";
import { applicationSource, countWaiting, findApplication, listEvents } from "./module-applications-store.ts";

/** The module behind the portal's calls: their flag is its own. */
const PERSONAL_FINANCE = { module: "personalFinance" } as const;

export function createServices(house: ServicesHouse): Capability<typeof serviceEndpoints> {
  const deps: ServicesDeps = { ...house, sendMessage: house.messages.send };
  const { db } = deps.database;
  return {
    endpoints: serviceEndpoints,
    waiting: { applications: () => countWaiting(db) },
    handlers: {
      async moduleInfo({ merchantId }) {
        const key = { merchantId, ...PERSONAL_FINANCE };
        const [standing, events] = await Promise.all([findApplication(db, key), listEvents(db, key)]);
        const { state, reason, currencies } = standing ?? {
          state: moduleLifecycle.initial,
          reason: null,
          currencies: [],
        };
        return { state, reason, currencies, events };
      },
      applyForModule: (ctx, { currencies }) => applyForModule(deps, ctx, { ...PERSONAL_FINANCE, currencies }),
      moduleApplications: (_, input) =>
        deps.lists.page({ scope: "all" }, moduleApplicationList, applicationSource, input),
      decideModule: (ctx, verdict) => decideModule(deps, ctx, verdict),
    },
  };
}
