import { Refusal, type OpenOperation } from "@coralhub/contract";
import { API_SCOPES, OPEN_API, OPEN_API_VERSION, OPEN_API_VERSIONS, signedText } from "@coralhub/domain";
import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from "node:crypto";
import type { OpenCall, OpenCaller, OpenGate } from "../../platform/open-gate.ts";
import type { KnownApp, KnownApps } from "./known-apps.ts";
import type { DeveloperDeps } from "./deps.ts";
import type { CallCounter } from "./count-calls.ts";
import type { RequestLog } from "./keep-log.ts";
import { mayUse } from "./scopes.ts";

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

/** Of nobody: their private halves were never kept. They stand in for keys there are not, so that every refusal takes as long. */
const NOBODYS_ED25519 = "MCowBQYDK2VwAyEAjh5asEedjHmd6btqqiXvU3c/Aj6I55MgRudct6rEz7s=";
const NOBODYS_RSA =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvuqY6k9qY4gP9GfwR75dikAnOJHgSDREIdOCSyLOE5DzZ5loIeWcAk5aZW5Y0Pm2MD" +
  "S6v63POWz4aThPyGN62K8rveWTHOIM+4Ornmrqkz0I/HQR4d7U2WgQkRVkLqyPizw6Y2RwfjE9A4RqU2idNbYrAho3MNoHamnj5cKSHGn0Ln76" +
  "pe0WE7Hsjcoben1zngCFwDp6QOizX68jfgRkG6p9YCYHEUyhgF3Is2Jjc/fi1T8QzZPnDZh7P0hHEAoaYZltsgAMCAGPTNMDlZ8u4rO0bj73xA" +
  "A3G7oapLDLJyIOVMDjQ+Nxa+pYecIf8KEHYIEtmIgCe3GMqpyl6TPxUwIDAQAB";

const readKey = (spki: string): KeyObject =>
  createPublicKey({ key: Buffer.from(spki, "base64"), format: "der", type: "spki" });
const isEd25519 = (key: KeyObject): boolean => key.asymmetricKeyType === "ed25519";
type VerifyWith = (key: KeyObject, signed: Buffer, signature: Buffer) => boolean;
export const verifySignature: VerifyWith = (key, signed, signature) =>
  verify(isEd25519(key) ? null : "sha256", signed, key, signature);

const STRANGERS = [readKey(NOBODYS_RSA), readKey(NOBODYS_ED25519)];

/** As many of either kind as an app may have, whether it has them, has others, has none or is none. */
function takeAsLong(verifyWith: VerifyWith, keys: readonly KeyObject[], signed: Buffer, signature: Buffer): void {
  for (const stranger of STRANGERS) {
    const done = keys.filter((key) => isEd25519(key) === isEd25519(stranger)).length;
    for (let more = done; more < OPEN_API.mostKeys; more++) verifyWith(stranger, signed, signature);
  }
}

