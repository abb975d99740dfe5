import { Refusal } from "@coralhub/contract";
import { CERTIFICATION_KINDS, LEGAL_TEXTS, toShanghaiDay, toShanghaiTime, USER_SOURCES } from "@coralhub/domain";
import type { MerchantContext, PersonKey } from "../../platform/context.ts";
import {
  emptyExpiredExports,
  fillExport,
  insertExport,
  listExports,
  readExport,
  type DataExport,
} from "./account-requests-store.ts";
import { listConsents } from "./consents-store.ts";
import type { IdentityDeps } from "./deps.ts";
import { listDevices, listSignIns } from "./devices-store.ts";
import { addressOf } from "./own-address.ts";
import { requireMerchant } from "./require-merchant.ts";
import { requireFresh } from "./step-up.ts";

export const EXPORT_JOB = "identity.export-personal-data";
const KEPT_DAYS = 7;
const contextOf = (merchantId: string, id: string) => `personal data ${merchantId} ${id}`;

export async function requestDataExport(deps: IdentityDeps, ctx: MerchantContext): Promise<{ id: string }> {
  requireFresh(deps, ctx);
  const taken = await deps.rateLimits.take(`data export:${ctx.merchantId}`, 3, 86_400);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
  const id = deps.ids.next();
  return ctx.once(async (tx) => {
    await insertExport(tx, ctx.merchantId, id, deps.clock.now());
    await deps.jobs.send(tx, EXPORT_JOB, { merchantId: ctx.merchantId, personId: ctx.personId, id }, { key: id });
    return { id };
  });
}

/** Everything we hold about the person, in words they can read; each module answers for its own part. */
export async function prepareDataExport(deps: IdentityDeps, { id, ...who }: PersonKey & { id: string }): Promise<void> {
  const { merchantId } = who;
  const parts = Object.values(await deps.together.personalData(merchantId));
  const whole: Record<string, unknown> = { ...(await ownData(deps, who)) };
  for (const part of parts) Object.assign(whole, part);
  const text = JSON.stringify(
    whole,
    (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
    2,
  );
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + KEPT_DAYS * 86_400_000);
  await deps.database.transaction(async (tx) => {
    const content = deps.secrets.seal(text, contextOf(merchantId, id));
    if (!(await fillExport(tx, merchantId, id, { content, readyAt: now, expiresAt }))) return;
    await deps.sendMessage(tx, { event: "account.exportReady", merchantId, data: { until: toShanghaiDay(expiresAt) } });
  });
}

async function ownData(deps: IdentityDeps, who: PersonKey): Promise<Record<string, unknown>> {
  const { db } = deps.database;
  const { merchantId } = who;
  const [m, certified, consents, devices, signIns] = await Promise.all([
    requireMerchant(deps, who),
    deps.certification.briefOf(merchantId),
    listConsents(db, merchantId),
    listDevices(db, who),
    listSignIns(db, who, 1000),
  ]);
  return {
    账户: {
      用户编号: m.userNo,
      主体: certified.name,
      主体类型: certified.kind && CERTIFICATION_KINDS[certified.kind],
      手机: m.mobile,
      邮箱: m.email,
      联系人: m.contactName,
      联系地址: addressOf(deps.secrets, m),
      来源: USER_SOURCES[m.source].label,
      注册时间: toShanghaiTime(m.registeredAt),
    },
    同意的协议: consents.map((c) => ({
      协议: LEGAL_TEXTS[c.text].title,
      版本: c.version,
      时间: toShanghaiTime(c.agreedAt),
    })),
    设备: devices.map((d) => ({
      设备: d.label,
      地址: d.address,
      首次: toShanghaiTime(d.firstSeenAt),
      最近: toShanghaiTime(d.lastSeenAt),
    })),
    登录记录: signIns.map((s) => ({ 时间: toShanghaiTime(s.at), 结果: s.outcome, 设备: s.device, 地址: s.address })),
  };
}

const stateOf = ({ readyAt, expiresAt }: DataExport, now: Date) => {
  if (!readyAt) return "preparing" as const;
  return expiresAt && expiresAt < now ? ("expired" as const) : ("ready" as const);
};

export async function describeExports(deps: IdentityDeps, merchantId: string) {
  const now = deps.clock.now();
  return (await listExports(deps.database.db, merchantId)).map((entry) => ({ ...entry, state: stateOf(entry, now) }));
}

export async function downloadDataExport(deps: IdentityDeps, ctx: MerchantContext, id: string) {
  requireFresh(deps, ctx);
  const entry = await readExport(deps.database.db, ctx.merchantId, id);
  if (!entry) throw new Refusal("not_found");
  const state = stateOf(entry, deps.clock.now());
  if (state === "preparing") throw new Refusal("identity.export_not_ready");
  if (state === "expired" || !entry.content) throw new Refusal("identity.export_expired");
  const body = deps.secrets.open(entry.content, contextOf(ctx.merchantId, id));
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "merchant", id: ctx.merchantId, personId: ctx.personId },
      action: "identity.export_read",
      subject: id,
      address: ctx.address,
    }),
  );
  return {
    fileName: `个人数据-${toShanghaiDay(entry.requestedAt)}.json`,
    contentType: "application/json; charset=utf-8",
    body,
  };
}

export const forgetExpiredExports = (deps: IdentityDeps) => emptyExpiredExports(deps.database.db, deps.clock.now());
