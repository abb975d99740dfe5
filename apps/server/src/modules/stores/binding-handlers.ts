import { ownBindingOf, Refusal, type storeBindingEndpoints, type StoreForm } from "@coralhub/contract";
import { amazonSitesBeside, countryName, onAmazonSite, platformByRoute, type Platform } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { Capability } from "../../platform/capability.ts";
import { addAffiliatedStores } from "./add-affiliated-stores.ts";
import { FILE_PURPOSE, findEvidence, platformOf, tidyAnswers } from "./answers.ts";
import { bindStore } from "./bind-store.ts";
import { changePlatform } from "./change-platform.ts";
import { changeStore, ownStore, refOf, requirePlatform } from "./change-store.ts";
import type { StoresDeps } from "./deps.ts";
import { renewKeys, tryCorrectedKeys, tryNewKeys } from "./renew-keys.ts";
import { completeStore, editUrl, supplementOtherType, supplementStore } from "./supplement-store.ts";

type AllHandlers = Capability<typeof storeBindingEndpoints>["handlers"];
type Update = StoreForm & { merchantsId: string };

/** Calls with a platform of their own name it by its route. */
function onRoute(routeKey: string): Platform {
  const platform = platformByRoute(routeKey);
  if (!platform) throw new Error(`no platform has the route ${routeKey}`);
  return platform;
}

/** A platform with a call of its own is not bound through the one for all others. */
function sharing(platform: Platform): Platform {
  if (ownBindingOf(platform.code)) throw new Refusal("store.own_binding", { platform: platform.name });
  return platform;
}

/** Shoplazza's two halves of an address make one. */
const joined = <F extends StoreForm & { subdomain?: string; host?: string }>({ subdomain, host, ...form }: F) => ({
  ...form,
  ...(subdomain && host && { url: `${subdomain}.${host}` }),
});

export function bindingHandlers(deps: StoresDeps): AllHandlers {
  const bind = async (ctx: MerchantContext, platform: Platform, form: StoreForm) => {
    await tryNewKeys(deps, platform, tidyAnswers(platform, form));
    return ctx.once((tx) =>
      bindStore(deps, tx, { merchantId: ctx.merchantId, by: merchantActor(ctx), now: ctx.now, platform, form }),
    );
  };
  const update = async (ctx: MerchantContext, named: Platform | "shared" | null, { merchantsId, ...form }: Update) => {
    const ref = refOf(ctx, merchantsId);
    await tryCorrectedKeys(deps, ref, form);
    return ctx.once(async (tx) => {
      const store = await ownStore(tx, ref);
      if (named === "shared") sharing(platformOf(store.platform));
      else if (named) requirePlatform(store, named);
      const what = store.state === "declined" ? "修改后重新提交" : "修改资料";
      return changeStore(deps, tx, store, ref, { form, what, ofBound: false });
    });
  };
  const binds = (routeKey: string) => (ctx: MerchantContext, form: StoreForm) => bind(ctx, onRoute(routeKey), form);
  const updates = (routeKey: string) => (ctx: MerchantContext, form: Update) => update(ctx, onRoute(routeKey), form);
  return {
    ...fileHandlers(deps),
    ...laterHandlers(deps),
    bindShopify: binds("shopify"),
    updateShopify: updates("shopify"),
    bindBigCommerce: binds("bigCommerce"),
    updateBigCommerce: updates("bigCommerce"),
    bindCoupang: binds("coupang"),
    updateCoupang: updates("coupang"),
    bindEbay: binds("ebay"),
    updateEbay: updates("ebay"),
    bindThreeCart: binds("3dcart"),
    updateThreeCart: updates("3dcart"),
    bindShoplazza: (ctx, form) => bind(ctx, onRoute("shoplazza"), joined(form)),
    updateShoplazza: (ctx, form) => update(ctx, onRoute("shoplazza"), joined(form)),
    applyAmazon: (ctx, form) => bindAmazon(deps, ctx, onRoute("amazon"), form),
    modifyAmazon: updates("amazon"),
    bindOther: (ctx, { platformCode, ...form }) => bind(ctx, sharing(platformOf(platformCode)), form),
    updateOther: (ctx, form) => update(ctx, "shared", form),
    modifyStore: (ctx, form) => update(ctx, null, form),
  };
}

/** The shop, and the same seller's shops on other sites of the region: one authorisation will do for all of them. */
function bindAmazon(
  deps: StoresDeps,
  ctx: MerchantContext,
  platform: Platform,
  { otherSites, ...form }: StoreForm & { otherSites: readonly string[] },
) {
  const covered: readonly string[] = amazonSitesBeside(form.country ?? null);
  const stray = otherSites.find((site) => !covered.includes(site));
  if (stray)
    throw new Refusal(
      "store.incomplete",
      {},
      { otherSites: `${countryName(stray)}站与所选站点不在同一个区域，请分开绑定` },
    );
  return ctx.once(async (tx) => {
    const bind = (answers: StoreForm) =>
      bindStore(deps, tx, {
        merchantId: ctx.merchantId,
        by: merchantActor(ctx),
        now: ctx.now,
        platform,
        form: answers,
      });
    const receipt = await bind(form);
    for (const site of new Set(otherSites)) await bind(onAmazonSite(form, site));
    return receipt;
  });
}

/** What is said about a store after it was handed in. */
function laterHandlers(deps: StoresDeps) {
  return {
    authoriseByKeys: (ctx, { merchantsId, ...keys }) => renewKeys(deps, ctx, merchantsId, keys),
    completeStore: (ctx, { merchantsId, ...form }) =>
      ctx.once((tx) => completeStore(deps, tx, refOf(ctx, merchantsId), form)),
    supplementStore: (ctx, { merchantsId, ...form }) =>
      ctx.once((tx) => supplementStore(deps, tx, refOf(ctx, merchantsId), form)),
    editStoreUrl: (ctx, { merchantsId, url }) => ctx.once((tx) => editUrl(deps, tx, refOf(ctx, merchantsId), url)),
    supplementOtherType: (ctx, { merchantsId, ...form }) =>
      ctx.once((tx) => supplementOtherType(deps, tx, refOf(ctx, merchantsId), form)),
    changeStorePlatform: (ctx, { merchantsId, platformCode, ...form }) =>
      ctx.once((tx) => changePlatform(deps, tx, refOf(ctx, merchantsId), { platformCode, form })),
    addAffiliatedStores: (ctx, { foreignBankAccountId: accountId, stores }) =>
      ctx.once(async (tx) => {
        const { merchantId, now } = ctx;
        const by = merchantActor(ctx);
        return { receipts: await addAffiliatedStores(deps, tx, { merchantId, by, now, accountId, stores }) };
      }),
  } satisfies Partial<AllHandlers>;
}

function fileHandlers(deps: StoresDeps) {
  return {
    async uploadStoreFile(ctx, { file }) {
      const received = await deps.files.receive({
        ownerId: ctx.merchantId,
        purpose: FILE_PURPOSE,
        kind: "document",
        fileName: file.fileName,
        bytes: await file.read(),
      });
      const { id, fileName, contentType, sizeBytes } = await ctx.once((tx) => deps.files.record(tx, received));
      return { fileId: id, fileName, contentType, sizeBytes };
    },
    async storeFile(ctx, { id }) {
      const file = await findEvidence(deps.files, ctx.merchantId, id);
      if (!file) throw new Refusal("not_found");
      return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
    },
  } satisfies Partial<AllHandlers>;
}
