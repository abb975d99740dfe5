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
import type { Gate } from "./gate.ts";
import { describeInput, nameOfCall, type Blow, type CallRecord, type RecordedCall } from "./record.ts";
import type { Replay } from "./replay.ts";
import { LawBroken, StepEnds, unlessRefused, type Caller } from "./simulation.ts";

/** Whoever calls: how they are called in the record, and how they sign in when their session has ended. */
export type Identity = {
  label: string;
  address: string;
  token: string;
  /** Absent of whoever only looks in. */
  signIn?(): Promise<string>;
};
/** The step that is being lived: its number, its chance, how people behave in it, whether machines die in it, and whether others act beside it. */
export type Moment = { step: number; chance: Chance; whims: boolean; deadly?: boolean | undefined; beside?: boolean };

const DOUBLE_CLICK = 0.04;
const GIVES_UP = 0.02;
const NONSENSE = 0.02;
const SNOOP = 0.03;
const MEDDLE = 0.05;
const BLOW = 0.25;
/** What came of a call whose caller is not let in any more. */
export const TURNED_AWAY = "turned away";
/** So much of an answer is kept for reading. */
const SHOWN = 160;

export type CallerDeps = {
  call: Call;
  record: CallRecord;
  /** Calls are made beside each other, what follows from them is not: half of it seen by a call could not be told again. */
  gate: Gate;
  moment(): Moment;
  now(): Date;
  /** Where a recorded life is lived again. */
  replay?: Replay | undefined;
  /** Whether the database keeps what was asked for under this key. */
  keeps(idempotencyKey: string): Promise<boolean>;
  /** Server or database die here and now, and come back; answers when they are back. */
  strike(): Promise<void>;
  /** Somebody whose session is over is not let in again: right where the account is closed, and a broken law otherwise. */
  turnedAway(who: Identity, refusal: CallRefused): Promise<never>;
  /** What moved and was booked so far, in few words. */
  traces(): Promise<string>;
  /** Somebody else, for a look at what is not theirs. */
  stranger(to: Identity): Identity | undefined;
  /** By call, what each of those who opened something by its number read last, so that somebody else can try. */
  read: Map<Endpoint, Map<string, { owner: Identity; input: unknown }>>;
};
type Outcome<T> = { answer: T } | { refused: CallRefused };

export type Role = "merchant" | "operator" | "lever" | "visitor";
export function createCaller(deps: CallerDeps, who: Identity, by: Role): Caller {
  const attempt = async <E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>) => {
    const { chance, whims } = deps.moment();
    const human = whims && by === "merchant";
    if (human && chance.may(GIVES_UP)) throw new StepEnds("gave up");
    if (human && chance.may(NONSENSE)) {
      const typed = mangle(input as object, chance);
      const heard = await send(deps, who, endpoint, typed as never);
      // Whoever is answered has done it: asking once more would be doing it twice, maybe in a session that ended with it.
      if ("answer" in heard && readsAlike(endpoint, typed, input as object)) return heard;
    }
    if (human && isOwnChange(endpoint, input as object) && chance.may(MEDDLE)) await meddle(deps, who, endpoint, input);
    const outcome = await send(deps, who, endpoint, input, whims && by !== "lever" && chance.may(DOUBLE_CLICK));
    if (human && "answer" in outcome && isOwnDetail(endpoint, input as object)) {
      const readers = deps.read.get(endpoint) ?? new Map<string, { owner: Identity; input: unknown }>();
      deps.read.set(endpoint, readers.set(who.label, { owner: who, input }));
      if (chance.may(SNOOP)) await snoop(deps, who, endpoint, input);
    }
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

type Sent<E extends Endpoint> = { endpoint: E; input: CallInput<E["input"]>; key: string };
/** Once, or twice with one key as a double click does: the second answer is the first one's. */
async function send<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  endpoint: E,
  input: CallInput<E["input"]>,
  twice = false,
): Promise<Outcome<CallOutput<E["output"]>>> {
  const { deadly, chance, step } = deps.moment();
  const sent = { endpoint, input, key: `simulated-${step}-${deps.record.calls.length}` };
  const drawn = deadly && chance.may(BLOW) ? chance.pick(["before", "during", "after", "after"] as const) : undefined;
  // Whether anything came of what has no key could not be told afterwards: such a call dies with its answer.
  const told = endpoint.idempotent || endpoint.method === "GET";
  const survived = drawn && (await loseAnswer(deps, who, sent, drawn === "during" && !told ? "after" : drawn));
  const first = await sendOnce(deps, who, sent, survived);
  if (!twice || !endpoint.idempotent || !("answer" in first)) return first;
  const second = await sendOnce(deps, who, sent);
  const [one, other] = [first, second].map((outcome) => describeAnswer(outcome));
  if (one !== other)
    throw new LawBroken(
      "同一次点击只生效一次",
      `${nameOfCall(endpoint)} answered ${one}, then ${other} under the same key`,
    );
  return first;
}

