import { storeReviewList, type storeReviewEndpoints, type storeSimulationEndpoints } from "@coralhub/contract";
import { stateNames, STORE_SIMULATION_RULES, storeLifecycle, type StoreState } from "@coralhub/domain";
import type { Capability } from "../../../platform/capability.ts";
import type { StoresDeps } from "../deps.ts";
import { countForDesk, reviewSource } from "../lists-store.ts";
import { decideStore } from "./decide-store.ts";
import { describeCase, readCaseDocument } from "./describe-case.ts";
import { readReviewerSettings, saveReviewerSettings } from "./reviewer-settings-store.ts";

const EVERYONE = { scope: "all" } as const;

export function reviewHandlers(deps: StoresDeps): Capability<typeof storeReviewEndpoints>["handlers"] {
  const { db } = deps.database;
  return {
    storeReviews: (_ctx, input) => deps.lists.page(EVERYONE, storeReviewList, reviewSource, input),
    storeCase: (ctx, key) => describeCase(deps, ctx, key),
    storeDocument: (ctx, { fileId, ...key }) => readCaseDocument(deps, ctx, key, fileId),
    approveStore: (ctx, decision) => decideStore(deps, ctx, decision),
    declineStore: (ctx, { reason, ...decision }) => decideStore(deps, ctx, decision, reason),
    async storeReviewStatistics({ now }) {
      const rows = await countForDesk(db, now);
      const of = (state: StoreState) => rows.find((row) => row.state === state);
      return {
        waiting: of("pending")?.count ?? 0,
        overdue: of("pending")?.overdue ?? 0,
        states: Object.fromEntries(stateNames(storeLifecycle).map((state) => [state, of(state)?.count ?? 0])) as Record<
          StoreState,
          number
        >,
      };
    },
  };
}

export function simulationHandlers(deps: StoresDeps): Capability<typeof storeSimulationEndpoints>["handlers"] {
  return {
    simulatedStoreReviewer: async () => ({
      ...(await readReviewerSettings(deps.database.db)),
      rules: [...STORE_SIMULATION_RULES],
    }),
    setSimulatedStoreReviewer: (ctx, settings) =>
      ctx.once(async (tx) => {
        await saveReviewerSettings(tx, settings, ctx.now);
        const what = settings.on ? `模拟店铺审核：开，${settings.delaySeconds} 秒后判定` : "模拟店铺审核：关";
        await deps.audit.record(tx, {
          actor: { kind: "operator", id: ctx.operator.id },
          action: "sandbox.reviewer_changed",
          subject: "sandbox:store-reviewer",
          detail: { ...settings, what },
          address: ctx.address,
        });
        return null;
      }),
  };
}
