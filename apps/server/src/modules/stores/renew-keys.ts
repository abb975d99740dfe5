import { Refusal, type StoreForm } from "@coralhub/contract";
import { NAMING_FIELDS, storeLifecycle, checkStore, keyFieldsOf, type Platform } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { answersOf, namesKeys, plainFields, platformOf, tidyAnswers, type Answers } from "./answers.ts";
import { ownStore, type StoreRef } from "./change-store.ts";
import type { StoresDeps } from "./deps.ts";
import { livingStore } from "./describe-store.ts";
import type { StoreStep } from "./store-history.ts";
import { saveSecrets, openSecrets } from "./save-secrets.ts";
import { findStore, saveFields, type Store } from "./stores-store.ts";

/** A form whose other answers are wrong hears about those first: no platform is asked for nothing. */
export async function tryNewKeys(deps: StoresDeps, platform: Platform, answers: Answers): Promise<void> {
  const { attach: _attach, ...faults } = checkStore(platform, answers);
  if (namesKeys(platform, answers) && Object.keys(faults).length === 0)
    await deps.connections.tryKeys(platform, answers);
}

/** Of a correction: the keys as they will be, those left out included. */
export async function tryCorrectedKeys(deps: StoresDeps, ref: StoreRef, form: StoreForm): Promise<void> {
  const store = await findStore(deps.database.db, ref);
  if (!store || store.state === "removed") return;
  const platform = platformOf(store.platform);
  const given = tidyAnswers(platform, form);
  if (!namesKeys(platform, given)) return;
  const kept = await openSecrets(deps.secrets, deps.database.db, store);
  await tryNewKeys(deps, platform, { ...answersOf(store), ...kept, ...given });
}

/** Keys of another account are another store's: whose this is changes only where a reviewer looks. */
function refuseOtherAccount({ fields }: Pick<Store, "fields">, keys: Answers): void {
  const told: Record<string, string | undefined> = fields;
  const moved = NAMING_FIELDS.find((name) => {
    const [before, now] = [told[name], keys[name]];
    return before && now && before.toLowerCase() !== now.toLowerCase();
  });
  if (moved) throw new Refusal("connection.other_account", { lastFour: told[moved]!.slice(-4) });
}

/** New keys for a store that is there, because the old ones ended: no reviewer has a say in them. */
export async function renewKeys(deps: StoresDeps, ctx: MerchantContext, id: string, form: StoreForm): Promise<null> {
  const key = { merchantId: ctx.merchantId, id };
  const store = await livingStore(deps, key);
  const platform = platformOf(store.platform);
  const wanted: readonly string[] = keyFieldsOf(platform);
  if (wanted.length === 0) throw new Refusal("store.field_unasked", { platform: platform.name });
  const given = Object.entries(tidyAnswers(platform, form)).filter(([name]) => wanted.includes(name));
  const keys: Answers = Object.fromEntries(given);
  // Where the merchant could also agree on the platform's own page, keys are a request; here they are the point.
  const faults = checkStore(platform, keys);
  const wrong = Object.entries(faults).filter(([name]) => wanted.includes(name));
  if (given.length === 0) wrong.push([wanted[0]!, "请填写密钥"]);
  if (wrong.length > 0) throw new Refusal("store.incomplete", {}, Object.fromEntries(wrong));
  refuseOtherAccount(store, keys);
  await deps.connections.tryKeys(platform, { ...keys, url: store.url });
  return ctx.once(async (tx) => {
    const current = await ownStore(tx, key);
    refuseOtherAccount(current, keys);
    await saveFields(tx, key, { ...current.fields, ...plainFields(keys) });
    await saveSecrets(deps.secrets, tx, key, keys);
    await deps.connections.checkNewKeys(tx, key);
    await deps.lifecycles.record(tx, storeLifecycle, key, {
      action: "renewKeys" satisfies StoreStep,
      by: merchantActor(ctx),
      at: ctx.now,
    });
    return null;
  });
}
