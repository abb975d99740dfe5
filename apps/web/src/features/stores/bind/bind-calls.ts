import { certificationEndpoints, accountEndpoints, ownBindingOf, type StoreForm } from "@coralhub/contract";
import type { CountryCode, Platform } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../../platform/api.ts";
import { quietStoreCalls, storeCalls, STORES } from "../../../platform/store-calls.ts";

const prices = connect(accountEndpoints);
const certification = connect(certificationEndpoints);

export const limitQuery = (platformCode: string) =>
  queryOptions({ queryKey: [STORES, "limit", platformCode], queryFn: () => storeCalls.applyLimit({ platformCode }) });
export const platformStoresQuery = (platform: string) =>
  queryOptions({ queryKey: [STORES, "of", platform], queryFn: () => storeCalls.storesByPlatform({ platform }) });
export const otherTypesQuery = queryOptions({
  queryKey: [STORES, "otherTypes"],
  queryFn: () => storeCalls.otherPlatformTypes({}),
  staleTime: Number.POSITIVE_INFINITY,
});
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
    queryKey: [STORES, "address", platformCode, url],
    queryFn: () => quietStoreCalls.judgeStoreUrl({ url, platformCode }),
    retry: false,
  });
export const openingPriceQuery = ({ currency, country }: Platform["options"][number]) =>
  queryOptions({
    queryKey: ["receivingAccounts", "price", currency, country],
    queryFn: () => prices.accountOpeningPrice({ currency, country }),
    retry: false,
  });

type Receipt = { merchantsId: string };
export type Hand = {
  /** `otherSites`: of Amazon, the same seller's shops that one authorisation covers. */
  bind: (answers: StoreForm & { otherSites?: CountryCode[] }) => Promise<Receipt>;
  update: (answers: StoreForm & { merchantsId: string }) => Promise<Receipt>;
};
/** Shoplazza is told the two parts of an address; every other call the whole. */
const inParts = <T extends StoreForm>({ url, ...rest }: T) => {
  const [subdomain, ...host] = (url ?? "").replace(/^https:\/\//, "").split(".");
  return { ...rest, ...(url && { subdomain, host: host.join(".") }) };
};

export function handOf(platform: Platform): Hand {
  const own = ownBindingOf(platform.code);
  if (!own)
    return {
      bind: ({ otherSites: _amazon, ...answers }) => storeCalls.bindOther({ ...answers, platformCode: platform.code }),
      update: storeCalls.updateOther,
    };
  const sent = (answers: StoreForm) => (own.bind === "bindShoplazza" ? inParts(answers) : answers);
  return {
    bind: ({ otherSites, ...answers }) =>
      own.bind === "applyAmazon"
        ? storeCalls.applyAmazon({ ...answers, ...(otherSites && { otherSites }) })
        : storeCalls[own.bind](sent(answers)),
    update: ({ merchantsId, ...answers }) => storeCalls[own.update]({ ...sent(answers), merchantsId }),
  };
}
