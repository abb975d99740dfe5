/** A key of the runtime's own cryptography. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
/** What proves who calls: a token of the sandbox, or the private key of a registered certificate or public key. */
export type Credentials = { token: string } | { privateKey: string | SigningKey };

/** One call as it goes out; the signature is over all of it. */
export type Outgoing = {
  appId: string;
  method: string;
  /** With its query, as sent. */
  path: string;
  body: Uint8Array<ArrayBuffer>;
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  requestId: string;
};

const VERSION = "coralhub-1";
/** Object identifiers inside a PKCS#8 file, as bytes in hex. */
const ALGORITHMS = {
  "2a864886f70d010101": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  "2b6570": { name: "Ed25519" },
} as const;

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A private key in PEM (PKCS#8), RSA or Ed25519. */
export async function readPrivateKey(pem: string): Promise<SigningKey> {
  const body = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  if (body === undefined) throw new TypeError("the private key must be PEM, PKCS#8 (-----BEGIN PRIVATE KEY-----)");
  const der = fromBase64(body.replaceAll(/\s/g, ""));
  // The algorithm stands at the beginning; the key itself may hold any bytes.
  const head = hexOf(der.subarray(0, 40));
  const algorithm = Object.entries(ALGORITHMS).find(([identifier]) => head.includes(identifier))?.[1];
  if (!algorithm) throw new TypeError("the private key must be RSA or Ed25519");
  return crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}

export async function signedText({
  appId,
  method,
  path,
  body,
  timestamp,
  nonce,
  requestId,
}: Outgoing): Promise<string> {
  const bodyHash = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
  return [VERSION, appId, method, path, bodyHash, timestamp, nonce, requestId].join("\n");
}

/** The headers that carry the proof. */
export async function proofHeaders(key: SigningKey, outgoing: Outgoing): Promise<Record<string, string>> {
  const signature = await crypto.subtle.sign(key.algorithm.name, key, utf8(await signedText(outgoing)));
  return {
    "x-timestamp": outgoing.timestamp,
    "x-nonce": outgoing.nonce,
    "x-signature": base64Of(new Uint8Array(signature)),
  };
}