/**
 * Whatever came of the call, nobody heard of it: it is made again with the same key, as every page does. Answers "before"
 * where nothing had come of it, so that this is noted with the call that counts.
 */
async function loseAnswer<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  sent: Sent<E>,
  drawn: Blow,
): Promise<"before" | undefined> {
  const { step } = deps.moment();
  await deps.replay?.turn(step, nameOfCall(sent.endpoint));
  const blow = deps.replay ? deps.replay.blow() : drawn;
  if (blow === "after") await sendOnce(deps, who, sent, "after");
  const at = deps.now().getTime();
  const under = blow === "during" ? perform(deps, who, sent).catch(() => undefined) : undefined;
  await deps.strike();
  const heard = await under;
  if (blow !== "during") return blow === "before" ? "before" : undefined;
  if (!heard && !(sent.endpoint.idempotent && (await deps.keeps(sent.key)))) return "before";
  note(deps, who, sent, { outcome: heard ? describeOutcome(heard) : "done", at, blow: "after" });
  return undefined;
}

function note<E extends Endpoint>(
  { record, replay, moment }: CallerDeps,
  who: Identity,
  { endpoint, input }: Sent<E>,
  more: Pick<RecordedCall, "outcome" | "answer" | "at" | "blow">,
): void {
  const made = {
    step: moment().step,
    who: who.label,
    call: nameOfCall(endpoint),
    input: describeInput(input),
    ...more,
  };
  record.note(made);
  replay?.done(made);
}

async function sendOnce<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  sent: Sent<E>,
  blow?: "before" | "after",
): Promise<Outcome<CallOutput<E["output"]>>> {
  await deps.replay?.turn(deps.moment().step, nameOfCall(sent.endpoint));
  return deps.gate.beside(() => sendAndNote(deps, who, sent, blow));
}
async function sendAndNote<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  sent: Sent<E>,
  blow?: "before" | "after",
): Promise<Outcome<CallOutput<E["output"]>>> {
  const more = { at: deps.now().getTime(), ...(blow && { blow }) };
  try {
    const outcome = await perform(deps, who, sent);
    const told = "answer" in outcome ? outcome.answer : { refused: outcome.refused.message, ...outcome.refused.fields };
    const shown =
      sent.endpoint.method !== "GET" || "refused" in outcome ? describeInput(told).slice(0, SHOWN) : undefined;
    note(deps, who, sent, {
      ...more,
      outcome: describeOutcome(outcome),
      ...(shown !== undefined && { answer: shown }),
    });
    return outcome;
  } catch (error) {
    // It was made all the same: a recording without it would part from its replay there.
    if (error instanceof StepEnds) note(deps, who, sent, { ...more, outcome: TURNED_AWAY });
    if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
    const what = `${nameOfCall(sent.endpoint)} of ${who.label}: ${describeFailure(error)}`;
    note(deps, who, sent, { ...more, outcome: `failed: ${error.message}` });
    throw new LawBroken("每次调用都有答复", what);
  }
}

/** Where somebody outside is not there, the product says who, and when to come again; saying nothing is no answer. */
const NO_ANSWER: readonly (string | undefined)[] = [undefined, "server.failed", "server.busy"];
export const isAnswer = ({ status, reason }: Pick<CallRefused, "status" | "reason">): boolean =>
  status < 500 || !NO_ANSWER.includes(reason);

