import { createHash, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { ConfigError } from "../../../platform/config.ts";
import type { Clock } from "../../../platform/clock.ts";
import { unixSeconds } from "../signing.ts";

/** A pair made by eBay's Key Management API: the public half comes sealed (a JWE), the private half as PKCS #8 in base64. */
export type EbayKeys = Record<"SIGNING_JWE" | "SIGNING_PRIVATE_KEY", string>;
export type EbayRequest = { method: "GET" | "POST"; url: URL; body?: string };

/**
 * eBay asks for signed messages (RFC 9421, digest by RFC 9530) wherever money of a seller in the EU or the UK is looked
 * at, and overlooks the signature everywhere else. The query is not part of what it signs.
 */
export function ebaySigner({ SIGNING_JWE: jwe, SIGNING_PRIVATE_KEY: text }: EbayKeys, clock: Clock) {
  const key = privateKey(text);
  return ({ method, url, body }: EbayRequest): Record<string, string> => {
    const digest = body === undefined ? [] : [["content-digest", digestOf(body)] as const];
    const parts = [
      ...digest,
      ["x-ebay-signature-key", jwe] as const,
      ["@method", method] as const,
      ["@path", url.pathname] as const,
      ["@authority", url.host] as const,
    ];
    const params = `(${parts.map(([name]) => `"${name}"`).join(" ")});created=${unixSeconds(clock.now())}`;
    const base = [...parts, ["@signature-params", params] as const].map(([name, value]) => `"${name}": ${value}`);
    // Ed25519 hashes by itself; RSA is PKCS #1 v1.5 over SHA-256.
    const algorithm = key.asymmetricKeyType === "rsa" ? "sha256" : null;
    const signature = sign(algorithm, Buffer.from(base.join("\n")), key).toString("base64");
    return {
      ...Object.fromEntries(digest),
      "x-ebay-signature-key": jwe,
      "signature-input": `sig1=${params}`,
      signature: `sig1=:${signature}:`,
    };
  };
}

const digestOf = (body: string): string => `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;

function privateKey(text: string): KeyObject {
  const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch {
    throw new ConfigError("CONNECT_EBAY_SIGNING_PRIVATE_KEY is not a private key (PKCS #8, base64 or PEM)");
  }
}
