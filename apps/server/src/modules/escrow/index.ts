import { escrowDeskEndpoints, escrowDeskList, escrowEndpoints, escrowList } from "@coralhub/contract";
import { addressOf } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { addEvidence, disputeEscrow, plainStep, proposeEscrow } from "./agree.ts";
import type { EscrowDeps } from "./deps.ts";
import { describeEscrow, describeEscrowCase, showCaseEvidence, showEvidence } from "./describe-escrow.ts";
import { countDisputed, countOpenOf, escrowDeskSource, escrowSource } from "./escrow-store.ts";
import {
  decideSettlement,
  fundEscrow,
  proposeSettlement,
  refundEscrow,
  releaseEscrow,
  sendEscrowCode,
} from "./move-money.ts";

export type Escrows = Capability<typeof escrowEndpoints> & { desk: Capability<typeof escrowDeskEndpoints> };

export function createEscrow(deps: EscrowDeps): Escrows {
  const { db } = deps.database;
  return {
    endpoints: escrowEndpoints,
    handlers: {
      escrows: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, escrowList, escrowSource, input),
      escrow: (ctx, { id }) => describeEscrow(deps, ctx, id),
      proposeEscrow: (ctx, input) => proposeEscrow(deps, ctx, input),
      acceptEscrow: (ctx, input) => plainStep(deps, ctx, "accept", input),
      declineEscrow: (ctx, input) => plainStep(deps, ctx, "decline", input),
      cancelEscrow: (ctx, input) => plainStep(deps, ctx, "cancel", input),
      deliverEscrow: (ctx, input) => plainStep(deps, ctx, "deliver", input),
      sendEscrowCode: (ctx, input) => sendEscrowCode(deps, ctx, input),
      fundEscrow: (ctx, input) => fundEscrow(deps, ctx, input),
      releaseEscrow: (ctx, input) => releaseEscrow(deps, ctx, input),
      refundEscrow: (ctx, input) => refundEscrow(deps, ctx, input),
      disputeEscrow: (ctx, input) => disputeEscrow(deps, ctx, input),
      addEscrowEvidence: (ctx, input) => addEvidence(deps, ctx, input),
      escrowEvidence: (ctx, input) => showEvidence(deps, ctx, input),
    },
    desk: {
      endpoints: escrowDeskEndpoints,
      handlers: {
        escrowDesk: (_ctx, input) => deps.lists.page({ scope: "all" }, escrowDeskList, escrowDeskSource, input),
        escrowCase: (ctx, key) => describeEscrowCase(deps, ctx, key),
        escrowCaseEvidence: (ctx, input) => showCaseEvidence(deps, ctx, input),
        proposeSettlement: (ctx, input) => proposeSettlement(deps, ctx, input),
        decideSettlement: (ctx, input) => decideSettlement(deps, ctx, input),
      },
      waiting: { escrows: () => countDisputed(db) },
    },
    async services(merchantId) {
      const { open } = await countOpenOf(db, merchantId);
      return open === 0 ? [] : [{ page: "escrows", label: `${open} 笔进行中`, tone: "info" }];
    },
    async closingBlockers(merchantId, within) {
      const { open } = await countOpenOf(within, merchantId);
      return open === 0 ? [] : [{ reason: `还有 ${open} 笔担保交易没有结束`, link: addressOf("escrows") }];
    },
    personalData: async (merchantId) => ({ 担保交易笔数: (await countOpenOf(db, merchantId)).all }),
  };
}
