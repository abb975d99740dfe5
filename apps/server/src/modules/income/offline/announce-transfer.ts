import { Refusal, type OfflineTransferDetail, type UploadedFile } from "@coralhub/contract";
import {
  addDays,
  OFFLINE_ACCOUNT,
  OFFLINE_MOST_DAYS,
  OFFLINE_STEPS,
  offlineSerial,
  offlineTransferLifecycle,
  toShanghaiDay,
  type Money,
  type OfflineStep,
  type OfflineTransferState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import { merchantActor } from "../../../platform/lifecycle-engine.ts";
import { findAccount, lockTakingAccount } from "../../accounts/index.ts";
import type { IncomeDeps } from "../deps.ts";
import { findTransfer, insertTransfer, listProofs, type OfflineKey, type Proof } from "./offline-store.ts";

const PURPOSE = "offline transfer";

/** What is written on the remittance form. */
export const offlineAccount = () => [
  { label: "收款户名", value: OFFLINE_ACCOUNT.holder },
  { label: "收款账号", value: OFFLINE_ACCOUNT.number },
  { label: "收款银行", value: OFFLINE_ACCOUNT.bank },
  { label: "SWIFT", value: OFFLINE_ACCOUNT.bic },
];

export async function uploadProof(
  deps: IncomeDeps,
  ctx: MerchantContext,
  { file }: { file: UploadedFile },
): Promise<Proof> {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: PURPOSE,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId: id, fileName };
}

type Announced = {
  accountId: string;
  amount: Money;
  payerName: string;
  sentOn: string;
  bankReference: string;
  note: string;
  proofs: readonly string[];
};

/** Nothing moves by it: it says which unclaimed money to look for, and for which account. */
export async function announceTransfer(
  deps: IncomeDeps,
  ctx: MerchantContext,
  { proofs: fileIds, ...said }: Announced,
) {
  const { merchantId, now } = ctx;
  const today = toShanghaiDay(now);
  if (said.sentOn > today || said.sentOn < addDays(today, -OFFLINE_MOST_DAYS)) {
    throw new Refusal("offline.too_old", { most: OFFLINE_MOST_DAYS });
  }
  const account = await findAccount(deps.database.db, { merchantId, id: said.accountId });
  if (!account) throw new Refusal("not_found");
  if (account.state !== "open") throw new Refusal("account.not_open");
  if (account.currency !== said.amount.currency) {
    throw new Refusal("account.other_currency", { currency: account.currency });
  }
  const proofs = await Promise.all(
    [...new Set(fileIds)].map(async (fileId): Promise<Proof> => {
      const file = await deps.files.find(merchantId, fileId);
      if (file?.purpose !== PURPOSE) throw new Refusal("offline.no_proof");
      return { fileId, fileName: file.fileName };
    }),
  );
  return ctx.once(async (tx) => {
    // Whoever closes the account at this moment sees the transfer, or is seen.
    if (!(await lockTakingAccount(tx, { merchantId, id: said.accountId }))) throw new Refusal("account.not_open");
    const id = deps.ids.next();
    const transfer = { ...said, merchantId, id, serial: offlineSerial(id), createdAt: now };
    await insertTransfer(tx, transfer, proofs);
    const step = {
      action: "submit" satisfies OfflineStep,
      by: merchantActor(ctx),
      at: now,
      note: `${proofs.length} 份凭证`,
    };
    await deps.lifecycles.record(tx, offlineTransferLifecycle, { merchantId, id }, step);
    const { serial, amount, accountId, payerName, sentOn } = transfer;
    return {
      id,
      state: "waiting" as const,
      serial,
      amount,
      accountId,
      payerName,
      sentOn,
      reason: null,
      createdAt: now,
    };
  });
}

export async function describeTransfer(deps: IncomeDeps, key: OfflineKey): Promise<OfflineTransferDetail> {
  const { db } = deps.database;
  const transfer = await findTransfer(db, key);
  if (!transfer) throw new Refusal("not_found");
  const [proofs, events] = await Promise.all([
    listProofs(db, key),
    deps.lifecycles.timeline(db, offlineTransferLifecycle, key),
  ]);
  const { merchantId: _owner, unclaimedId: _found, ...shown } = transfer;
  return {
    ...shown,
    proofs,
    timeline: events.map(({ action, note, at }) => ({
      action: action as OfflineStep,
      label: OFFLINE_STEPS[action as OfflineStep],
      note,
      at,
    })),
  };
}

export const cancelTransfer = (
  deps: IncomeDeps,
  ctx: MerchantContext,
  id: string,
): Promise<{ state: OfflineTransferState }> =>
  ctx.once(async (tx) => {
    const key = { merchantId: ctx.merchantId, id };
    const change = { by: merchantActor(ctx), at: ctx.now };
    return { state: await deps.lifecycles.advance(tx, offlineTransferLifecycle, key, "cancel", change) };
  });
