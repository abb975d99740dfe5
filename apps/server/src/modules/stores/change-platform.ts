import { Refusal, type StoreForm } from "@coralhub/contract";
import { platformFixedReason, PLATFORMS, type Platform } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { answersOf, platformOf, settleAnswers, tidyAnswers } from "./answers.ts";
import type { Receipt } from "./bind-store.ts";
import { handInAgain, ownStore, type StoreRef } from "./change-store.ts";
import { closeClaim } from "./connections/account-claims.ts";
import type { StoresDeps } from "./deps.ts";
import { forgetSecrets } from "./secrets-store.ts";
import type { Store } from "./stores-store.ts";

export const judgeChange = (store: Store): { reason: string; platforms: Platform[] } => {
  const { state, receivingAccountId } = store;
  const reason = platformFixedReason(platformOf(store.platform), { state, hasAccount: receivingAccountId !== null });
  const platforms = reason ? [] : PLATFORMS.filter(({ changeable, code }) => changeable && code !== store.platform);
  return { reason: reason ?? "", platforms };
};

/** The same shop under its right name. Keys are the old platform's and go; what both ask is kept. */
export async function changePlatform(
  deps: StoresDeps,
  tx: Tx,
  ref: StoreRef,
  { platformCode, form }: { platformCode: string; form: StoreForm },
): Promise<Receipt> {
  const store = await ownStore(tx, ref);
  const { reason, platforms } = judgeChange(store);
  if (reason) throw new Refusal("store.platform_fixed", { reason });
  const platform = platforms.find(({ code }) => code === platformCode);
  if (!platform) {
    const { name } = platformOf(platformCode);
    throw new Refusal("store.platform_fixed", { reason: `不能换到 ${name}，请直接绑定 ${name} 店铺` });
  }
  const given = tidyAnswers(platform, form);
  const answers = { ...tidyAnswers(platform, answersOf(store)), ...given };
  const facts = await settleAnswers(deps, tx, store.merchantId, platform, answers);
  await forgetSecrets(tx, store);
  // Whose the old platform's account is no longer matters to this store.
  await closeClaim(deps, tx, store, ref.now);
  const what = `换到 ${platform.name}，原平台 ${platformOf(store.platform).name}`;
  return handInAgain(deps, tx, store, { platform, facts, given, by: ref.by, now: ref.now, what });
}
