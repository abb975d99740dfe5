/** How programs of merchants reach the open API. The server, the page and the documentation read these. */
export const OPEN_API = {
  base: "/open/v1",
  /** A signature is good for this long, either way. */
  signatureSeconds: 300,
  /** Calls a minute per app unless an operator has said otherwise. */
  callsPerMinute: 600,
  mostApps: 10,
  /** Two at once, so that one can be replaced while the other works. */
  mostKeys: 2,
  mostAddresses: 50,
  keyYears: 1,
  /** Days before the end at which a merchant is told. */
  keyWarnings: [30, 14, 7, 1],
  logDays: 30,
  /** How long the old secret of a webhook still signs beside the new one. */
  secretOverlapHours: 24,
} as const;

/** Versions by date, newest first: what changed is read in the documentation, and a call names the one it was written for. */
export const OPEN_API_VERSIONS = [{ date: "2026-11-16", changes: ["第一版"] }] as const;
export const OPEN_API_VERSION = OPEN_API_VERSIONS[0].date;

/** Seconds to wait before each further attempt; after the last one the delivery is parked until somebody replays it. */
export const WEBHOOK_RETRY_SECONDS = [
  10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200,
] as const;
/** Failures in a row after which an address is left alone. */
export const WEBHOOK_PAUSE_AFTER = 30;

export const WEBHOOK_TYPES = { thin: "精简（只有编号）", full: "完整（带业务数据）" } as const;
export type WebhookType = keyof typeof WEBHOOK_TYPES;
/** Every topic there is. */
export const EVERY_TOPIC = "*";

type SignedParts = {
  appId: string;
  method: string;
  /** With its query, as sent. */
  path: string;
  /** SHA-256 of the body, in lower-case hex; of nothing where there is none. */
  bodyHash: string;
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  /** The caller's idempotency key; empty where it sends none. */
  requestId: string;
};
/** What a request's signature is over: one line per part. */
export const signedText = ({ appId, method, path, bodyHash, timestamp, nonce, requestId }: SignedParts): string =>
  ["coralhub-1", appId, method, path, bodyHash, timestamp, nonce, requestId].join("\n");
