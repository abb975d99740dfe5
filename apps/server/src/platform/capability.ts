import type { Endpoints, FoundOwn, Handlers, Todo } from "@coralhub/contract";
import type {
  AccountCode,
  Address,
  ApprovalKind,
  FlagName,
  JobName,
  Money,
  PortalKey,
  PostingReason,
  Tone,
  WaitingDesk,
} from "@coralhub/domain";
import type { AccessEnd } from "./access-end.ts";
import type { ContextByAccess, OperatorContext } from "./context.ts";
import type { Db, Tx } from "./db.ts";
import type { JobHandler } from "./jobs.ts";
import type { OutboxHandler } from "./outbox.ts";
import type { PageMaker } from "./page.ts";

/** Why an account may not be closed yet. */
export type ClosingBlocker = { reason: string; link: Address | null };
/** One account of a merchant's books. */
export type BookAccount = { merchantId: string; code: AccountCode };
/** What stands on a bank's statement and is booked by two people under the bank's own reference. */
export type BookedByHand = { rail: string; reference: string; postingId: string };
/** How much of which posting, by its key. */
export type TakenBack = { merchantId: string; key: string; reason: PostingReason; amount: Money; at: Date };
/** How far a service has come for a merchant, beside its page. */
export type ServiceStanding = { page: PortalKey; label: string; tone: Tone };
/** What another operator has agreed to: the proposal as it was stored, and who made it. */
export type Agreed = { content: unknown; reason: string; proposedBy: string };
export type PutIntoForce = (tx: Tx, ctx: OperatorContext, agreed: Agreed) => Promise<void>;
/** One find of the operators' search: what it is, what identifies it, and the console page that shows it. */
export type SearchHit = { kind: string; title: string; detail: string; path: Address };
/** A day of a merchant's own in its calendar: money of theirs comes or goes then. */
export type OwnDay = { date: string; title: string; body: string | null };
/** What a merchant looks for among its own: the words, the account number they may be, and the amounts, one for each currency. */
export type Wanted = { text: string; number: string; amounts: readonly Money[]; limit: number };
/** One find of the merchant's own search, with the page that shows it. */
export type Find = FoundOwn;

/**
 * A capability's door: everything it offers the rest of the house. `app.ts` lists the capabilities once and loops over
 * them; whatever is absent here is something the capability has nothing to say about.
 */
export type Capability<E extends Endpoints = Endpoints> = CapabilityParts & {
  endpoints: E;
  handlers: Handlers<E, ContextByAccess>;
};
/** Any capability: which context and input each handler takes was checked where the capability was written. */
export type AnyCapability = CapabilityParts & { endpoints: Endpoints; handlers: object };

