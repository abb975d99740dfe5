import { Refusal, type StoreForm } from "@coralhub/contract";
import { asOpened, isUnopened, type StoreFieldName } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { answersOf, platformOf, tidyAnswers } from "./answers.ts";
import type { Receipt } from "./bind-store.ts";
import { changeStore, ownStore, type StoreRef } from "./change-store.ts";
import type { StoresDeps } from "./deps.ts";
import { listSecretTails } from "./secrets-store.ts";

/** Fills in what was left empty; what was answered is changed elsewhere. */
export async function supplementStore(deps: StoresDeps, tx: Tx, ref: StoreRef, form: StoreForm): Promise<Receipt> {
  const store = await ownStore(tx, ref);
  const platform = platformOf(store.platform);
  const given = tidyAnswers(platform, form);
  const known: Record<string, string> = { ...answersOf(store) };
  for (const { field, lastFour } of await listSecretTails(tx, store)) known[field] = lastFour;
  const changed = Object.entries(given).filter(([name, answer]) => known[name] && known[name] !== answer);
  if (changed.length > 0) {
    const say = Object.fromEntries(changed.map(([name]) => [name, "已填写，不能在这里修改"]));
    throw new Refusal("store.already_answered", {}, say);
  }
  if (Object.keys(given).every((name) => known[name])) throw new Refusal("store.nothing_to_supplement");
  return changeStore(deps, tx, store, ref, { form: given, what: "补充资料", ofBound: true });
}

/** The shop applied for beforehand has been opened: now it has an address, and its platform can be asked for consent. */
export async function completeStore(deps: StoresDeps, tx: Tx, ref: StoreRef, given: StoreForm): Promise<Receipt> {
  const store = await ownStore(tx, ref);
  if (!isUnopened(store.fields)) throw new Refusal("store.not_waiting_completion");
  const form = { ...given, ...asOpened(store.fields) };
  return changeStore(deps, tx, store, ref, { form, what: "店铺已开好，补全资料", ofBound: true });
}

export async function editUrl(deps: StoresDeps, tx: Tx, ref: StoreRef, url: string): Promise<Receipt> {
  const store = await ownStore(tx, ref);
  refuseUnasked(store.platform, "url");
  return changeStore(deps, tx, store, ref, { form: { url }, what: "更换店铺链接", ofBound: true, alone: true });
}

export async function supplementOtherType(
  deps: StoresDeps,
  tx: Tx,
  ref: StoreRef,
  form: { otherPlatformType: string; otherPlatformName: string },
): Promise<Receipt> {
  const store = await ownStore(tx, ref);
  refuseUnasked(store.platform, "otherPlatformType");
  return changeStore(deps, tx, store, ref, { form, what: "补充平台类型", ofBound: true, alone: true });
}

function refuseUnasked(code: string, field: StoreFieldName): void {
  const { name, fields } = platformOf(code);
  if (!fields.includes(field)) throw new Refusal("store.field_unasked", { platform: name });
}
