import { createHash, createHmac } from "node:crypto";

export type Tc3Request = {
  secretId: string;
  secretKey: string;
  service: string;
  host: string;
  action: string;
  contentType: string;
  body: string;
  /** Seconds since 1970. */
  at: number;
};

const SIGNED = "content-type;host;x-tc-action";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Tencent Cloud's TC3-HMAC-SHA256 for a POST to the root of one of its services: the `Authorization` header. */
export function signTc3({ secretId, secretKey, service, host, action, contentType, body, at }: Tc3Request): string {
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const request = ["POST", "/", "", headers, SIGNED, sha256(body)].join("\n");
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const text = ["TC3-HMAC-SHA256", at, scope, sha256(request)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), "tc3_request");
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${hmac(key, text).toString("hex")}`;
}