/** One call over the wire; whose session has ended signs in again. */
async function perform<E extends Endpoint>(
  deps: CallerDeps,
  who: Identity,
  { endpoint, input, key: idempotencyKey }: Sent<E>,
): Promise<Outcome<CallOutput<E["output"]>>> {
  for (let again = false; ; again = true) {
    try {
      return { answer: await deps.call(endpoint, input, { token: who.token, idempotencyKey, address: who.address }) };
    } catch (error) {
      if (!(error instanceof CallRefused) || !isAnswer(error)) throw error;
      if (error.status !== 401 || again) return { refused: error };
      if (!who.signIn) return { refused: error };
      who.token = await who.signIn().catch((refusal: unknown) => {
        if (refusal instanceof CallRefused && refusal.status < 500) return deps.turnedAway(who, refusal);
        throw refusal;
      });
    }
  }
}

const describeOutcome = (outcome: Outcome<unknown>): string =>
  "answer" in outcome ? "done" : (outcome.refused.reason ?? String(outcome.refused.code));
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
const SHARED: readonly Endpoint[] = [
  ALL_ENDPOINTS.escrow.escrow,
  ALL_ENDPOINTS.escrow.escrowEvidence,
  ALL_ENDPOINTS.wallets.walletTransfer,
  ALL_ENDPOINTS.wallets.walletReceipt,
];
const isId = (value: unknown): boolean => typeof value === "string" && ID.test(value);
/** A change of something that is named by its number; what two merchants share may be changed by both. */
const isOwnChange = (endpoint: Endpoint, input: object): boolean =>
  endpoint.method !== "GET" && !SHARED_CHANGES.has(endpoint) && Object.values(input).some(isId);
const SHARED_CHANGES = new Set<Endpoint>(Object.values(ALL_ENDPOINTS.escrow));
const isOwnDetail = (endpoint: Endpoint, input: object): boolean =>
  endpoint.method === "GET" &&
  endpoint.access !== "public" &&
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

/** Everything anybody ever opened by its number, tried once by somebody whose it is not. */
export async function snoopAround(deps: CallerDeps): Promise<void> {
  const { chance } = deps.moment();
  // By their names: which of two things opened at the same moment was first is chance, and told by no recording.
  const byName = <T>(entries: Iterable<readonly [string, T]>) =>
    [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, opened]) => opened);
  const opened = byName([...deps.read].map((entry) => [nameOfCall(entry[0]), entry] as const));
  for (const [endpoint, readers] of opened) {
    const { owner, input } = chance.pick(byName(readers));
    await unlessRefused(snoop(deps, owner, endpoint, input as never));
  }
}

/** Before the owner does it, somebody else tries the very same with the owner's numbers: refused, and nothing has moved. */
async function meddle<E extends Endpoint>(
  deps: CallerDeps,
  owner: Identity,
  endpoint: E,
  input: CallInput<E["input"]>,
): Promise<void> {
  const other = deps.stranger(owner);
  if (!other) return;
  const before = await deps.traces();
  const outcome = await send(deps, other, endpoint, input);
  const what = `${other.label} called ${nameOfCall(endpoint)} with what is ${owner.label}'s`;
  if ("answer" in outcome) throw new LawBroken("谁也动不了别人的东西", `${what} and was answered`);
  const after = await deps.traces();
  if (after !== before && !deps.moment().beside)
    throw new LawBroken("谁也动不了别人的东西", `${what}: ${before} became ${after}`);
}

/** A blank too many is read as what was meant. */
export function readsAlike({ input }: Endpoint, typed: object, meant: object): boolean {
  const fields = "shape" in input ? (input.shape as Record<string, Endpoint["input"]>) : {};
  return Object.entries(meant).every(([name, value]: [string, unknown]) => {
    const other = (typed as Record<string, unknown>)[name];
    if (other === value) return true;
    const [one, another] = [other, value].map((text) => fields[name]?.safeParse(text));
    return one?.success === true && another?.success === true && one.data === another.data;
  });
}

/** Nonsense in a password is another password, and nobody would know it again. */
const A_PASSWORD = /password/i;
/** What a tired person or a broken program might send: one field that is not what it should be. */
function mangle(input: object, chance: Chance): object {
  const fields = Object.keys(input).filter((name) => !A_PASSWORD.test(name));
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
