import { Refusal, type OpenOperation } from "@coralhub/contract";
import { API_SCOPES, OPEN_API, OPEN_API_VERSION, OPEN_API_VERSIONS, signedText } from "@coralhub/domain";
import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from "node:crypto";
import type { OpenCall, OpenCaller, OpenGate } from "../../platform/open-gate.ts";
import type { KnownApp, KnownApps } from "./known-apps.ts";
import type { DeveloperDeps } from "./deps.ts";
import type { CallCounter } from "./count-calls.ts";
import type { RequestLog } from "./keep-log.ts";

export const TOKEN_START = "coral_test_";
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

const NONCE = /^[\w.-]{16,64}$/;
const REQUEST_ID = /^[\w.:-]{8,128}$/;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What a caller shows; every part is looked at, whatever the others say. */
type Shown = { appId: string; signature: Buffer; timestamp: string; nonce: string; requestId: string; bearer: string };
const shownIn = ({ headers }: OpenCall): Shown => ({
  appId: text(headers["x-app-id"]),
  signature: Buffer.from(text(headers["x-signature"]).slice(0, 1024), "base64"),
  timestamp: text(headers["x-timestamp"]),
  nonce: text(headers["x-nonce"]),
  requestId: text(headers["x-request-id"]),
  bearer: text(headers["authorization"]).replace(/^Bearer /, ""),
});

/** Of nobody: its private half was never kept. Stands in where there is no key, so that an unknown app takes as long as a known one. */
const NOBODY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvuqY6k9qY4gP9GfwR75dikAnOJHgSDREIdOCSyLOE5DzZ5loIeWcAk5aZW5Y0Pm2MD" +
  "S6v63POWz4aThPyGN62K8rveWTHOIM+4Ornmrqkz0I/HQR4d7U2WgQkRVkLqyPizw6Y2RwfjE9A4RqU2idNbYrAho3MNoHamnj5cKSHGn0Ln76" +
  "pe0WE7Hsjcoben1zngCFwDp6QOizX68jfgRkG6p9YCYHEUyhgF3Is2Jjc/fi1T8QzZPnDZh7P0hHEAoaYZltsgAMCAGPTNMDlZ8u4rO0bj73xA" +
  "A3G7oapLDLJyIOVMDjQ+Nxa+pYecIf8KEHYIEtmIgCe3GMqpyl6TPxUwIDAQAB";

const verifyWith = (key: KeyObject, signed: Buffer, signature: Buffer): boolean =>
  verify(key.asymmetricKeyType === "ed25519" ? null : "sha256", signed, key, signature);

export function createCallVerifier(
  deps: DeveloperDeps,
  operations: Readonly<Record<string, OpenOperation>>,
  { apps, counter, log }: { apps: KnownApps; counter: CallCounter; log: RequestLog },
): OpenGate {
  const stranger = createPublicKey({ key: Buffer.from(NOBODY, "base64"), format: "der", type: "spki" });

  /** The methods in turn, each worth the same; none is left out because another has failed. */
  function isProven(app: KnownApp | undefined, call: OpenCall, shown: Shown, now: Date): boolean {
    const { method, url: path, body } = call;
    const bodyHash = createHash("sha256").update(body).digest("hex");
    const signed = Buffer.from(signedText({ ...shown, method, path, bodyHash }));
    const keys = (app?.keys ?? []).filter(({ endsAt }) => endsAt > now);
    const signatures = (keys.length > 0 ? keys.map(({ key }) => key) : [stranger]).map((key) =>
      verifyWith(key, signed, shown.signature),
    );
    const age = Math.abs(now.getTime() / 1000 - Number(shown.timestamp || Number.NaN));
    const isTimely = age <= OPEN_API.signatureSeconds;
    const bySignature = keys.length > 0 && signatures.some(Boolean) && isTimely && NONCE.test(shown.nonce);
    const byCertificate = keys.some(
      ({ fingerprint }) => fingerprint !== null && fingerprint === call.certificate?.toLowerCase(),
    );
    const token = hashToken(shown.bearer);
    const byToken = deps.sandbox && app?.token !== undefined && timingSafeEqual(token, app.token);
    const fromHere = app?.permits(call.address) ?? false;
    return (bySignature || byCertificate || byToken) && fromHere && (app?.isOpen ?? false);
  }

  async function admit(call: OpenCall): Promise<{ caller: OpenCaller; headers: Record<string, string> }> {
    const now = deps.wallClock.now();
    const shown = shownIn(call);
    const app = await apps.find(shown.appId);
    const proven = isProven(app, call, shown, now);
    if (app && !proven) log.refused(app);
    if (!app || !proven) throw new Refusal("open.refused");
    const taken = await counter.take(app, shown.signature.length > 0 ? shown.nonce : null);
    if (taken.replayed) throw new Refusal("open.refused");
    const { name, scope } = call;
    checkVersion(call);
    if (taken.over) throw new Refusal("open.too_many", { limit: app.callsPerMinute, seconds: taken.resetSeconds });
    if (scope === undefined || !mayUse(app, scope))
      throw new Refusal("open.scope_missing", { scope: scopeLabel(scope) });
    if (!operations[name]?.always && !(await deps.certification.mayMoveMoney(app.merchantId)))
      throw new Refusal("access.not_certified");
    if (call.idempotent && !REQUEST_ID.test(shown.requestId)) throw new Refusal("open.request_id_missing");
    return { caller: callerOf(app, now), headers: headersFor(app, taken) };
  }

  return {
    admit,
    answered: (call, answer) => log.keep(apps.known(text(call.headers["x-app-id"])), call, answer),
  };
}

function checkVersion({ headers }: OpenCall): void {
  const version = text(headers["x-api-version"]);
  if (version !== "" && !OPEN_API_VERSIONS.some(({ date }) => date === version))
    throw new Refusal("open.version_unknown");
}

/** Whoever may pay may also prepare a payment. */
const mayUse = (app: KnownApp, scope: string): boolean =>
  app.scopes.has(scope) || (scope === "payouts:prepare" && app.scopes.has("payouts:write"));
const scopeLabel = (scope: string | undefined): string =>
  (API_SCOPES as Record<string, string>)[scope ?? ""] ?? String(scope);

const callerOf = (app: KnownApp, now: Date): OpenCaller => ({
  merchantId: app.merchantId,
  personId: app.personId,
  personName: `应用 ${app.product}`,
  app: { id: app.id, appId: app.appId, name: app.product },
  // The signature is as fresh as a proof can be.
  session: { id: app.id, createdAt: now, steppedUpAt: now },
});

const headersFor = (app: KnownApp, { left, resetSeconds }: { left: number; resetSeconds: number }) => ({
  "ratelimit-limit": String(app.callsPerMinute),
  "ratelimit-remaining": String(left),
  "ratelimit-reset": String(resetSeconds),
  "x-api-version": OPEN_API_VERSION,
});