type CapabilityParts = {
  jobs?: { [K in JobName]?: JobHandler };
  /** Who delivers what was put into the outbox, by topic. */
  outbox?: Readonly<Record<string, OutboxHandler>>;
  /** What blocks the merchant's money and how to free it. */
  todos?(merchantId: string): Promise<Todo[]>;
  /** What happens to a change that takes two operators, once the second one has agreed: in that transaction. */
  approvals?: { readonly [Kind in ApprovalKind]?: PutIntoForce };
  /** What waits at each of its desks in the console. */
  waiting?: { readonly [Desk in WaitingDesk]?: () => Promise<number> };
  /** Asked with the handle of the transaction that closes the merchant's account, or of nobody's. */
  closingBlockers?(merchantId: string, within: Db): Promise<ClosingBlocker[]>;
  /** The desk gives the account back to its owner, or it is closed: what somebody else may have made to open it, or to be paid by it, ends or rests, told in words. */
  endsAccess?(tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]>;
  /** What of an account of the books lies there, is on its way or may come back, in words; asked before that is closed. */
  moneyOn?(within: Db, account: BookAccount): Promise<string[]>;
  /** Money is put on an account of the books by hand: whoever keeps the account sees to it that it can be used. */
  opensFor?(tx: Tx, account: BookAccount): Promise<void>;
  /** Two of finance take a posting back: whoever keeps its record takes note of how much. */
  takenBack?(tx: Tx, back: TakenBack): Promise<void>;
  /** Whoever takes that bank's notices must not book it a second time when one comes after all. */
  bookedByHand?(tx: Tx, booked: BookedByHand): Promise<void>;
  /** Whether it keeps something of the merchant's that would be out of reach were the flag off for them. */
  keepsOpen?: { readonly [Flag in FlagName]?: (merchantId: string) => Promise<boolean> };
  /** What it knows about a merchant as a person: goes into the export of personal data under the capability's name. */
  personalData?(merchantId: string): Promise<Record<string, unknown>>;
  /** How far its services have come for this merchant; one that has not begun says nothing. */
  services?(merchantId: string): Promise<ServiceStanding[]>;
  /** Days on which something of the merchant's is due, from today on. */
  days?(merchantId: string): Promise<OwnDay[]>;
  /** For the merchant's own search: nothing but what is the merchant's. */
  find?(merchantId: string, wanted: Wanted): Promise<Find[]>;
  /** For the operators' search. */
  search?(text: string, limit: number): Promise<SearchHit[]>;
  /** Pages made on the server, by the path they begin with. */
  pages?: Readonly<Record<string, PageMaker>>;
  /** Lists of choices that pages and the open API read by name. */
  dictionaries?: Readonly<Record<string, () => Promise<readonly { value: string; label: string }[]>>>;
  /** After the last call has been answered. */
  close?(): Promise<void>;
};

/** What all capabilities say together; complete once the last one has been added. */
export type Together = {
  todos(merchantId: string): Promise<Todo[]>;
  /** Zero where no capability has such a desk. */
  waiting(desk: WaitingDesk): Promise<number>;
  approved(kind: ApprovalKind, ...agreed: Parameters<PutIntoForce>): Promise<void>;
  closingBlockers(merchantId: string, within: Db): Promise<ClosingBlocker[]>;
  endsAccess(tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]>;
  moneyOn(within: Db, account: BookAccount): Promise<string[]>;
  opensFor(tx: Tx, account: BookAccount): Promise<void>;
  takenBack(tx: Tx, back: TakenBack): Promise<void>;
  bookedByHand(tx: Tx, booked: BookedByHand): Promise<void>;
  keepsOpen(flag: FlagName, merchantId: string): Promise<boolean>;
  /** By capability. */
  personalData(merchantId: string): Promise<Record<string, Record<string, unknown>>>;
  services(merchantId: string): Promise<ServiceStanding[]>;
  days(merchantId: string): Promise<OwnDay[]>;
  find(merchantId: string, wanted: Wanted): Promise<Find[]>;
  search(text: string, limit: number): Promise<SearchHit[]>;
};
export type Capabilities = {
  byName: Readonly<Record<string, AnyCapability>>;
  pages: Readonly<Record<string, PageMaker>>;
  close(): Promise<void>;
};
/** The house while it is built: every capability sees the doors of those above it, under their names. */
export type Building<House extends object> = {
  house: House;
  /** What the capability needs and the house lacks at this place does not compile. */
  add<const Name extends string, Door extends AnyCapability>(
    name: Name,
    create: (house: House) => Door,
  ): Building<House & { readonly [K in Name]: Door }>;
  /** Only where the outside world is simulated: its levers. */
  addInSandbox(
    name: string,
    create: (house: House & { simulators: Simulators<House> }) => AnyCapability,
  ): Building<House>;
  capabilities: Capabilities;
};
type Simulators<House> = House extends { simulators?: infer Given } ? NonNullable<Given> : never;

