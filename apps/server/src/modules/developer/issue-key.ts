import { Refusal, type OpenKeyView } from "@coralhub/contract";
import { OPEN_API } from "@coralhub/domain";
import { ACCESS_ENDS, type AccessEnd } from "../../platform/access-end.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { requireFresh } from "../identity/index.ts";
import { requireApp, tellAppsChanged } from "./apply-app.ts";
import { keepToken, listApps, updateApp } from "./apps-store.ts";
import { createAuthority, issueCertificate, readPublicKey, serialOf, type AuthorityKey } from "./certificates.ts";
import type { DeveloperDeps } from "./deps.ts";
import {
  findAuthority,
  insertKey,
  keepAuthority,
  keepWarning,
  listEnding,
  listKeys,
  revokeAll,
  revokeKey,
  type OpenKey,
} from "./keys-store.ts";
import { recordDeed } from "./record-deed.ts";
import { hashToken, TOKEN_START } from "./verify-call.ts";

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const AUTHORITY_CONTEXT = "open authority";
const SERIAL_BYTES = 16;

const newSerial = ({ random }: Pick<DeveloperDeps, "random">): string => serialOf(random.bytes(SERIAL_BYTES));
const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

export const describeKey = (key: OpenKey): OpenKeyView => ({
  id: key.id,
  certName: key.name,
  algorithm: key.algorithm,
  fingerprint: key.fingerprint,
  serial: key.serial,
  beginsAt: key.beginsAt,
  endsAt: key.endsAt,
  revokedAt: key.revokedAt,
});
export const isInUse = (key: OpenKey, now: Date): boolean => key.revokedAt === null && key.endsAt > now;

/** Made when it is first needed; two that make it at once keep one. */
export async function authorityOf(deps: DeveloperDeps): Promise<AuthorityKey> {
  const { db } = deps.database;
  let known = await findAuthority(db);
  if (!known) {
    const now = deps.wallClock.now();
    const made = await createAuthority(newSerial(deps), { beginsAt: now, endsAt: daysLater(now, AUTHORITY_DAYS) });
    const sealedKey = deps.secrets.seal(made.privateKey, AUTHORITY_CONTEXT);
    await keepAuthority(db, { certificate: made.certificate, sealedKey }, now);
    known = (await findAuthority(db))!;
  }
  return { certificate: known.certificate, privateKey: deps.secrets.openText(known.sealedKey, AUTHORITY_CONTEXT) };
}

type KeyRequest = { appId: string; certName: string; passwd?: string | undefined; publicKey?: string | undefined };
type NewKey = Pick<OpenKey, "algorithm" | "spki" | "fingerprint" | "serial"> & { pfx: Buffer | null };

async function makeKey(
  deps: DeveloperDeps,
  request: KeyRequest,
  term: { beginsAt: Date; endsAt: Date },
): Promise<NewKey> {
  const serial = newSerial(deps);
  if (request.publicKey !== undefined) {
    const given = readPublicKey(request.publicKey);
    if (!given) throw new Refusal("developer.key_unreadable", {}, { publicKey: "公钥无法识别" });
    return { ...given, fingerprint: null, serial, pfx: null };
  }
  const { appId, certName: name, passwd = "" } = request;
  const issued = await issueCertificate(await authorityOf(deps), { appId, name, passwd, serial, ...term });
  return { algorithm: "rsa", ...issued };
}

