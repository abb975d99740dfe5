import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createS3Storage, type FileStorage } from "./file-storage.ts";

const ACCESS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const KEY = "0193a000-0000-7000-8000-000000000001";
const objects = new Map<string, Buffer>();
let server: Server;
let endpoint: string;

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Signature version 4 as the store computes it, from the request alone. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!match || match[1] !== ACCESS.accessKeyId) return false;
  const [, , day, region, signed, signature] = match as unknown as string[];
  const names = signed!.split(";");
  if (
    !names.includes("host") ||
    !names.includes("x-amz-content-sha256") ||
    request.headers["x-amz-content-sha256"] !== sha256(body)
  )
    return false;
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join("");
  const canonical = [request.method, request.url, "", headers, signed, sha256(body)].join("\n");
  const time = String(request.headers["x-amz-date"]);
  const toSign = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = [day!, region!, "s3", "aws4_request"].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${ACCESS.secretAccessKey}`,
  );
  return time.startsWith(day!) && hmac(key, toSign).toString("hex") === signature;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const path = request.url ?? "";
  if (!isSigned(request, body)) return void response.writeHead(403).end("<Code>SignatureDoesNotMatch</Code>");
  if (!path.startsWith("/files/")) return void response.writeHead(404).end("<Code>NoSuchBucket</Code>");
  if (request.method === "PUT") objects.set(path, body);
  if (request.method === "DELETE") objects.delete(path);
  const found = objects.get(path);
  if (request.method === "GET" && !found) return void response.writeHead(404).end("<Code>NoSuchKey</Code>");
  response.writeHead(request.method === "DELETE" ? 204 : 200).end(request.method === "GET" ? found : undefined);
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const store = (changes: Partial<Parameters<typeof createS3Storage>[0]> = {}): FileStorage =>
  createS3Storage({ endpoint, region: "ap-east-1", bucket: "files", ...ACCESS, ...changes });

test("writes, reads and removes under its key, signed", async () => {
  const content = Buffer.from([0, 1, 2, 255]);
  expect(await store().read(KEY)).toBeUndefined();
  await store().write(KEY, content);
  expect(objects.get(`/files/${KEY}`)).toEqual(content);
  expect(Buffer.from((await store().read(KEY))!)).toEqual(content);
  await store().remove(KEY);
  expect(await store().read(KEY)).toBeUndefined();
});

test("a wrong key or a wrong bucket is an error that says so, never an empty file", async () => {
  await expect(store({ secretAccessKey: "wrong" }).read(KEY)).rejects.toThrow(/403.*SignatureDoesNotMatch/);
  await expect(store({ bucket: "elsewhere" }).write(KEY, Buffer.from("x"))).rejects.toThrow(/S3_BUCKET/);
});
