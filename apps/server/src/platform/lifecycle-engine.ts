import { Refusal, type OperatorRole } from "@coralhub/contract";
import {
  mayAct,
  operatorCapacities,
  type Lifecycle,
  type LifecycleAction,
  type LifecycleStorage,
  type MessageData,
  type MessageEventName,
  type Who,
} from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "./context.ts";
import type { Db, Tx } from "./db.ts";
import type { Ids } from "./ids.ts";
import { merchantTopic, type Live } from "./live.ts";
import {
  exists,
  insertEvents,
  insertRows,
  listEvents,
  moveRow,
  moveRows,
  type Columns,
  type EventRow,
  type Place,
  type TimelineEvent,
} from "./lifecycle-store.ts";

/** Who does it: a person of a merchant, an operator, the house's own clockwork, a bank or another rail. */
export type Actor =
  | { kind: "merchant"; merchantId: string; personId: string | null; name: string | null }
  | { kind: "operator"; id: string; name: string; roles: readonly OperatorRole[] }
  | { kind: "system" }
  | { kind: "rail" };

export const SYSTEM: Actor = { kind: "system" };
export const RAIL: Actor = { kind: "rail" };
export const merchantActor = ({
  merchantId,
  personId,
  personName,
}: Pick<MerchantContext, "merchantId" | "personId" | "personName">): Actor => ({
  kind: "merchant",
  merchantId,
  personId,
  name: personName,
});
/** The merchant itself, where a later step of the house cannot tell who of its people began it. */
export const someoneOf = ({ merchantId }: { merchantId: string }): Actor => ({
  kind: "merchant",
  merchantId,
  personId: null,
  name: null,
});
export const operatorActor = ({ operator: { id, name, roles } }: Pick<OperatorContext, "operator">): Actor => ({
  kind: "operator",
  id,
  name,
  roles,
});
const capacitiesOf = (actor: Actor): readonly Who[] =>
  actor.kind === "operator" ? operatorCapacities(actor.roles) : [actor.kind];

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
export type StoredLifecycle<
  S extends string = string,
  A extends string = string,
  C extends string = string,
> = Lifecycle<S, A, C> & { stored: LifecycleStorage<S, C> };
/** What names a row, by the names of its key's columns: `{ merchantId, id }` nearly always. */
export type Key = Readonly<Record<string, string>>;
export type Message = {
  [E in MessageEventName]: { event: E; data: MessageData<E> };
}[MessageEventName];

/** When it happens, and who does it. */
export type Doing = { at: Date; by: Actor };
export type Change<C extends string = string> = Doing & {
  /** What changes with the state. Undefined stays, null is emptied. */
  set?: Partial<Record<Camel<C>, unknown>>;
  /** What must still be so beside the state: a version, an attempt. */
  expects?: Readonly<Record<string, string | number>>;
  /** In words the merchant reads. */
  note?: string | null;
  /** One that the move may send, with the values its words need. */
  message?: Message;
};
/** One of many: all of them at the same time, by the same actor unless one names its own. */
export type Move<C extends string = string> = Omit<Change<C>, keyof Doing> & { key: Key; by?: Actor };
/** A step beside the lifecycle: something happened, the state stays. */
export type Step = Doing & { action: string; note?: string | null };
/** A row that begins with several steps behind it: what it is first seen with, and what happened to it in this order. */
export type Entrance<C extends string = string> = {
  key: Key;
  /** Every column of the row beside its key and what the steps set, by name. */
  values: Readonly<Record<string, unknown>>;
  steps: readonly (Step & Pick<Change<C>, "set" | "message">)[];
};