export async function applyForKey(deps: DeveloperDeps, ctx: MerchantContext, request: KeyRequest) {
  requireFresh(deps, ctx);
  const app = await requireApp(deps, ctx.merchantId, request.appId);
  const at = deps.wallClock.now();
  const term = { beginsAt: at, endsAt: daysLater(at, OPEN_API.keyYears * 365) };
  const { pfx, ...made } = await makeKey(deps, request, term);
  const key = {
    merchantId: ctx.merchantId,
    id: deps.ids.next(),
    app: app.id,
    name: request.certName,
    ...made,
    ...term,
  };
  await ctx.once(async (tx) => {
    // Two that are asked for at once are counted one after the other.
    await requireApp(deps, ctx.merchantId, request.appId, tx);
    const inUse = (await listKeys(tx, app)).filter((one) => isInUse(one, at));
    if (inUse.length >= OPEN_API.mostKeys) throw new Refusal("developer.too_many_keys", { most: OPEN_API.mostKeys });
    await insertKey(tx, key, at);
    await recordDeed(deps, tx, ctx, {
      action: "developer.key_issued",
      appId: app.appId,
      detail: { key: key.id, name: key.name, serial: key.serial },
    });
    await tellAppsChanged(deps, tx, app);
  });
  return {
    certificate: describeKey({ ...key, revokedAt: null }),
    fileName: pfx && `${app.appId}.pfx`,
    pfx: pfx && pfx.toString("base64"),
  };
}

export async function revokeCertificate(
  deps: DeveloperDeps,
  ctx: MerchantContext,
  input: { appId: string; id: string },
) {
  const app = await requireApp(deps, ctx.merchantId, input.appId);
  return ctx.once(async (tx) => {
    if (!(await revokeKey(tx, app, input.id, deps.wallClock.now()))) throw new Refusal("not_found");
    await recordDeed(deps, tx, ctx, { action: "developer.key_revoked", appId: app.appId, detail: { key: input.id } });
    await tellAppsChanged(deps, tx, app);
    return null;
  });
}

/**
 * The account comes back to its owner. Whoever had it may have made a program that pays without a code, or listens: no key
 * works any more, and the programs rest until the owner has looked at them.
 */
export async function endPrograms(deps: DeveloperDeps, tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]> {
  const at = deps.wallClock.now();
  const apps = await listApps(tx, merchantId);
  if (apps.length === 0) return [];
  const keys = await revokeAll(tx, merchantId, at);
  for (const app of apps) {
    await updateApp(tx, app, { enabled: false }, deps.clock.now());
    await tellAppsChanged(deps, tx, app);
  }
  await deps.audit.record(tx, {
    actor: ACCESS_ENDS[why].actor,
    action: "developer.key_revoked",
    subject: `merchant:${merchantId}`,
    detail: { apps: apps.map(({ appId }) => appId), keys },
  });
  return ["开放接口应用已停用、密钥已作废，请核对后重新启用并申请密钥"];
}

/** Shown once; only its hash is kept. */
export async function applyForToken(deps: DeveloperDeps, ctx: MerchantContext, appId: string) {
  if (!deps.sandbox) throw new Refusal("developer.sandbox_only");
  requireFresh(deps, ctx);
  const app = await requireApp(deps, ctx.merchantId, appId);
  const token = `${TOKEN_START}${deps.random.bytes(24).toString("base64url")}`;
  await ctx.once(async (tx) => {
    await keepToken(tx, app, hashToken(token), deps.wallClock.now());
    await recordDeed(deps, tx, ctx, { action: "developer.token_issued", appId: app.appId });
    await tellAppsChanged(deps, tx, app);
  });
  return { token };
}

/** Thirty, fourteen, seven days and one before the end, once each. */
export async function warnOfEndings(deps: DeveloperDeps): Promise<void> {
  const now = deps.wallClock.now();
  const furthest = Math.max(...OPEN_API.keyWarnings);
  for (const key of await listEnding(deps.database.db, now, daysLater(now, furthest))) {
    const days = Math.ceil((key.endsAt.getTime() - now.getTime()) / DAY_MS);
    const due = Math.min(...OPEN_API.keyWarnings.filter((warning) => warning >= days));
    if (key.warnedDays !== null && key.warnedDays <= due) continue;
    await deps.database.transaction(async (tx) => {
      if (!(await keepWarning(tx, key, due))) return;
      await deps.sendMessage(tx, {
        event: "developer.key_expiring",
        merchantId: key.merchantId,
        data: { app: key.product, key: key.name, days: String(days) },
      });
    });
  }
}
