import {
  certificationEndpoints,
  collectionsEndpoints,
  connectionEndpoints,
  storeEndpoints,
  type StoreForm,
} from "@coralhub/contract";
import { certificationLifecycle, MONEY_MAY_MOVE, wireOf, type Platform } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const {
  uploadStoreFile,
  storeFile,
  bindShopify,
  updateShopify,
  bindBigCommerce,
  updateBigCommerce,
  bindCoupang,
  updateCoupang,
  bindEbay,
  updateEbay,
  bindThreeCart,
  updateThreeCart,
  bindShoplazza,
  updateShoplazza,
  applyAmazon,
  modifyAmazon,
  completeAmazon,
  bindOther,
  updateOther,
  storePlatforms,
  store,
  applyLimit,
  judgeStoreUrl,
  storesByPlatform,
  otherPlatformTypes,
  supplementOtherType,
} = storeEndpoints;
const { startAuthorisation, finishAuthorisation, finishAmazon, checkAuthorisation, threeCartKey } = connectionEndpoints;

export const stores = connect({
  bindShopify,
  updateShopify,
  bindBigCommerce,
  updateBigCommerce,
  bindCoupang,
  updateCoupang,
  bindEbay,
  updateEbay,
  bindThreeCart,
  updateThreeCart,
  bindShoplazza,
  updateShoplazza,
  applyAmazon,
  modifyAmazon,
  completeAmazon,
  bindOther,
  updateOther,
  storePlatforms,
  store,
  applyLimit,
  storesByPlatform,
  otherPlatformTypes,
  supplementOtherType,
});
/** For what is said in its own place: uploads, an address being typed, a way back that was refused. */
export const quietly = connect(
  { uploadStoreFile, storeFile, judgeStoreUrl, startAuthorisation, finishAuthorisation, finishAmazon, threeCartKey },
  { silent: true },
);
const connections = connect({ checkAuthorisation });
const accounts = connect({ receiptsAccounts: collectionsEndpoints.receiptsAccounts });
const prices = connect({ accountOpeningPrice: collectionsEndpoints.accountOpeningPrice }, { silent: true });

const KEY = "stores";

/** Where a merchant has stores already: the picker shows these first. */
export const usedPlatformsQuery = queryOptions({
  queryKey: [KEY, "platforms"],
  queryFn: () => stores.storePlatforms({}),
});
export const storeQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "store", id], queryFn: () => stores.store({ id }), enabled: id !== "" });
export const limitQuery = (platformCode: string) =>
  queryOptions({ queryKey: [KEY, "limit", platformCode], queryFn: () => stores.applyLimit({ platformCode }) });
export const platformStoresQuery = (platform: string) =>
  queryOptions({ queryKey: [KEY, "of", platform], queryFn: () => stores.storesByPlatform({ platform }) });
export const connectionQuery = (merchantsId: string) =>
  queryOptions({
    queryKey: [KEY, "connection", merchantsId],
    queryFn: () => connections.checkAuthorisation({ merchantsId }),
  });
export const otherTypesQuery = queryOptions({
  queryKey: [KEY, "otherTypes"],
  queryFn: () => stores.otherPlatformTypes({}),
  staleTime: Number.POSITIVE_INFINITY,
});
export const accountsQuery = queryOptions({
  queryKey: ["receivingAccounts", "usable"],
  queryFn: () => accounts.receiptsAccounts({}),
});
const certification = connect(
  { certificationApplication: certificationEndpoints.certificationApplication },
  { silent: true },
);
/** The certified subject's name in Latin letters, where the papers have one. */
const LATIN_NAMES = ["companyEnName", "enterpriseNameEn", "companyNameEn"] as const;
export const latinHolderQuery = queryOptions({
  queryKey: ["certification", "latinHolder"],
  queryFn: async (): Promise<string> => {
    const values = (await certification.certificationApplication({}))?.values ?? {};
    const found = LATIN_NAMES.map((name) => values[name]).find((value) => typeof value === "string" && value !== "");
    return typeof found === "string" ? found : "";
  },
  retry: false,
});
export const addressQuery = (url: string, platformCode: string) =>
  queryOptions({
    queryKey: [KEY, "address", platformCode, url],
    queryFn: () => quietly.judgeStoreUrl({ url, platformCode }),
    retry: false,
  });
export const openingPriceQuery = ({ currency, country }: Platform["options"][number]) =>
  queryOptions({
    queryKey: ["receivingAccounts", "price", currency, country],
    queryFn: () => prices.accountOpeningPrice({ currency, country }),
    retry: false,
  });

export const refreshStores = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: ["home"] }),
  ]);

const MAY_BIND: readonly number[] = MONEY_MAY_MOVE.map((state) => wireOf(certificationLifecycle, state));
export const mayBind = (status: number): boolean => MAY_BIND.includes(status);

type Receipt = { merchantsId: string };
type Hand = {
  bind: (answers: StoreForm) => Promise<Receipt>;
  update: (answers: StoreForm & { merchantsId: string }) => Promise<Receipt>;
};
/** Shoplazza is told the two parts of an address; every other call the whole. */
const inParts = <T extends StoreForm>({ url, ...rest }: T) => {
  const [subdomain, ...host] = (url ?? "").replace(/^https:\/\//, "").split(".");
  return { ...rest, ...(url && { subdomain, host: host.join(".") }) };
};

/** Platforms whose binding has a call of its own; all others share one. */
const OWN_CALLS: Readonly<Record<string, Hand>> = {
  SHOPIFY: { bind: stores.bindShopify, update: stores.updateShopify },
  BIGCOMMERCE: { bind: stores.bindBigCommerce, update: stores.updateBigCommerce },
  COUPANG: { bind: stores.bindCoupang, update: stores.updateCoupang },
  EBAY: { bind: stores.bindEbay, update: stores.updateEbay },
  THREECART: { bind: stores.bindThreeCart, update: stores.updateThreeCart },
  SHOPLAZZA: {
    bind: (answers) => stores.bindShoplazza(inParts(answers)),
    update: (answers) => stores.updateShoplazza(inParts(answers)),
  },
  AMAZON: { bind: stores.applyAmazon, update: stores.modifyAmazon },
};
export const handOf = (platform: Platform): Hand =>
  OWN_CALLS[platform.code] ?? {
    bind: (answers) => stores.bindOther({ ...answers, platformCode: platform.code }),
    update: stores.updateOther,
  };