export function buildHouse<Ground extends object>(
  ground: Ground & { simulators?: object | undefined },
): Building<Ground & { together: Together }> {
  const byName: Record<string, AnyCapability> = {};
  const all = () => Object.values(byName);
  return building({ ...ground, together: togetherOf(byName) }, byName, {
    byName,
    get pages() {
      return Object.assign({}, ...all().map(({ pages }) => pages)) as Record<string, PageMaker>;
    },
    async close() {
      for (const capability of all()) await capability.close?.();
    },
  });
}

function building<House extends object>(
  house: House & { simulators?: object | undefined },
  byName: Record<string, AnyCapability>,
  capabilities: Capabilities,
): Building<House> {
  const keep = (name: string, door: AnyCapability) => {
    if (name in byName) throw new Error(`two capabilities are called ${name}`);
    byName[name] = door;
  };
  return {
    house,
    capabilities,
    add(name, create) {
      if (name in house) throw new Error(`the house already has something called ${name}`);
      const door = create(house);
      keep(name, door);
      return building({ ...house, [name]: door } as never, byName, capabilities);
    },
    addInSandbox(name, create) {
      if (house.simulators) keep(name, create(house as never));
      return this;
    },
  };
}

function togetherOf(byName: Readonly<Record<string, AnyCapability>>): Together {
  const all = () => Object.values(byName);
  const flat = async <T>(asked: readonly (Promise<T[]> | undefined)[]): Promise<T[]> =>
    (await Promise.all(asked.flatMap((answer) => answer ?? []))).flat();
  return {
    todos: (merchantId) => flat(all().map((one) => one.todos?.(merchantId))),
    async waiting(desk) {
      const counts = await Promise.all(all().flatMap((one) => one.waiting?.[desk]?.() ?? []));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async approved(kind, tx, ctx, agreed) {
      const putIntoForce = all().find(({ approvals }) => approvals?.[kind])?.approvals?.[kind];
      if (!putIntoForce) throw new Error(`nobody puts ${kind} into force`);
      await putIntoForce(tx, ctx, agreed);
    },
    // One after the other: a transaction has one connection.
    async closingBlockers(merchantId, within) {
      const blockers: ClosingBlocker[] = [];
      for (const one of all()) blockers.push(...((await one.closingBlockers?.(merchantId, within)) ?? []));
      return blockers;
    },
    async endsAccess(tx, merchantId, why) {
      const ended: string[] = [];
      // Who builds on others goes first: a sheet that still writes payments has ended before the payments are counted.
      for (const one of all().toReversed()) ended.push(...((await one.endsAccess?.(tx, merchantId, why)) ?? []));
      return ended;
    },
    async moneyOn(within, account) {
      const found: string[] = [];
      for (const one of all()) found.push(...((await one.moneyOn?.(within, account)) ?? []));
      return found;
    },
    async opensFor(tx, account) {
      for (const one of all()) await one.opensFor?.(tx, account);
    },
    async takenBack(tx, back) {
      for (const one of all()) await one.takenBack?.(tx, back);
    },
    async bookedByHand(tx, booked) {
      for (const one of all()) await one.bookedByHand?.(tx, booked);
    },
    async keepsOpen(flag, merchantId) {
      const answers = await Promise.all(all().flatMap((one) => one.keepsOpen?.[flag]?.(merchantId) ?? []));
      return answers.includes(true);
    },
    async personalData(merchantId) {
      const parts = Object.entries(byName).map(async ([name, one]) => [name, await one.personalData?.(merchantId)]);
      return Object.fromEntries((await Promise.all(parts)).filter(([, data]) => data !== undefined)) as Record<
        string,
        Record<string, unknown>
      >;
    },
    services: (merchantId) => flat(all().map((one) => one.services?.(merchantId))),
    days: (merchantId) => flat(all().map((one) => one.days?.(merchantId))),
    find: (merchantId, wanted) => flat(all().map((one) => one.find?.(merchantId, wanted))),
    search: (text, limit) => flat(all().map((one) => one.search?.(text, limit))),
  };
}
