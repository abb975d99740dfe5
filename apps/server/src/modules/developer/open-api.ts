import { OPEN_OBJECTS, OPEN_OPERATIONS, type OpenOperation, type Related } from "@coralhub/contract";
import { OPEN_API } from "@coralhub/domain";
import { z } from "zod";
import type { AnyCapability } from "../../platform/capability.ts";
import type { MerchantContext, RequestContext } from "../../platform/context.ts";
import type { Database } from "../../platform/db.ts";
import type { Clock } from "../../platform/clock.ts";
import { expanded } from "./expand.ts";
import type { NewEvent } from "./deliveries-store.ts";
import { keeping, withMetadata } from "./metadata.ts";
import type { Metadata } from "./metadata-store.ts";
import type { DescribeSubject } from "./spread-events.ts";

type PortalHandler = (ctx: MerchantContext, input: unknown) => Promise<unknown>;
/** The doors of the capabilities, by name. */
type Doors = Readonly<Record<string, unknown>>;
type Around = { database: Pick<Database, "db" | "transaction">; clock: Clock };
type Thing = Record<string, unknown>;

function handlerOf(doors: Doors, of: string): PortalHandler {
  const [capability = "", name = ""] = of.split(".");
  const door = doors[capability] as AnyCapability | undefined;
  const handler: unknown = door && Reflect.get(door.handlers, name);
  if (typeof handler !== "function") throw new Error(`the open API offers ${of}, which nobody handles`);
  return handler as PortalHandler;
}

type Asked = { metadata?: Metadata; expand?: string } & Thing;
const isPage = (answer: Thing): answer is Thing & { records: Thing[] } => Array.isArray(answer["records"]);

/**
 * The portal's own handler, with what a program proves by its signature filled in; around it what only programs ask for:
 * words of their own, and the things an answer names.
 */
export function runnerOf(doors: Doors, around: Around, operation: OpenOperation): PortalHandler {
  const handler = handlerOf(doors, operation.of);
  const { fill, object, related = {}, endpoint } = operation;
  if (!fill && !object && !operation.related) return (ctx, input) => handler(ctx, input);
  const isWrite = endpoint.method !== "GET";
  const read = (ctx: MerchantContext, { of }: Related, id: string) => handlerOf(doors, of)(ctx, { id });

  async function dress(ctx: MerchantContext, things: readonly Thing[], expand: string | undefined): Promise<Thing[]> {
    const marked = object ? await withMetadata(around, ctx, object, things) : [...things];
    const wanted = [...new Set(expand?.split(","))].flatMap((name) => {
      const one = related[name];
      return one ? [[name, one] as const] : [];
    });
    return wanted.length > 0 ? expanded(ctx, marked, wanted, read) : marked;
  }

  return async (ctx, input) => {
    const { metadata, expand, ...own } = input as Asked;
    const filled = { ...own, ...fill };
    if (isWrite) return handler(object ? keeping(around, ctx, object, metadata) : ctx, filled);
    const answer = (await handler(ctx, filled)) as Thing;
    if (Array.isArray(answer)) return dress(ctx, answer as Thing[], expand);
    if (isPage(answer)) return { ...answer, records: await dress(ctx, answer.records, expand) };
    return (await dress(ctx, [answer], expand))[0];
  };
}

/** Every operation runs the handler of the portal's own call; the program stands where a person would. */
export function createOpenApi(doors: Doors & Around & { sandbox: boolean }): AnyCapability {
  const offered = Object.entries(OPEN_OPERATIONS).filter(([, { sandbox = false }]) => doors.sandbox || !sandbox);
  const handlers = Object.fromEntries(
    offered.map(([name, operation]) => {
      return [name, runnerOf(doors, doors, operation)];
    }),
  );
  return { endpoints: Object.fromEntries(offered.map(([name, { endpoint }]) => [name, endpoint])), handlers };
}

const pathTo = (operation: OpenOperation, { subjectId }: NewEvent): string =>
  OPEN_API.base + operation.endpoint.path.replaceAll(/\{\w+\}/g, subjectId);

/** What a full notice carries: the same answer the merchant would get by asking. */
export function describeWith(doors: () => Doors, around: Around): DescribeSubject {
  return async (event) => {
    const operation = OPEN_OPERATIONS[OPEN_OBJECTS[event.subject] ?? ""];
    if (!operation) return null;
    const ctx: MerchantContext & RequestContext = {
      merchantId: event.merchantId,
      personId: event.merchantId,
      personName: null,
      session: { id: event.id, createdAt: event.at, steppedUpAt: null },
      requestId: event.id,
      now: around.clock.now(),
      address: "",
      userAgent: "",
      once: (work) => around.database.transaction(work),
      onceWith: () => Promise.reject(new Error("nothing is written while an event is told")),
      onceAmong: () => Promise.reject(new Error("nothing is written while an event is told")),
    };
    const answer = await runnerOf(doors(), around, operation)(ctx, { id: event.subjectId });
    const object: unknown = z.encode(operation.endpoint.output, answer);
    return { path: pathTo(operation, event), object, scope: operation.endpoint.scope! };
  };
}
