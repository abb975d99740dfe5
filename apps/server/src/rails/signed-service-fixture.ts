import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SignedServiceConfig } from "../platform/config.ts";

type Reply = { status?: number; text: string };
export type SignedService = {
  config: SignedServiceConfig;
  /** What it was sent, each with a signature it could confirm. */
  heard: Record<string, unknown>[];
  close(): void;
};

/** A service on this machine that answers only what is signed with its key; `reply` undefined stays silent. */
export async function startSignedService(reply: () => Reply | undefined): Promise<SignedService> {
  const key = "a key both sides know";
  const heard: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const expected = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
      if (request.headers["x-signature"] !== expected) return void response.writeHead(403).end();
      heard.push(JSON.parse(body.toString()) as Record<string, unknown>);
      const answer = reply();
      if (answer) response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: { url: `http://127.0.0.1:${port}/`, key },
    heard,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