export type Lifecycles = {
  /** Moves one row, or refuses: `state.changed` where it stands elsewhere by now, `not_found` where it is not there. */
  advance<S extends string, A extends string, C extends string>(
    tx: Tx,
    lifecycle: StoredLifecycle<S, A, C>,
    key: Key,
    action: NoInfer<A>,
    change: Change<NoInfer<C>>,
  ): Promise<S>;
  /** The same where coming too late is an ordinary outcome: false, and nothing has happened. */
  tryAdvance<S extends string, A extends string, C extends string>(
    tx: Tx,
    lifecycle: StoredLifecycle<S, A, C>,
    key: Key,
    action: NoInfer<A>,
    change: Change<NoInfer<C>>,
  ): Promise<boolean>;
  /** Many rows with a few statements; answers which of them moved, in their order. */
  advanceMany<S extends string, A extends string, C extends string>(
    tx: Tx,
    lifecycle: StoredLifecycle<S, A, C>,
    action: NoInfer<A>,
    doing: Doing,
    moves: readonly Move<NoInfer<C>>[],
  ): Promise<boolean[]>;
  /**
   * New rows that have come a part of their way before they are written: each is checked step by step as if it had been
   * moved, and all of them are written where they end, with a few statements.
   */
  enterMany<S extends string, A extends string, C extends string>(
    tx: Tx,
    lifecycle: StoredLifecycle<S, A, C>,
    entrances: readonly Entrance<NoInfer<C>>[],
  ): Promise<void>;
  /** Writes a step to the timeline without moving anything. */
  record(tx: Tx, lifecycle: StoredLifecycle, key: Key, step: Step): Promise<void>;
  /** Something that moves no row, for the programs that listen. */
  happened(tx: Tx, happened: Happened): Promise<void>;
  /** Everything that happened to it, in its order. */
  timeline(db: Db, lifecycle: StoredLifecycle, key: Key): Promise<TimelineEvent[]>;
};
export type SendMessages = (tx: Tx, messages: readonly ({ merchantId: string } & Message)[]) => Promise<void>;
/** A move of one or many rows, as it has just been made. */
export type Happened = { table: string; action: string; at: Date; keys: readonly Key[] };
/** Hears of every move, in its transaction. */
export type HearMove = (tx: Tx, happened: Happened) => Promise<void>;
/** Wired by the application: who sends messages and who tells programs are modules, which the engine cannot know. */
export type LifecycleEngine = Lifecycles & { sendBy(send: SendMessages): void; toldBy(hear: HearMove): void };

type Happening = Step & { key: Key; message?: Message | undefined };

/** What follows moves and steps: the timeline, the messages, the programs that listen, the open pages. */
function createFollower({ ids, live }: { ids: Ids; live: Live }) {
  let send: SendMessages = () => Promise.reject(new Error("nobody sends messages"));
  let hear: HearMove | undefined;
  return {
    sendBy: (how: SendMessages) => void (send = how),
    toldBy: (how: HearMove) => void (hear = how),
    happened: async (tx: Tx, what: Happened): Promise<void> => hear?.(tx, what),
    async follow(tx: Tx, lifecycle: StoredLifecycle, happened: readonly Happening[]): Promise<void> {
      const { timeline, table, quiet } = lifecycle.stored;
      if (timeline) {
        await insertEvents(
          tx,
          happened.map(({ key, ...step }) => eventOf(lifecycle, key, step, ids.next())),
        );
      }
      const messages = happened.flatMap(({ key, message }) =>
        message ? [{ merchantId: key["merchantId"]!, ...message }] : [],
      );
      if (messages.length > 0) await send(tx, messages);
      const moves = happened.filter(({ action }) => action in lifecycle.actions);
      for (const [action, same] of Map.groupBy(moves, (move) => move.action)) {
        await hear?.(tx, { table, action, at: same[0]!.at, keys: same.map(({ key }) => key) });
      }
      if (quiet) return;
      for (const merchantId of new Set(happened.flatMap(({ key }) => key["merchantId"] ?? []))) {
        live.tell(tx, merchantTopic(merchantId), { event: "changed", data: { what: table } });
      }
    },
  };
}

export function createLifecycleEngine(around: { ids: Ids; live: Live }): LifecycleEngine {
  const { ids } = around;
  const { follow, sendBy, toldBy, happened } = createFollower(around);

  async function tryAdvance(tx: Tx, lifecycle: StoredLifecycle, key: Key, name: string, change: Change) {
    const { at, by, set = {}, expects, note, message } = change;
    const action = check(lifecycle, name, by, [{ key, ...(message && { message }) }]);
    const place = placeOf(lifecycle, action);
    if (!(await moveRow(tx, place, keyOf(lifecycle, key), setsOf(lifecycle, action, set, at), expects))) return false;
    await follow(tx, lifecycle, [{ action: name, at, by, key, note: note ?? null, message }]);
    return true;
  }

  return {
    sendBy,
    toldBy,
    happened,
    tryAdvance,
    async advance(tx, lifecycle, key, name, change) {
      if (await tryAdvance(tx, lifecycle, key, name, change)) return lifecycle.actions[name].to;
      const there = await exists(tx, placeOf(lifecycle, lifecycle.actions[name]), keyOf(lifecycle, key));
      throw new Refusal(there ? "state.changed" : "not_found");
    },
    async advanceMany(tx, lifecycle: StoredLifecycle, name: string, { at, by }, moves: readonly Move[]) {
      const action = lifecycle.actions[name]!;
      for (const [actor, theirs] of Map.groupBy(moves, (move) => move.by ?? by)) check(lifecycle, name, actor, theirs);
      const moved = await moveRows(
        tx,
        placeOf(lifecycle, action),
        moves.map(({ key, set = {}, expects = {} }) => ({
          key: keyOf(lifecycle, key),
          sets: setsOf(lifecycle, action, set, at),
          expects,
        })),
      );
      const done = moves.filter((_, place) => moved[place]);
      await follow(
        tx,
        lifecycle,
        done.map(({ key, note, message, by: own = by }) => ({
          action: name,
          at,
          by: own,
          key,
          note: note ?? null,
          message,
        })),
      );
      return moved;
    },
    async enterMany(tx, lifecycle: StoredLifecycle, entrances: readonly Entrance[]) {
      if (entrances.length === 0) return;
      await insertRows(
        tx,
        lifecycle.stored.table,
        entrances.map((entrance) => rowOf(lifecycle, entrance)),
      );
      await follow(
        tx,
        lifecycle,
        entrances.flatMap(({ key, steps }) => steps.map((step) => ({ key, ...step }))),
      );
    },
    record: (tx, lifecycle, key, step) => insertEvents(tx, [eventOf(lifecycle, key, step, ids.next())]),
    timeline: (db, lifecycle, key) => listEvents(db, subjectOf(lifecycle, key)),
  };
}

