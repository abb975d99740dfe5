import { Refusal } from "@coralhub/contract";
import { checkStore, type AuditAction } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { answersOf, fileIdsIn, findEvidence, platformOf } from "../answers.ts";
import type { StoresDeps } from "../deps.ts";
import { findOpenClaim } from "../connections/account-claims-store.ts";
import { findConnection } from "../connections/connections-store.ts";
import { toldOtherwise } from "../connections/describe-connection.ts";
import { describeStore } from "../describe-store.ts";
import { openSecrets } from "../save-secrets.ts";
import { withMoney } from "../money-of-stores.ts";
import { findStore, isSellerElsewhere, type Store, type StoreKey } from "../stores-store.ts";

/** Removed ones too: what was decided stays to be read. */
async function anyStore(deps: StoresDeps, key: StoreKey): Promise<Store> {
  const store = await findStore(deps.database.db, key);
  if (!store) throw new Refusal("not_found");
  return store;
}

const recordReading = (
  deps: StoresDeps,
  ctx: OperatorContext,
  { merchantId, id }: StoreKey,
  action: Extract<AuditAction, "store.viewed" | "store.document_read">,
  detail: Record<string, unknown> = {},
) =>
  ctx.once((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action,
      subject: `store:${merchantId}:${id}`,
      address: ctx.address,
      detail,
    }),
  );

/** What a reviewer would otherwise look up: the house's own checks, in words. */
async function notesOn(deps: StoresDeps, store: Store, merchantName: string): Promise<string[]> {
  const platform = platformOf(store.platform);
  const answers = { ...answersOf(store), ...(await openSecrets(deps.secrets, deps.database.db, store)) };
  const faults = Object.values(checkStore(platform, answers)).map((fault) => `按现在的要求：${fault}`);
  const connection = await findConnection(deps.database.db, store);
  const told = connection && toldOtherwise(store, connection);
  const waiting = store.state === "pending";
  const host = store.url && new URL(store.url).hostname;
  return [
    ...faults,
    ...(host && platform.hosts.length === 0 ? [`链接在 ${host}，这个平台没有固定网址，请打开核对`] : []),
    ...(store.boundAt ? ["曾经通过审核，这次是变更后复核"] : []),
    ...(waiting && (await findOpenClaim(deps.database.db, store))
      ? ["平台账号在另一位商户名下，归属核实前不能通过，请到「平台账号归属」查看"]
      : []),
    ...(waiting && (await isSellerElsewhere(deps.database.db, store))
      ? ["另一位商户的店铺也填了这个编号，请核对归属"]
      : []),
    ...(told ? [`填写的卖家编号是 ${told}，授权的是 ${connection.account}，请核对是不是同一家店铺`] : []),
    ...(merchantName === "" ? ["商户还没有认证名称"] : []),
  ];
}

export async function describeCase(deps: StoresDeps, ctx: OperatorContext, key: StoreKey) {
  const store = await anyStore(deps, key);
  await recordReading(deps, ctx, store, "store.viewed");
  const [described, merchantName] = await Promise.all([
    describeStore(deps, store),
    deps.merchantName(store.merchantId).then((name) => name ?? ""),
  ]);
  const [whole] = await withMoney(deps, store.merchantId, [described]);
  const { income: _income, ...shown } = whole!;
  return {
    ...shown,
    merchantId: store.merchantId,
    merchantName,
    submittedAt: store.submittedAt,
    decidedAt: store.decidedAt,
    decidedBy: store.decidedBy,
    notes: await notesOn(deps, store, merchantName),
  };
}

export async function readCaseDocument(deps: StoresDeps, ctx: OperatorContext, key: StoreKey, fileId: string) {
  const store = await anyStore(deps, key);
  const file = fileIdsIn(answersOf(store)).includes(fileId)
    ? await findEvidence(deps.files, store.merchantId, fileId)
    : undefined;
  if (!file) throw new Refusal("not_found");
  await recordReading(deps, ctx, store, "store.document_read", { fileId });
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}
