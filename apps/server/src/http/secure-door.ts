import type { FastifyInstance } from "fastify";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { SecureConfig } from "./client-certificate.ts";
import type { TurnAway } from "./turn-away.ts";

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"] as const;

export type SecureDoor = { open(host: string): Promise<void>; port(): number; close(): Promise<void> };

/**
 * The same calls over TLS of our own. Every caller is asked for a certificate; who has none may still sign. Which
 * certificate belongs to whom is decided by its fingerprint, so the chain is not asked here.
 */
export function createSecureDoor(
  app: FastifyInstance,
  turnAway: TurnAway,
  { tls }: Partial<SecureConfig> = {},
): SecureDoor | undefined {
  if (!tls) return undefined;
  const server = createServer(
    {
      key: readFileSync(tls.keyFile),
      cert: readFileSync(tls.certFile),
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: "TLSv1.2",
    },
    (request, response) => {
      // Nobody stands between: what a caller says of its own address or of this host is its own word.
      for (const name of FORWARDED) delete request.headers[name];
      if (!turnAway.takes(request, response)) app.routing(request, response);
    },
  );
  return {
    open: (host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(tls.port, host, resolve);
      }),
    port: () => (server.address() as { port: number }).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
