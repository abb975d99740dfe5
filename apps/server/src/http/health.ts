import { Refusal } from "@coralhub/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopback } from "../platform/caller-address.ts";
import { bearerToken } from "./guards.ts";
import type { Metrics } from "../platform/metrics.ts";

export type Readiness = () => Promise<Record<string, boolean>>;
export type HealthOptions = { readiness: Readiness; registry: Metrics; metricsToken: string | undefined };

const digest = (text: string) => createHash("sha256").update(text).digest();
const sameSecret = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

/** A proxy on this machine makes the whole world look local: with a forwarding header, only the token counts. */
const isLocal = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? "") && !request.headers["x-forwarded-for"] && !request.headers.forwarded;

const CHECK_TIMEOUT_MS = 3000;
const timeout = () =>
  new Promise<Record<string, boolean>>((resolve) => {
    setTimeout(() => resolve({ checks: false }), CHECK_TIMEOUT_MS).unref();
  });

/** `/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: for this machine, or with the token. */
export function mountHealth(app: FastifyInstance, { readiness, registry, metricsToken }: HealthOptions): void {
  const config = { always: true };
  app.get("/healthz", { config }, async () => ({ status: "ok" }));

  app.get("/readyz", { config }, async (_request, reply) => {
    const checks = await Promise.race([readiness().catch(() => ({ checks: false })), timeout()]);
    const ready = Object.values(checks).every(Boolean);
    reply.code(ready ? 200 : 503);
    return { status: ready ? "ready" : "not ready", checks };
  });

  app.get("/metrics", { config }, async (request, reply) => {
    const token = bearerToken(request);
    const allowed = metricsToken && token ? sameSecret(token, metricsToken) : isLocal(request);
    if (!allowed) throw new Refusal("not_found");
    reply.header("content-type", registry.contentType);
    return registry.metrics();
  });
}