export function createCallVerifier(
  deps: DeveloperDeps,
  operations: Readonly<Record<string, OpenOperation>>,
  { apps, counter, log }: { apps: KnownApps; counter: CallCounter; log: RequestLog },
  /** Another one in tests: what it is asked is what an answer takes its time for. */
  verifyWith: VerifyWith = verifySignature,
): OpenGate {
  /** Whose call it is, for the log: the app may have been changed, and looked away from, by the time it is answered. */
  const seen = new WeakMap<OpenCall, KnownApp>();

  /** The methods in turn, each worth the same; none is left out because another has failed. */
  function isProven(app: KnownApp | undefined, call: OpenCall, shown: Shown, now: Date): boolean {
    const { method, url: path, bodyHash } = call;
    const signed = Buffer.from(signedText({ ...shown, method, path, bodyHash }));
    const keys = (app?.keys ?? []).filter(({ endsAt }) => endsAt > now);
    const signatures = keys.map(({ key }) => verifyWith(key, signed, shown.signature));
    const age = Math.abs(now.getTime() / 1000 - Number(shown.timestamp || Number.NaN));
    const isTimely = age <= OPEN_API.signatureSeconds;
    const bySignature = signatures.some(Boolean) && isTimely && NONCE.test(shown.nonce) && bodyHash !== "";
    const byCertificate = keys.some(
      ({ fingerprint }) => fingerprint !== null && fingerprint === call.certificate?.toLowerCase(),
    );
    const token = hashToken(shown.bearer);
    const byToken = deps.sandbox && app?.token !== undefined && timingSafeEqual(token, app.token);
    const fromHere = app?.permits(call.address) ?? false;
    const isGood = (bySignature || byCertificate || byToken) && fromHere && (app?.isOpen ?? false);
    if (!isGood)
      takeAsLong(
        verifyWith,
        keys.map(({ key }) => key),
        signed,
        shown.signature,
      );
    return isGood;
  }

  async function admit(call: OpenCall, announce: (headers: Record<string, string>) => void): Promise<OpenCaller> {
    const now = deps.wallClock.now();
    const shown = shownIn(call);
    const app = await apps.find(shown.appId);
    if (app) seen.set(call, app);
    const proven = isProven(app, call, shown, now);
    if (app && !proven) log.refused(app);
    if (!app || !proven) throw new Refusal("open.refused");
    const taken = await counter.take(app, shown.signature.length > 0 ? shown.nonce : null);
    if (taken.replayed) throw new Refusal("open.refused");
    announce(headersFor(app, taken));
    const { name, scope } = call;
    announce({ "x-api-version": versionOf(call), ...warningsOf(operations[name]) });
    if (taken.over) throw new Refusal("open.too_many", { limit: app.callsPerMinute, seconds: taken.resetSeconds });
    if (scope === undefined || !mayUse(app, scope))
      throw new Refusal("open.scope_missing", { scope: scopeLabel(scope) });
    if (!operations[name]?.always && !(await deps.certification.mayMoveMoney(app.merchantId)))
      throw new Refusal("access.not_certified");
    if (call.idempotent && !REQUEST_ID.test(shown.requestId)) throw new Refusal("open.request_id_missing");
    return callerOf(app, now);
  }

  return {
    admit,
    answered: (call, answer) => log.keep(seen.get(call), call, answer),
  };
}

/** The one that was asked for; the newest where none was. */
function versionOf({ headers }: OpenCall): string {
  const asked = text(headers["x-api-version"]) || OPEN_API_VERSION;
  if (!OPEN_API_VERSIONS.some((version) => version === asked)) throw new Refusal("open.version_unknown");
  return asked;
}

/** RFC 9745 and RFC 8594: since when not to be used any more, until when it answers, and what to use instead. */
function warningsOf({ deprecated }: Partial<OpenOperation> = {}): Record<string, string> {
  if (!deprecated) return {};
  const since = Date.parse(`${deprecated.since}T00:00:00+08:00`) / 1000;
  return {
    deprecation: `@${since}`,
    sunset: new Date(`${deprecated.sunset}T00:00:00+08:00`).toUTCString(),
    link: `</docs/open#${deprecated.instead}>; rel="successor-version", </docs/open#changes>; rel="deprecation"`,
  };
}

const scopeLabel = (scope: string | undefined): string =>
  (API_SCOPES as Record<string, string>)[scope ?? ""] ?? String(scope);

const callerOf = (app: KnownApp, now: Date): OpenCaller => ({
  merchantId: app.merchantId,
  personId: app.personId,
  personName: `应用 ${app.product}`,
  app: { id: app.id, appId: app.appId, name: app.product, scopes: app.scopes },
  // The signature is as fresh as a proof can be.
  session: { id: app.id, createdAt: now, steppedUpAt: now },
});

const headersFor = (app: KnownApp, { left, resetSeconds }: { left: number; resetSeconds: number }) => ({
  "ratelimit-limit": String(app.callsPerMinute),
  "ratelimit-remaining": String(left),
  "ratelimit-reset": String(resetSeconds),
});
