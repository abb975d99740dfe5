import { reviewList, type reviewEndpoints, type simulationEndpoints } from "@coralhub/contract";
import { SIMULATION_RULES } from "@coralhub/domain";
import type { Capability } from "../../../platform/capability.ts";
import type { CertificationDeps } from "../deps.ts";
import { readReviewerSettings, saveReviewerSettings } from "../reviewer-settings-store.ts";
import { assignCase, listReviewers } from "./assign-case.ts";
import { askAbout, decideCase, pursueEnquiry } from "./decide-case.ts";
import { describeCase, readCaseDocument } from "./describe-case.ts";
import { freezeMerchant, unfreezeMerchant } from "./freeze-merchant.ts";
import { releaseCase, takeCase } from "./hold-case.ts";
import { judgeFields } from "./judge-fields.ts";
import { reviewSource } from "./review-store.ts";
import { reviewStatistics } from "./statistics.ts";

const EVERYONE = { scope: "all" } as const;

export function reviewHandlers(deps: CertificationDeps): Capability<typeof reviewEndpoints>["handlers"] {
  return {
    reviewQueue: (_ctx, input) => deps.lists.page(EVERYONE, reviewList, reviewSource, input),
    reviewCase: (ctx, input) => describeCase(deps, ctx, input),
    reviewDocument: (ctx, input) => readCaseDocument(deps, ctx, input),
    takeCase: (ctx, input) => takeCase(deps, ctx, input),
    releaseCase: (ctx, input) => releaseCase(deps, ctx, input),
    reviewers: () => listReviewers(deps),
    assignCase: (ctx, input) => assignCase(deps, ctx, input),
    judgeFields: (ctx, input) => judgeFields(deps, ctx, input),
    decideCase: (ctx, input) => decideCase(deps, ctx, input),
    askMerchant: (ctx, input) => askAbout(deps, ctx, input),
    pursueEnquiry: (ctx, input) => pursueEnquiry(deps, ctx, input),
    freezeMerchant: (ctx, input) => freezeMerchant(deps, ctx, input),
    unfreezeMerchant: (ctx, input) => unfreezeMerchant(deps, ctx, input),
    reviewStatistics: (ctx) => reviewStatistics(deps.database.db, ctx),
  };
}

export function simulationHandlers(deps: CertificationDeps): Capability<typeof simulationEndpoints>["handlers"] {
  return {
    simulatedReviewer: async () => ({
      ...(await readReviewerSettings(deps.database.db)),
      rules: [...SIMULATION_RULES],
    }),
    setSimulatedReviewer: (ctx, settings) =>
      ctx.once(async (tx) => {
        await saveReviewerSettings(tx, settings, ctx.now);
        const what = settings.on ? `模拟审核员：开，${settings.delaySeconds} 秒后判定` : "模拟审核员：关";
        await deps.audit.record(tx, {
          actor: { kind: "operator", id: ctx.operator.id },
          action: "sandbox.reviewer_changed",
          subject: "sandbox:reviewer",
          detail: { ...settings, what },
          address: ctx.address,
        });
        return null;
      }),
  };
}
