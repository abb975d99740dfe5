import {
  done,
  endpoint,
  eventsReply,
  fileReply,
  money,
  nothing,
  Refusal,
  uploadedFile,
  type Endpoints,
  type LiveEvent,
} from "@coralhub/contract";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Capability } from "../platform/capability.ts";

/** One call of every kind the mount knows, for its own tests: what a module would be, without any business. */
const portal = { method: "POST", title: "样例", family: "portal", access: "public" } as const;

export const sampleEndpoints = {
  echo: endpoint({
    ...portal,
    path: "/echo/{id}",
    access: "merchant",
    input: z.object({ id: z.string().max(20), price: money, note: z.string().max(5).optional() }),
    output: z.object({ id: z.string(), price: money, note: z.string().optional(), merchantId: z.string() }),
  }),
  gateway: endpoint({ ...portal, path: "/ping", family: "gateway", access: "merchant", input: nothing, output: done }),
  count: endpoint({
    ...portal,
    path: "/count",
    family: "count",
    access: "merchant",
    input: nothing,
    output: z.number(),
  }),
  certified: endpoint({ ...portal, path: "/certified", access: "certified", input: nothing, output: done }),
  finance: endpoint({
    ...portal,
    path: "/finance",
    family: "ops",
    access: "operator:finance",
    input: nothing,
    output: done,
  }),
  anyOperator: endpoint({
    ...portal,
    path: "/any",
    family: "ops",
    access: "operator",
    input: nothing,
    output: z.string(),
  }),
  sandbox: endpoint({ ...portal, path: "/lever", family: "sandbox", input: nothing, output: done }),
  pay: endpoint({
    ...portal,
    path: "/pay",
    access: "merchant",
    idempotent: true,
    input: z.object({ amount: z.int(), fail: z.boolean().optional() }),
    output: z.object({ run: z.number(), total: z.string(), at: z.string() }),
  }),
  payLast: endpoint({
    ...portal,
    path: "/pay/last",
    access: "merchant",
    idempotent: true,
    input: nothing,
    output: z.object({ run: z.number() }),
  }),
  payForgetful: endpoint({
    ...portal,
    path: "/pay/forgetful",
    access: "merchant",
    idempotent: true,
    input: nothing,
    output: done,
  }),
  limited: endpoint({
    ...portal,
    path: "/limited",
    rateLimit: { per: "address", limit: 3, windowSeconds: 60 },
    input: nothing,
    output: done,
  }),
  limitedCaller: endpoint({
    ...portal,
    path: "/limited/caller",
    access: "merchant",
    rateLimit: { per: "caller", limit: 2, windowSeconds: 60 },
    input: nothing,
    output: done,
  }),
  flagged: endpoint({
    ...portal,
    path: "/flagged",
    access: "merchant",
    flag: "personalFinance",
    input: nothing,
    output: done,
  }),
  upload: endpoint({
    ...portal,
    path: "/upload",
    access: "merchant",
    body: "multipart",
    input: z.object({ kind: z.number(), file: uploadedFile(), more: z.array(uploadedFile()).optional() }),
    output: z.object({ kind: z.number(), name: z.string(), size: z.number(), head: z.string(), more: z.number() }),
  }),
  download: endpoint({ ...portal, method: "GET", path: "/download", reply: "file", input: nothing, output: fileReply }),
  live: endpoint({
    ...portal,
    method: "GET",
    path: "/live",
    access: "merchant",
    reply: "events",
    input: nothing,
    output: eventsReply,
  }),
  slow: endpoint({ ...portal, method: "GET", path: "/slow", input: z.object({ ms: z.number() }), output: z.string() }),
  refusing: endpoint({ ...portal, path: "/refusing", access: "merchant", input: nothing, output: done }),
  broken: endpoint({ ...portal, path: "/broken", input: nothing, output: done }),
  address: endpoint({ ...portal, method: "GET", path: "/address", input: nothing, output: z.string() }),
} satisfies Endpoints;

export type SampleState = { paid: number; last: number; endedStreams: number; emit(event: LiveEvent): void };

function eventSource(state: SampleState): AsyncIterable<LiveEvent> {
  const waiting: LiveEvent[] = [];
  let wake = () => {};
  let open = true;
  state.emit = (event) => {
    waiting.push(event);
    wake();
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        while (open && waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        return open ? { done: false, value: waiting.shift()! } : { done: true, value: undefined };
      },
      async return() {
        open = false;
        state.endedStreams++;
        wake();
        return { done: true, value: undefined };
      },
    }),
  };
}

export function createSample(): Capability<typeof sampleEndpoints> & { state: SampleState } {
  const state: SampleState = { paid: 0, last: 0, endedStreams: 0, emit: () => {} };
  const nil = async () => null;
  return {
    state,
    endpoints: sampleEndpoints,
    handlers: {
      echo: async ({ merchantId }, input) => ({ ...input, merchantId, secret: "must not leave" }),
      gateway: nil,
      count: async () => 7,
      certified: nil,
      finance: nil,
      anyOperator: async ({ operator }) => operator.email,
      sandbox: nil,
      /** Looks before its effect, and after it there is nothing left to pay. */
      payLast: async (ctx) => {
        if (state.last > 0) throw new Refusal("state.changed");
        return ctx.once(async () => ({ run: ++state.last }));
      },
      payForgetful: nil,
      limited: nil,
      limitedCaller: nil,
      flagged: nil,
      address: async ({ address }) => address,
      pay: async (ctx, { amount, fail }) => {
        const paid = await ctx.once(async () => {
          const run = ++state.paid;
          await sleep(20);
          if (fail) throw new Refusal("state.changed");
          return { run, total: BigInt(amount) * 2n, at: ctx.now };
        });
        return { run: paid.run, total: String(paid.total), at: paid.at.toISOString() };
      },
      upload: async (_ctx, { kind, file, more = [] }) => {
        const bytes = await file.read();
        return {
          kind,
          name: file.fileName,
          size: bytes.length,
          head: Buffer.from(bytes.subarray(0, 4)).toString(),
          more: more.length,
        };
      },
      download: async () => ({ fileName: "账单 2026.csv", contentType: "text/csv", body: Buffer.from("a,b\n") }),
      live: async () => eventSource(state),
      slow: async (_ctx, { ms }) => sleep(ms, "done"),
      refusing: () => {
        throw new Refusal("not_found");
      },
      broken: async () => {
        throw new Error("secret detail of postgres://user:password@host");
      },
    },
  };
}
