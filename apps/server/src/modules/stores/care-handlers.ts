import { Refusal, storeList, type ListInput, type storeCareEndpoints } from "@coralhub/contract";
import {
  AUTHORISATION_NEVER,
  isConnected,
  normalShopAddress,
  OTHER_PLATFORM_TYPES,
  PLATFORM_CATEGORIES,
  platformByAnyName,
  PLATFORMS,
  readsOf,
  shopAddressFault,
  type Platform,
  type PlatformCategory,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { ownStore, refOf, requirePlatform } from "./change-store.ts";
import type { Capability } from "../../platform/capability.ts";
import { platformOf } from "./answers.ts";
import { judgeChange } from "./change-platform.ts";
import type { StoresDeps } from "./deps.ts";
import { describeOwnStore, livingStore } from "./describe-store.ts";
import { renameStore, updateStores } from "./label-stores.ts";
import { describeLimits } from "./limits.ts";
import { withMoney } from "./money-of-stores.ts";
import { describeOverview } from "./overview.ts";
import { removeStore } from "./remove-store.ts";
import { countByPlatform, storeSource } from "./lists-store.ts";
import { listStores, type Store, type StoreChoice } from "./stores-store.ts";
import { isUrlTaken } from "./urls-store.ts";

type AllHandlers = Capability<typeof storeCareEndpoints>["handlers"];
const DAY_MS = 86_400_000;
/** The contract lets no other names through. */
const codeOf = (platform: string): string => platformByAnyName(platform)?.code ?? platform;
const named = ({ code, name }: Platform) => ({ platformCode: code, name });

export const careHandlers = (deps: StoresDeps): AllHandlers => ({
  ...catalogueHandlers(),
  ...readHandlers(deps),
  ...addressHandlers(deps),
  ...writeHandlers(deps),
});

function catalogueHandlers() {
  return {
    shopTypes: async () =>
      (Object.keys(PLATFORM_CATEGORIES) as PlatformCategory[]).map((category) => ({
        category,
        label: PLATFORM_CATEGORIES[category].label,
        platforms: PLATFORMS.filter((platform) => platform.category === category).map((platform) => ({
          ...named(platform),
          routeKey: platform.routeKey,
        })),
      })),
    otherPlatformTypes: async () => [...OTHER_PLATFORM_TYPES],
    protocolPlatforms: async () =>
      PLATFORMS.filter((platform) => isConnected(platform)).map((platform) => ({
        ...named(platform),
        reads: readsOf(platform),
        never: [...AUTHORISATION_NEVER],
      })),
  } satisfies Partial<AllHandlers>;
}

const briefOf = (store: Store) => ({
  merchantsId: store.id,
  platformCode: store.platform,
  name: store.name,
  url: store.url,
  state: store.state,
  foreignBankAccountId: store.receivingAccountId,
});

function readHandlers(deps: StoresDeps) {
  const { db } = deps.database;
  const page = async ({ merchantId }: MerchantContext, input: ListInput) => {
    const { records, ...rest } = await deps.lists.page({ ownerId: merchantId }, storeList, storeSource, input);
    return { ...rest, records: await withMoney(deps, merchantId, records) };
  };
  /** The same list narrowed to one platform, whatever its filters say. */
  const ofPlatforms = (ctx: MerchantContext, input: ListInput, codes: readonly string[]) =>
    page(ctx, { ...input, filters: { ...input.filters, platformCode: [...codes] } });
  const chosen = async (merchantId: string, choice: StoreChoice) =>
    (await listStores(db, merchantId, choice)).map((store) => briefOf(store));
  return {
    applyLimit: ({ merchantId }, { platformCode }) =>
      describeLimits(db, merchantId, platformCode === undefined ? undefined : platformOf(platformCode)),
    shopManage: (ctx, { platform, ...input }) =>
      platform ? ofPlatforms(ctx, input, [codeOf(platform)]) : page(ctx, input),
    shopManageRegional(ctx, { platform, ...input }) {
      const filtered = input.filters["platformCode"];
      const codes = platform === undefined ? (Array.isArray(filtered) ? filtered : []) : [codeOf(platform)];
      const asked = codes.map((code) => platformOf(String(code)));
      // Not left out in silence: a list that is asked for none of its platforms would be asked for all.
      const stray = asked.find((one) => !one.regional);
      if (stray) throw new Refusal("store.not_regional", { platform: stray.name });
      const regional = asked.length > 0 ? asked : PLATFORMS.filter((one) => one.regional);
      return ofPlatforms(
        ctx,
        input,
        regional.map(({ code }) => code),
      );
    },
    stores: page,
    exportStores: async ({ merchantId }, { filters }) =>
      deps.lists.export({ ownerId: merchantId }, storeList, storeSource, filters),
    storePlatforms: async ({ merchantId }) =>
      (await countByPlatform(db, merchantId)).map((row) => ({ ...row, name: platformOf(row.platformCode).name })),
    storeOverview: ({ merchantId }) => describeOverview(db, merchantId),
    store: ({ merchantId }, { id }) => describeOwnStore(deps, { merchantId, id }),
    async authorisationDeadline({ merchantId, now }, { id }) {
      const { authorisation, authorisedUntil } = await livingStore(deps, { merchantId, id });
      const left = authorisedUntil && Math.floor((authorisedUntil.getTime() - now.getTime()) / DAY_MS);
      return { authorisation, authorisedUntil, daysLeft: left === null ? null : Math.max(0, left) };
    },
    async judgePlatformChange({ merchantId }, { id }) {
      const { reason, platforms } = judgeChange(await livingStore(deps, { merchantId, id }));
      return { allowed: reason === "", reason, platforms: platforms.map((platform) => named(platform)) };
    },
    storesByPlatform: ({ merchantId }, { platform, status }) =>
      chosen(merchantId, { ...(platform && { platform: codeOf(platform) }), ...(status && { state: status }) }),
    storesByAccount: ({ merchantId }, { id }) => chosen(merchantId, { receivingAccountId: id }),
  } satisfies Partial<AllHandlers>;
}

/** The platform an address says it is of. */
const homeOf = (url: string) => PLATFORMS.find((one) => one.hosts.length > 0 && !shopAddressFault(url, one));

function addressHandlers(deps: StoresDeps) {
  const { db } = deps.database;
  return {
    async storeUrlExists(_ctx, { url }) {
      const address = normalShopAddress(url, homeOf(url));
      return { exists: address !== undefined && (await isUrlTaken(db, address)) };
    },
    async judgeStoreUrl(_ctx, { url, platformCode }) {
      const wanted = platformCode === undefined ? undefined : platformOf(platformCode);
      const home = homeOf(url);
      const address = normalShopAddress(url, wanted ?? home);
      const fault = shopAddressFault(url, wanted ?? { hosts: [], name: "" });
      const exists = address !== undefined && (await isUrlTaken(db, address));
      return {
        url: address ?? "",
        valid: fault === undefined,
        platformCode: home ? home.code : null,
        exists,
        message: fault ?? (exists ? "这个店铺链接已经绑定过，请核对" : ""),
      };
    },
  } satisfies Partial<AllHandlers>;
}

function writeHandlers(deps: StoresDeps) {
  const many = (ctx: MerchantContext, ids: readonly string[]) => ({
    merchantId: ctx.merchantId,
    by: merchantActor(ctx),
    now: ctx.now,
    ids,
  });
  const dhgate = platformOf("DHGATE");
  const remove = (ctx: MerchantContext, { id }: { id: string }) =>
    ctx.once((tx) => removeStore(deps, tx, refOf(ctx, id)));
  const rename = (ctx: MerchantContext, id: string, name: string) =>
    ctx.once((tx) => renameStore(deps, tx, refOf(ctx, id), name));
  return {
    hideStores: (ctx, { merchantsIds, hidden }) =>
      ctx.once((tx) => updateStores(deps, tx, many(ctx, merchantsIds), { hidden })),
    remarkStores: (ctx, { merchantsIds, remark }) =>
      ctx.once((tx) => updateStores(deps, tx, many(ctx, merchantsIds), { remark })),
    updateAffiliatedStores: (ctx, { merchantsIds, foreignBankAccountId, ...labels }) =>
      ctx.once((tx) =>
        updateStores(deps, tx, many(ctx, merchantsIds), {
          ...labels,
          ...(foreignBankAccountId && { accountId: foreignBankAccountId }),
        }),
      ),
    renameStore: (ctx, { merchantsId, name }) => rename(ctx, merchantsId, name),
    renameDhgateStore: (ctx, { id, name }) =>
      ctx.once(async (tx) => {
        requirePlatform(await ownStore(tx, refOf(ctx, id)), dhgate);
        return renameStore(deps, tx, refOf(ctx, id), name);
      }),
    removeStore: remove,
    removeDhgateStore: (ctx, { id }) =>
      ctx.once(async (tx) => {
        requirePlatform(await ownStore(tx, refOf(ctx, id)), dhgate);
        return removeStore(deps, tx, refOf(ctx, id));
      }),
    removeStoreShort: remove,
  } satisfies Partial<AllHandlers>;
}
