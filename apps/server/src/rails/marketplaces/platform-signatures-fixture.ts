import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { NOW, type Asked } from "./platform-fixture.ts";

/** How platforms look at what they are sent: written from their papers, not from our clients. */
export const hmac = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("hex");

const sorted = (query: Record<string, string>, without: string[]) =>
  Object.keys(query)
    .filter((name) => !without.includes(name))
    .toSorted()
    .map((name) => name + query[name])
    .join("");

/** `told` in seconds; platforms differ in how far from their own clock they let it be. */
const isFresh = (told: number, seconds: number, now: Date) => Math.abs(now.getTime() / 1_000 - told) <= seconds;

export type SignatureCheck = (asked: Asked, now?: Date) => boolean;

export const LAZADA_SECRET = "lz-secret";
export const isSignedForLazada: SignatureCheck = ({ path, query }, now = NOW) =>
  query["sign"] === hmac(LAZADA_SECRET, path.replace(/^\/rest/, "") + sorted(query, ["sign"])).toUpperCase() &&
  isFresh(Number(query["timestamp"]) / 1_000, 7_200, now);

export const SHOPEE_KEY = "sp-key";
export const isSignedForShopee: SignatureCheck = ({ path, query }, now = NOW) => {
  const shop = path.startsWith("/api/v2/auth/") ? "" : (query["access_token"] ?? "") + (query["shop_id"] ?? "");
  const text = `${query["partner_id"]}${path}${query["timestamp"]}${shop}`;
  return query["sign"] === hmac(SHOPEE_KEY, text) && isFresh(Number(query["timestamp"]), 300, now);
};

export const TIKTOK_SECRET = "tt-secret";
export const isSignedForTiktok: SignatureCheck = ({ path, query, body }, now = NOW) => {
  const text = `${TIKTOK_SECRET}${path}${sorted(query, ["sign", "access_token"])}${body}${TIKTOK_SECRET}`;
  return query["sign"] === hmac(TIKTOK_SECRET, text) && isFresh(Number(query["timestamp"]), 300, now);
};

export const COUPANG_SECRET = "sk";
export const isSignedForCoupang: SignatureCheck = ({ method, path, search, headers }, now = NOW) => {
  const [, date = "", signature] =
    /^CEA algorithm=HmacSHA256, access-key=ak, signed-date=(\d{6}T\d{6}Z), signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const [, year, month, day, hour, minute, second] = /^(..)(..)(..)T(..)(..)(..)Z$/.exec(date) ?? [];
  const told = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1_000;
  return signature === hmac(COUPANG_SECRET, date + method + path + search) && isFresh(told, 300, now);
};

/** The pair RFC 9421 prints for trying things out, which eBay's own samples use as well; the JWE is theirs. */
export const EBAY_PRIVATE_KEY = "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF";
const EBAY_PUBLIC_KEY = "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=";
export const EBAY_JWE =
  "eyJ6aXAiOiJERUYiLCJlbmMiOiJBMjU2R0NNIiwidGFnIjoiSGdLcjNSSWFlZll0Mkd4blBUUTEwUSIsImFsZyI6IkEyNTZHQ01LVyIsIml2IjoiQTVOQXFYUXlITkNIT01GVSJ9.z3JcS0vvxrYboqpySAq_Znww-3V6AllxmJP5JEMkuLY.K1f4MVMEc8ylbfSS.fASwJyMCk2tXZsNWk13IcuVgSWTOcynSdAoJrK4WApZANlxAP9J0qr0Jz_4aFldFDSZ5tfuxLGqzJmWU7CiZWwNjk2XoVy8q5ogMrFNFwFXP4SrX1XORhNLZPTyS5DEqLDPYn2NX944xendEwfcxxXsTSeNCUnmSyfitiscUC04GYOfn0UWQ2buSWx7Yod0IR2GtTGUsM9o3J-riuNDKhw.rRsWM1Sl_2stTnZLJkWVmQ";

/** What eBay's verifier does: the base is made anew from the message and the names its signature lists. */
export function isSignedForEbay(
  { method, path, headers, body }: Asked,
  now = NOW,
  publicKey = EBAY_PUBLIC_KEY,
): boolean {
  const input = String(headers["signature-input"] ?? "");
  const [, params = "", names = "", created = ""] = /^sig1=(\(([^)]*)\);created=(\d+))$/.exec(input) ?? [];
  const wanted = ["x-ebay-signature-key", "@method", "@path", "@authority", ...(body === "" ? [] : ["content-digest"])];
  const listed = names.split(" ").map((name) => name.replaceAll('"', ""));
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  if (wanted.some((name) => !listed.includes(name)) || !isFresh(Number(created), 300, now)) return false;
  if (body !== "" && headers["content-digest"] !== digest) return false;
  if (headers["x-ebay-signature-key"] !== EBAY_JWE) return false;
  const known: Record<string, string | undefined> = { "@method": method, "@path": path, "@authority": headers.host };
  const lines = listed.map((name) => `"${name}": ${known[name] ?? headers[name]?.toString()}`);
  const base = [...lines, `"@signature-params": ${params}`].join("\n");
  const [, signature = ""] = /^sig1=:([^:]+):$/.exec(String(headers["signature"] ?? "")) ?? [];
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  const algorithm = key.asymmetricKeyType === "rsa" ? "sha256" : null;
  return verify(algorithm, Buffer.from(base), key, Buffer.from(signature, "base64"));
}
