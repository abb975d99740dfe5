import { Refusal, type Endpoint } from "@coralhub/contract";
import type { FastifyRequest } from "fastify";
import { hash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import type { RequestContext } from "../platform/context.ts";
import type { Tx } from "../platform/db.ts";
import { callerKey, type Caller } from "./guards.ts";
import { fileFingerprint } from "./multipart.ts";
import type { HttpPorts } from "./ports.ts";

type Once = Pick<RequestContext, "once" | "onceWith" | "onceAmong">;
type CallOnce = {
  once: Once;
  /** Asked once the handler has answered: did the effect and the record of its key commit together? */
  prove(): void;
  /**
   * A handler looks at how things stand before its effect, and after an effect whose answer was lost they stand otherwise:
   * the retry gets the answer, not the refusal.
   */
  again(refusal: unknown): Promise<unknown>;
};
type OnceFactory = (request: FastifyRequest, caller: Caller, wire: Record<string, unknown>) => CallOnce;

const KEY = /^[\w.:-]{8,128}$/;

/** The same content gives the same text, whatever order its fields came in. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const file = fileFingerprint(value);
  if (file) return file;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(",")}}`;
}

const fingerprint = (wire: unknown): string => hash("sha256", canonical(wire), "base64url");

const written = (answer: unknown): string => serialize(answer).toString("base64");
const read = <T>(stored: string): T => deserialize(Buffer.from(stored, "base64")) as T;

const unread = (): never => {
  throw new Error("nothing is kept of a call without a key");
};

/** Builds `ctx.once`, `ctx.onceWith` and `ctx.onceAmong`. Amounts and dates do not survive JSON, so the answer is stored in the runtime's own lasting format. */
export function onceFor(call: string, endpoint: Endpoint, ports: HttpPorts): OnceFactory {
  if (!endpoint.idempotent) {
    const once: Once = {
      once: (work) => ports.database.transaction(work),
      onceWith: () => Promise.reject(new Error(`${call} takes no Idempotency-Key, so there is nothing to record`)),
      onceAmong: (join) => join({ keep: (answer) => answer, read: unread }),
    };
    const again = async (refusal: unknown) => {
      throw refusal;
    };
    const unproven: CallOnce = { once, prove: () => {}, again };
    return () => unproven;
  }
  // Programs name a request by its own header, as they do everywhere else.
  const isOpen = endpoint.family === "open";
  return (request, caller, wire) => {
    const key = request.headers[isOpen ? "x-request-id" : "idempotency-key"];
    if (typeof key !== "string" || !KEY.test(key))
      throw new Refusal(isOpen ? "open.request_id_missing" : "idempotency.missing");
    // A key belongs to one caller and one call: nobody can replay another's answer by guessing its key.
    const record = { scope: `${call}:${callerKey(caller, request)}`, key, fingerprint: fingerprint(wire) };
    let used = false;
    const spend = () => {
      if (used) throw new Error(`${call} runs ctx.once twice in one request`);
      used = true;
    };
    const once: Once = {
      async once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        spend();
        return read(await ports.idempotency.once(record, async (tx) => written(await work(tx))));
      },
      async onceWith(answer, write) {
        spend();
        const stored = written(answer);
        const given = await ports.idempotency.onceWith(record, stored, write);
        return given === stored ? answer : read(given);
      },
      async onceAmong(join) {
        spend();
        const part = { call: record, keep: written, read: (kept: unknown) => read<never>(kept as string) };
        return ports.idempotency.inTurn(record, () => join(part));
      },
    };
    // An answer that left no record would run again on a retry, and nobody would see it: better it never works at all.
    const prove = () => {
      if (!used) throw new Error(`${call} takes an Idempotency-Key but answered without ctx.once`);
    };
    const again = async (refusal: unknown): Promise<unknown> => {
      if (used || !(refusal instanceof Refusal)) throw refusal;
      const stored = await ports.idempotency.known<string>(record);
      const answer: unknown = stored === undefined ? undefined : read(stored);
      // What the handler would have made of it is not known here: only what is an answer as it stands is given.
      if (stored === undefined || !z.safeEncode(endpoint.output, answer).success) throw refusal;
      used = true;
      return answer;
    };
    return { once, prove, again };
  };
}
