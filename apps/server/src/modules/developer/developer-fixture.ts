import { developerEndpoints as dev, type CallInput } from "@coralhub/contract";
import { API_SCOPES, signedText, type ApiScope } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { createHash, generateKeyPair, randomBytes, sign, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { proveAgain } from "../payouts/payouts-fixture.ts";
import type { Desk } from "../income/income-fixture.ts";

// Not on the event loop: the server under test answers from it.
const makeKeys = promisify(generateKeyPair);
export const ALL_SCOPES = Object.keys(API_SCOPES) as ApiScope[];
export type Program = { appId: string; key: KeyObject; certificateId: string };

/** An app with an Ed25519 key of its own making. */
export async function program(
  desk: Desk,
  merchant: TestMerchant,
  wanted: Partial<CallInput<typeof dev.applyApp.input>> = {},
): Promise<Program> {
  await proveAgain(desk, merchant);
  const { appId } = await desk.call(
    dev.applyApp,
    { appProduct: "ERP 自动付款", scopes: ALL_SCOPES, ...wanted },
    merchant,
  );
  return { appId, ...(await addKey(desk, merchant, appId)) };
}

export async function addKey(desk: Desk, merchant: TestMerchant, appId: string, type: "ed25519" | "rsa" = "ed25519") {
  const pair = type === "rsa" ? await makeKeys("rsa", { modulusLength: 2048 }) : await makeKeys("ed25519");
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const { certificate } = await desk.call(dev.applyCert, { appId, certName: `${type} 密钥`, publicKey }, merchant);
  return { key: pair.privateKey, certificateId: certificate.id };
}

export type OpenRequest = {
  method: "GET" | "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
  address?: string;
  requestId?: string;
};
/** Everything that goes out, signed by hand as the documentation says. */
export function signedRequest({ appId, key }: Pick<Program, "appId" | "key">, request: OpenRequest, now = Date.now()) {
  const body = request.body ? JSON.stringify(request.body) : "";
  const parts = {
    appId,
    method: request.method,
    path: `/open/v1${request.path}`,
    bodyHash: createHash("sha256").update(body).digest("hex"),
    timestamp: String(Math.floor(now / 1000)),
    nonce: randomBytes(16).toString("hex"),
    requestId: request.requestId ?? (request.method === "GET" ? "" : `req-${randomBytes(8).toString("hex")}`),
  };
  const algorithm = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  const headers: Record<string, string> = {
    "x-app-id": appId,
    "x-timestamp": parts.timestamp,
    "x-nonce": parts.nonce,
    "x-signature": sign(algorithm, Buffer.from(signedText(parts)), key).toString("base64"),
    ...(parts.requestId && { "x-request-id": parts.requestId }),
    ...(body && { "content-type": "application/json" }),
    ...(request.address && { "x-forwarded-for": request.address }),
    ...request.headers,
  };
  return { method: request.method, path: parts.path, headers, body };
}
type Wire = ReturnType<typeof signedRequest>;

export async function sendOpen({ url }: Pick<Desk, "url">, { method, path, headers, body }: Wire) {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) });
  const answer = (await response.json()) as {
    code: number;
    msg: string;
    data: never;
    requestId?: string;
    doc?: string;
  };
  return { status: response.status, headers: response.headers, ...answer };
}
export const callOpen = (desk: Desk, who: Pick<Program, "appId" | "key">, request: OpenRequest) =>
  sendOpen(desk, signedRequest(who, request, desk.clock.now().getTime()));
