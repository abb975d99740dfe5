import { accountClaimList, Refusal, type accountClaimEndpoints } from "@coralhub/contract";
import { accountClaimLifecycle, CONNECTORS, type AuditAction } from "@coralhub/domain";
import type { Capability } from "../../../platform/capability.ts";
import type { MerchantContext, OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { merchantActor, operatorActor } from "../../../platform/lifecycle-engine.ts";
import { findEvidence } from "../answers.ts";
import { accountClaimSource, findClaim, findClaimOf, type AccountClaim } from "../connections/account-claims-store.ts";
import { findConnection } from "../connections/connections-store.ts";
import { holderOf, moveAccount } from "../connections/platform-accounts-store.ts";
import type { StoresDeps } from "../deps.ts";
import { livingStore } from "../describe-store.ts";
import { findStore, type StoreKey } from "../stores-store.ts";
import { planSimulation } from "./simulate-review.ts";

type Handlers = Capability<typeof accountClaimEndpoints>["handlers"];

export function claimHandlers(deps: StoresDeps): Handlers {
  return {
    async accountClaim({ merchantId }, { merchantsId }) {
      await livingStore(deps, { merchantId, id: merchantsId });
      const claim = await findClaimOf(deps.database.db, { merchantId, id: merchantsId });
      return claim ? { ...viewOf(claim), files: await filesOf(deps, claim) } : null;
    },
    submitAccountClaim: (ctx, input) => submit(deps, ctx, input),
    accountClaims: (_ctx, input) => deps.lists.page({ scope: "all" }, accountClaimList, accountClaimSource, input),
    accountClaimCase: (ctx, key) => describe(deps, ctx, key),
    async accountClaimDocument(ctx, { fileId, ...key }) {
      const claim = await knownClaim(deps, key);
      const file = claim.fileIds.includes(fileId) && (await findEvidence(deps.files, claim.merchantId, fileId));
      if (!file) throw new Refusal("not_found");
      await ctx.once((tx) => record(deps, tx, ctx, claim, { action: "store.document_read", fileId }));
      return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
    },
    grantAccountClaim: (ctx, key) => grant(deps, ctx, key),
    declineAccountClaim: (ctx, { reason, ...key }) => decline(deps, ctx, key, reason),
  };
}

const viewOf = ({ storeId, fileIds: _files, merchantId: _merchant, namedBy: _namer, ...claim }: AccountClaim) => ({
  ...claim,
  merchantsId: storeId,
});

async function filesOf(deps: StoresDeps, { merchantId, fileIds }: AccountClaim) {
  const found = await Promise.all(fileIds.map((id) => findEvidence(deps.files, merchantId, id)));
  return found.flatMap((file) =>
    file
      ? [{ fileId: file.id, fileName: file.fileName, contentType: file.contentType, sizeBytes: file.sizeBytes }]
      : [],
  );
}

async function knownClaim(deps: StoresDeps, key: StoreKey): Promise<AccountClaim> {
  const claim = await findClaim(deps.database.db, key);
  if (!claim) throw new Refusal("not_found");
  return claim;
}

const record = (
  deps: StoresDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id, connector, account }: AccountClaim,
  { action, ...detail }: { action: AuditAction } & Record<string, unknown>,
) =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `account-claim:${merchantId}:${id}`,
    address: ctx.address,
    detail: { merchantId, connector, account, ...detail },
  });

function submit(
  deps: StoresDeps,
  ctx: MerchantContext,
  { merchantsId, statement, fileIds }: { merchantsId: string; statement: string; fileIds: string[] },
): Promise<null> {
  return ctx.once(async (tx) => {
    const store = await findStore(tx, { merchantId: ctx.merchantId, id: merchantsId });
    if (!store || store.state === "removed") throw new Refusal("not_found");
    const claim = await findClaimOf(tx, store);
    if (!claim) throw new Refusal("connection.no_claim");
    const found = await Promise.all(fileIds.map((id) => findEvidence(deps.files, ctx.merchantId, id, tx)));
    if (found.includes(undefined)) throw new Refusal("connection.claim_papers");
    await deps.lifecycles.advance(tx, accountClaimLifecycle, keyOf(claim), "submit", {
      by: merchantActor(ctx),
      at: ctx.now,
      set: { statement, fileIds, decidedAt: null, decidedBy: "", answer: "" },
      note: statement,
    });
    return null;
  });
}

