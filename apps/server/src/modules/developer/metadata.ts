import { METADATA_LIMITS, OPEN_OBJECT_IDS, Refusal, type OpenObject } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Clock } from "../../platform/clock.ts";
import { listMetadata, mergeMetadata, type Metadata, type ObjectKey } from "./metadata-store.ts";

type MetadataDeps = { database: Pick<Database, "db">; clock: Clock };
type Thing = Record<string, unknown>;

export async function keepMetadata(
  { clock }: MetadataDeps,
  tx: Tx,
  key: ObjectKey,
  change: Metadata,
): Promise<Metadata> {
  const kept = await mergeMetadata(tx, key, change, clock.now());
  if (Object.keys(kept).length > METADATA_LIMITS.keys)
    throw new Refusal("open.metadata_full", { most: METADATA_LIMITS.keys });
  return kept;
}

const idOf = (object: OpenObject, thing: unknown): string | undefined => {
  const id = (thing as Thing | null)?.[OPEN_OBJECT_IDS[object]];
  return typeof id === "string" ? id : undefined;
};

/** The effect and what the program says of it commit together. */
export function keeping(
  deps: MetadataDeps,
  ctx: MerchantContext,
  object: OpenObject,
  change: Metadata | undefined,
): MerchantContext {
  if (!change || Object.keys(change).length === 0) return ctx;
  const attach = async (tx: Tx, answer: unknown): Promise<void> => {
    const id = idOf(object, answer);
    if (id === undefined) throw new Error(`nothing to attach the metadata of ${object} to`);
    await keepMetadata(deps, tx, { merchantId: ctx.merchantId, object, id }, change);
  };
  return {
    ...ctx,
    once: (work) =>
      ctx.once(async (tx) => {
        const answer = await work(tx);
        await attach(tx, answer);
        return answer;
      }),
    onceAmong: (join) => ctx.onceAmong((part) => join({ ...part, also: attach })),
  };
}

/** Every one of them with what programs have attached to it. */
export async function withMetadata(
  { database }: MetadataDeps,
  { merchantId }: Pick<MerchantContext, "merchantId">,
  object: OpenObject,
  things: readonly Thing[],
): Promise<Thing[]> {
  const ids = things.flatMap((thing) => idOf(object, thing) ?? []);
  const known = await listMetadata(database.db, { merchantId, object }, ids);
  return things.map((thing) => ({ ...thing, metadata: known.get(idOf(object, thing) ?? "") ?? {} }));
}