/** May this actor take this action at all? A wrong role is the operator's affair, anything else a mistake in the code. */
function check(
  lifecycle: StoredLifecycle,
  name: string,
  actor: Actor,
  moves: readonly Pick<Move, "key" | "message">[],
): LifecycleAction<string> {
  const action = lifecycle.actions[name]!;
  if (!mayAct(action, capacitiesOf(actor))) {
    if (actor.kind === "operator") throw new Refusal("access.denied");
    throw new Error(`lifecycle ${lifecycle.name}: ${name} is not for ${actor.kind}`);
  }
  const told = [action.tells ?? []].flat();
  for (const { key, message } of moves) {
    if (actor.kind === "merchant" && key["merchantId"] !== actor.merchantId) throw new Refusal("not_found");
    if (message && !told.includes(message.event)) {
      throw new Error(`lifecycle ${lifecycle.name}: ${name} does not tell ${message.event}`);
    }
  }
  return action;
}

/** The row as its steps leave it; a step that does not follow the one before is a mistake in the code. */
function rowOf(lifecycle: StoredLifecycle, { key, values, steps }: Entrance): Columns {
  const { column = "state", changedAt } = lifecycle.stored;
  let state: string = lifecycle.initial;
  let row: Columns = {
    ...columnsOf(values),
    [column]: state,
    ...(changedAt && steps[0] && { [changedAt]: steps[0].at }),
    ...keyOf(lifecycle, key),
  };
  for (const { action: name, at, by, set = {}, message } of steps) {
    if (!(name in lifecycle.actions)) continue;
    const action = check(lifecycle, name, by, [{ key, ...(message && { message }) }]);
    if (!action.from.includes(state)) throw new Error(`lifecycle ${lifecycle.name}: no ${name} from ${state}`);
    state = action.to;
    row = { ...row, ...setsOf(lifecycle, action, set, at) };
  }
  return row;
}

const placeOf = ({ stored }: StoredLifecycle, { from }: Pick<LifecycleAction<string>, "from">): Place => ({
  table: stored.table,
  column: stored.column ?? "state",
  from,
});

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const nameOf = (column: string): string => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const keyOf = ({ stored: { key: columns = ["merchant_id", "id"], table } }: StoredLifecycle, key: Key): Columns =>
  Object.fromEntries(
    columns.map((column) => {
      const value = key[nameOf(column)];
      if (value === undefined) throw new Error(`a key of ${table} without ${column}`);
      return [column, value];
    }),
  );

/** The state, its times, and what the caller changes along with it. */
function setsOf({ stored }: StoredLifecycle, { to }: LifecycleAction<string>, set: object, at: Date): Columns {
  const { column = "state", changedAt, reachedAt } = stored;
  const reached = reachedAt?.[to];
  return {
    [column]: to,
    ...(changedAt && { [changedAt]: at }),
    ...(reached && { [reached]: at }),
    ...columnsOf(set),
  };
}

/** By the names of their columns; undefined is not said. */
const columnsOf = (set: object): Columns =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [[columnOf(name), value as unknown]])),
  );

function subjectOf({ stored }: StoredLifecycle, key: Key) {
  const { merchantId, id } = key;
  if (merchantId === undefined) throw new Error(`${stored.table} is no merchant's and has no timeline`);
  return { merchantId, subject: stored.table, subjectId: id ?? merchantId };
}

const eventOf = (lifecycle: StoredLifecycle, key: Key, { action, at, by, note }: Step, id: string): EventRow => ({
  ...subjectOf(lifecycle, key),
  id,
  at,
  action,
  note: note ?? null,
  actorKind: by.kind,
  actorId: by.kind === "operator" ? by.id : by.kind === "merchant" ? by.personId : null,
  actorName: "name" in by ? by.name : null,
});