const keyOf = ({ merchantId, id }: StoreKey): StoreKey => ({ merchantId, id });
const nameOf = async (deps: StoresDeps, merchantId: string) => (await deps.merchantName(merchantId)) ?? "";

async function describe(deps: StoresDeps, ctx: OperatorContext, key: StoreKey) {
  const { db } = deps.database;
  const claim = await knownClaim(deps, key);
  await ctx.once((tx) => record(deps, tx, ctx, claim, { action: "store.claim_viewed" }));
  const [store, files, merchantName, holder] = await Promise.all([
    findStore(db, { merchantId: claim.merchantId, id: claim.storeId }),
    filesOf(deps, claim),
    nameOf(deps, claim.merchantId),
    holderOf(db, claim),
  ]);
  return {
    ...viewOf(claim),
    merchantId: claim.merchantId,
    merchantName,
    storeName: store?.name ?? "",
    files,
    holder: holder ? await describeHolder(deps, holder) : null,
  };
}

async function describeHolder(deps: StoresDeps, { merchantId, storeIds }: { merchantId: string; storeIds: string[] }) {
  const { db } = deps.database;
  const keys = storeIds.map((id) => ({ merchantId, id }));
  const [stores, ties, merchantName] = await Promise.all([
    Promise.all(keys.map((key) => findStore(db, key))),
    Promise.all(keys.map((key) => findConnection(db, key))),
    nameOf(deps, merchantId),
  ]);
  const since = ties.flatMap((tie) => (tie ? [tie.authorisedAt] : [])).sort((a, b) => a.getTime() - b.getTime());
  return {
    merchantId,
    merchantName,
    stores: stores.flatMap((one) => (one ? [one.name] : [])),
    since: since[0] ?? null,
  };
}

/** The account changes hands: whoever had it is untied, held and told, and the claimant may agree anew. */
function grant(deps: StoresDeps, ctx: OperatorContext, key: StoreKey): Promise<null> {
  return ctx.once(async (tx) => {
    const claim = await findClaim(tx, key);
    if (!claim) throw new Refusal("not_found");
    const by = operatorActor(ctx);
    const platform = CONNECTORS[claim.connector].label;
    const store = await findStore(tx, { merchantId: claim.merchantId, id: claim.storeId });
    if (!store || store.state === "removed") throw new Refusal("state.changed");
    await deps.lifecycles.advance(tx, accountClaimLifecycle, keyOf(claim), "grant", {
      by,
      at: ctx.now,
      set: { decidedAt: ctx.now, decidedBy: ctx.operator.name },
      message: {
        event: "connection.claimGranted",
        data: { store: store.name, platform, storeId: claim.storeId },
      },
    });
    const before = await holderOf(tx, claim);
    if (before && before.merchantId !== claim.merchantId)
      for (const id of before.storeIds) {
        const theirs = { merchantId: before.merchantId, id };
        await deps.connections.disconnect(tx, theirs, by);
        await deps.connections.holdLost(tx, theirs, claim);
      }
    await moveAccount(tx, { merchantId: claim.merchantId, id: claim.storeId }, claim);
    await planSimulation(deps, tx, store);
    await record(deps, tx, ctx, claim, { action: "store.claim_granted", from: before?.merchantId ?? null });
    return null;
  });
}

function decline(deps: StoresDeps, ctx: OperatorContext, key: StoreKey, reason: string): Promise<null> {
  return ctx.once(async (tx) => {
    const claim = await findClaim(tx, key);
    if (!claim) throw new Refusal("not_found");
    const store = await findStore(tx, { merchantId: claim.merchantId, id: claim.storeId });
    const said = reason.replace(/[。.！!；;]+$/, "");
    await deps.lifecycles.advance(tx, accountClaimLifecycle, keyOf(claim), "decline", {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { decidedAt: ctx.now, decidedBy: ctx.operator.name, answer: reason },
      note: reason,
      message: {
        event: "connection.claimDeclined",
        data: { store: store?.name ?? "", reason: said, storeId: claim.storeId },
      },
    });
    await record(deps, tx, ctx, claim, { action: "store.claim_declined", reason });
    return null;
  });
}
