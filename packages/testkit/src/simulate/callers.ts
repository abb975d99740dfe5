import {
  ALL_ENDPOINTS,
  CallFailed,
  CallRefused,
  type CallInput,
  type CallOutput,
  type Endpoint,
} from "@coralhub/contract";
import type { Call } from "../call.ts";
import type { Chance } from "./chance.ts";
import { describeInput, nameOfCall, type CallRecord } from "./record.ts";
import { LawBroken, StepEnds, type Caller } from "./simulation.ts";

/** Whoever calls: how they are called in the record, and how they sign in when their session has ended. */
export type Identity = { label: string; address: string; token: string; signIn(): Promise<string> };
/** The step that is being lived: its number, its chance, how people behave in it, and whether machines die in it. */
export type Moment = { step: number; chance: Chance; whims: boolean; deadly?: boolean | undefined };
/** When the machines die: before a call comes in, while it is under way, or when its answer is on the way back. */
type Blow = "before" | "during" | "after";

const DOUBLE_CLICK = 0.04;
const GIVES_UP = 0.02;
const NONSENSE = 0.02;
const SNOOP = 0.03;
const BLOW = 0.25;
/** So much of an answer is kept for reading. */
const SHOWN = 160;

export type CallerDeps = {
  call: Call;
  record: CallRecord;
  moment(): Moment;
  /** Server or database die here and now, and come back; answers when they are back. */
  strike(): Promise<void>;
  /** Somebody else, for a look at what is not theirs. */
  stranger(to: Identity): Identity | undefined;
};
type Outcome<T> = { answer: T } | { refused: CallRefused };

export function createCaller(deps: CallerDeps, who: Identity, by: "merchant" | "operator" | "lever"): Caller {
  const attempt = async <E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>) => {
    const { chance, whims } = deps.moment();
    const human = whims && by === "merchant";
    if (human && chance.may(GIVES_UP)) throw new StepEnds("gave up");
    if (human && chance.may(NONSENSE)) await send(deps, who, endpoint, mangle(input as object, chance) as never);
    const outcome = await send(deps, who, endpoint, input, whims && by !== "lever" && chance.may(DOUBLE_CLICK));
    if (human && "answer" in outcome && isOwnDetail(endpoint, input as object) && chance.may(SNOOP))
      await snoop(deps, who, endpoint, input);
    return outcome;
  };
  return {
    async attempt(endpoint, input) {
      const outcome = await attempt(endpoint, input);
      return "answer" in outcome ? outcome.answer : undefined;
    },
    async call(endpoint, input) {
      const outcome = await attempt(endpoint, input);
      if ("refused" in outcome) throw new StepEnds(outcome.refused.reason ?? outcome.refused.message);
      return outcome.answer;
    },
  };
}

let keys = 0;
/** Once, or twice with one key as a double click does: the second answer is the first one's. */
async function send<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  endpoint: E,
  input: CallInput<E["input"]>,
  twice = false,
): Promise<Outcome<CallOutput<E["output"]>>> {
  const idempotencyKey = `simulated-${deps.moment().step}-${++keys}`;
  const { deadly, chance } = deps.moment();
  const blow: Blow | undefined =
    deadly && chance.may(BLOW) ? chance.pick(["before", "during", "after", "after"] as const) : undefined;
  if (blow) await loseAnswer(deps, blow, () => sendOnce(deps, who, endpoint, input, idempotencyKey));
  const first = await sendOnce(deps, who, endpoint, input, idempotencyKey);
  if (!twice || !endpoint.idempotent || !("answer" in first)) return first;
  const second = await sendOnce(deps, who, endpoint, input, idempotencyKey);
  const [one, other] = [first, second].map((outcome) => describeAnswer(outcome));
  if (one !== other)
    throw new LawBroken(
      "同一次点击只生效一次",
      `${nameOfCall(endpoint)} answered ${one}, then ${other} under the same key`,
    );
  return first;
}

/** Whatever came of the call, nobody heard of it: it is made again with the same key, as every page does. */
async function loseAnswer(deps: CallerDeps, blow: Blow, send: () => Promise<unknown>): Promise<void> {
  if (blow === "after") await send();
  const under = blow === "during" ? send().catch(() => undefined) : undefined;
  await deps.strike();
  await under;
}

async function sendOnce<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  endpoint: E,
  input: CallInput<E["input"]>,
  idempotencyKey: string,
): Promise<Outcome<CallOutput<E["output"]>>> {
  const note = (outcome: string, answer?: unknown) =>
    deps.record.note({
      step: deps.moment().step,
      who: who.label,
      call: nameOfCall(endpoint),
      input: describeInput(input),
      outcome,
      ...(endpoint.method !== "GET" && answer !== undefined && { answer: describeInput(answer).slice(0, SHOWN) }),
    });
  for (let again = false; ; again = true) {
    try {
      const answer = await deps.call(endpoint, input, { token: who.token, idempotencyKey, address: who.address });
      note("done", answer);
      return { answer };
    } catch (error) {
      if (error instanceof CallRefused && error.status === 401 && !again) {
        who.token = await who.signIn();
        continue;
      }
      if (error instanceof CallRefused && error.status < 500) {
        note(error.reason ?? String(error.code), { refused: error.message, ...error.fields });
        return { refused: error };
      }
      if (error instanceof CallRefused || error instanceof CallFailed) {
        note(`failed: ${error.message}`);
        throw new LawBroken("每次调用都有答复", `${nameOfCall(endpoint)} of ${who.label}: ${describeFailure(error)}`);
      }
      throw error;
    }
  }
}

const describeFailure = (error: CallRefused | CallFailed): string =>
  error instanceof CallRefused
    ? `${error.status} ${error.reason ?? ""} ${error.message}`
    : `${error.kind} ${error.cause instanceof Error ? error.cause.message : String(error.cause)}`;
const describeAnswer = (outcome: Outcome<unknown>): string =>
  "answer" in outcome
    ? JSON.stringify(outcome.answer, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value))
    : `refused: ${outcome.refused.reason ?? outcome.refused.code}`;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
/** Calls that two merchants may rightly answer to alike. */
const SHARED: readonly Endpoint[] = [ALL_ENDPOINTS.escrow.escrow, ALL_ENDPOINTS.escrow.escrowEvidence];
const isOwnDetail = (endpoint: Endpoint, input: object): boolean =>
  endpoint.method === "GET" &&
  !SHARED.includes(endpoint) &&
  "id" in input &&
  typeof input.id === "string" &&
  ID.test(input.id);

async function snoop<E extends Endpoint>(deps: CallerDeps, owner: Identity, endpoint: E, input: CallInput<E["input"]>) {
  const other = deps.stranger(owner);
  if (!other) return;
  const outcome = await send(deps, other, endpoint, input);
  if ("answer" in outcome)
    throw new LawBroken("谁也看不到别人的东西", `${other.label} read ${nameOfCall(endpoint)} of ${owner.label}`);
}

/** What a tired person or a broken program might send: one field that is not what it should be. */
function mangle(input: object, chance: Chance): object {
  const fields = Object.keys(input);
  if (fields.length === 0) return input;
  const field = chance.pick(fields);
  const was = (input as Record<string, unknown>)[field];
  if (typeof was === "object" && was !== null && "minor" in was && "currency" in was)
    return { ...input, [field]: { ...was, minor: chance.pick([0n, 1n, 99_999_999_999_999n]) } };
  if (typeof was !== "string") return input;
  return {
    ...input,
    [field]: chance.pick(["", "0", "🐚", "00000000-0000-7000-8000-000000000000", "x".repeat(500), `${was} `]),
  };
}
