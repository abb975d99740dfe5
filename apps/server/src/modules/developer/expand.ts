import { OPEN_OPERATIONS, Refusal, type Related } from "@coralhub/contract";
import { API_SCOPES } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { mayUse } from "./scopes.ts";

type Thing = Record<string, unknown>;
type Read = (ctx: MerchantContext, related: Related, id: string) => Promise<unknown>;

/** `payout.id` is the id of the payout the thing names. */
const valueAt = (thing: Thing, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Thing | null | undefined)?.[name], thing);

/** Whoever may not read a thing by itself is not given it beside another. */
function requirePermission({ app }: MerchantContext, { of }: Related): void {
  const scope = Object.values(OPEN_OPERATIONS).find((operation) => operation.of === of)?.endpoint.scope;
  if (app && (scope === undefined || !mayUse(app, scope)))
    throw new Refusal("open.scope_missing", { scope: scope === undefined ? of : API_SCOPES[scope] });
}

/** Each thing with the related ones that were asked for; the same one is read once. */
export async function expanded(
  ctx: MerchantContext,
  things: readonly Thing[],
  wanted: readonly (readonly [string, Related])[],
  read: Read,
): Promise<Thing[]> {
  for (const [, related] of wanted) requirePermission(ctx, related);
  const known = new Map<string, unknown>();
  const answers: Thing[] = [];
  for (const thing of things) {
    const beside: Thing = {};
    for (const [name, related] of wanted) {
      const id = valueAt(thing, related.by);
      if (typeof id !== "string") {
        beside[name] = null;
        continue;
      }
      const key = `${name}:${id}`;
      if (!known.has(key)) known.set(key, await readOrNull(ctx, related, id, read));
      beside[name] = known.get(key);
    }
    answers.push({ ...thing, expanded: beside });
  }
  return answers;
}

/** What is gone by now is null; whatever else goes wrong is an error. */
const readOrNull = (ctx: MerchantContext, related: Related, id: string, read: Read): Promise<unknown> =>
  read(ctx, related, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === "not_found") return null;
    throw error;
  });
