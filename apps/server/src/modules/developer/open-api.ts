import { openEndpoints, OPEN_OBJECTS, OPEN_OPERATIONS, type OpenOperation } from "@coralhub/contract";
import { OPEN_API } from "@coralhub/domain";
import { z } from "zod";
import type { AnyCapability } from "../../platform/capability.ts";
import type { MerchantContext, RequestContext } from "../../platform/context.ts";
import type { Database } from "../../platform/db.ts";
import type { Clock } from "../../platform/clock.ts";
import type { NewEvent } from "./deliveries-store.ts";
import type { DescribeSubject } from "./spread-events.ts";

type PortalHandler = (ctx: MerchantContext, input: unknown) => Promise<unknown>;
/** The doors of the capabilities, by name. */
type Doors = Readonly<Record<string, unknown>>;

function handlerOf(doors: Doors, { of }: OpenOperation): PortalHandler {
  const [capability = "", name = ""] = of.split(".");
  const door = doors[capability] as AnyCapability | undefined;
  const handler: unknown = door && Reflect.get(door.handlers, name);
  if (typeof handler !== "function") throw new Error(`the open API offers ${of}, which nobody handles`);
  return handler as PortalHandler;
}

/** Every operation runs the handler of the portal's own call; the program stands where a person would. */
export function createOpenApi(doors: Doors): AnyCapability {
  const handlers = Object.fromEntries(
    Object.entries(OPEN_OPERATIONS).map(([name, operation]) => {
      const handler = handlerOf(doors, operation);
      const { fill } = operation;
      const run: PortalHandler = fill
        ? (ctx, input) => handler(ctx, { ...(input as object), ...fill })
        : (ctx, input) => handler(ctx, input);
      return [name, run];
    }),
  );
  return { endpoints: openEndpoints, handlers };
}

const pathTo = (operation: OpenOperation, { subjectId }: NewEvent): string =>
  OPEN_API.base + operation.endpoint.path.replaceAll(/\{\w+\}/g, subjectId);

/** What a full notice carries: the same answer the merchant would get by asking. */
export function describeWith(
  doors: () => Doors,
  { clock, database }: { clock: Clock; database: Pick<Database, "transaction"> },
): DescribeSubject {
  return async (event) => {
    const operation = OPEN_OPERATIONS[OPEN_OBJECTS[event.subject] ?? ""];
    if (!operation) return null;
    const ctx: MerchantContext & RequestContext = {
      merchantId: event.merchantId,
      personId: event.merchantId,
      personName: null,
      session: { id: event.id, createdAt: event.at, steppedUpAt: null },
      requestId: event.id,
      now: clock.now(),
      address: "",
      userAgent: "",
      once: (work) => database.transaction(work),
      onceWith: () => Promise.reject(new Error("nothing is written while an event is told")),
    };
    const answer = await handlerOf(doors(), operation)(ctx, { id: event.subjectId });
    return { path: pathTo(operation, event), object: z.encode(operation.endpoint.output, answer) };
  };
}
