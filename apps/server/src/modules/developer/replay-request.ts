import { OPEN_OPERATIONS, REFUSALS, Refusal, type OpenOperation, type RefusalName } from "@coralhub/contract";
import { OPEN_API } from "@coralhub/domain";
import { z } from "zod";
import type { MerchantContext } from "../../platform/context.ts";
import { requireApp } from "./apply-app.ts";
import type { OpenApp } from "./apps-store.ts";
import type { DeveloperDeps } from "./deps.ts";
import { MOST_PATH } from "./keep-log.ts";
import { findRequest, type RequestRow } from "./requests-store.ts";
import { mayUse } from "./scopes.ts";

export type RunOperation = (ctx: MerchantContext, operation: OpenOperation, input: unknown) => Promise<unknown>;

/** What stands in the query is text; objects and lists travel there as JSON. */
const queryValue = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text);

/** The input of a call from what was kept of it: path, query and body, as they came. */
function inputOf({ endpoint }: OpenOperation, url: string, body: string | null): Record<string, unknown> {
  const { pathname, searchParams } = new URL(url, "http://log");
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
  const pattern = new RegExp(`^${OPEN_API.base}${endpoint.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  return {
    ...Object.fromEntries(Array.from(searchParams, ([name, text]) => [name, queryValue(text)])),
    ...(body === null ? {} : (JSON.parse(body) as object)),
    ...Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(values[place] ?? "")])),
  };
}

/** Undefined where what was kept is not the whole of it. */
function keptInput(operation: OpenOperation, { path, body }: RequestRow): Record<string, unknown> | undefined {
  if (path.length >= MOST_PATH) return undefined;
  try {
    return inputOf(operation, path, body);
  } catch {
    return undefined;
  }
}

type Replayable = { operation: OpenOperation; input: Record<string, unknown> };
/** What is to be sent once more, or why it is not: as when it came, the app must be open and hold the permission. */
function openReplay(deps: DeveloperDeps, app: OpenApp, found: RequestRow): Replayable | RefusalName {
  if (!deps.sandbox) return "developer.sandbox_only";
  const operation = OPEN_OPERATIONS[found.operation];
  if (!operation) return "not_found";
  if (found.masked) return "developer.masked";
  const { scope, reply = "json" } = operation.endpoint;
  const isOpen = app.enabled && app.suspendedReason === null;
  if (reply !== "json" || !isOpen || scope === undefined || !mayUse({ scopes: new Set(app.scopes) }, scope))
    return "open.refused";
  const input = keptInput(operation, found);
  return input ? { operation, input } : "input.invalid";
}

export const mayReplay = (deps: DeveloperDeps, app: OpenApp, found: RequestRow): boolean =>
  typeof openReplay(deps, app, found) !== "string";

/** Sent once more in the sandbox, as a call of its own: what it did then it may do again. */
export async function replayRequest(deps: DeveloperDeps, ctx: MerchantContext, id: string, run: RunOperation) {
  if (!deps.sandbox) throw new Refusal("developer.sandbox_only");
  const found = await findRequest(deps.database.db, ctx.merchantId, id);
  if (!found) throw new Refusal("not_found");
  const app = await requireApp(deps, ctx.merchantId, found.appId);
  const replay = openReplay(deps, app, found);
  if (typeof replay === "string") throw new Refusal(replay);
  if (!replay.operation.always && !(await deps.certification.mayMoveMoney(ctx.merchantId)))
    throw new Refusal("access.not_certified");
  const { operation, input } = replay;
  const asProgram = { ...ctx, app: { id: app.id, appId: app.appId, name: app.product, scopes: new Set(app.scopes) } };
  try {
    const decoded = z.safeDecode(operation.endpoint.input, input);
    if (!decoded.success) throw new Refusal("input.invalid");
    const answer = await run(asProgram, operation, decoded.data);
    return {
      status: 200,
      answer: JSON.stringify({ code: 200, data: z.encode(operation.endpoint.output, answer) }, null, 2),
    };
  } catch (error) {
    // Refused is an answer, too; anything else is ours to look at.
    if (!(error instanceof Refusal)) throw error;
    const { code, status } = REFUSALS[error.reason];
    return { status, answer: JSON.stringify({ code, msg: error.message, reason: error.reason }, null, 2) };
  }
}
