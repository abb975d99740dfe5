import { amazonRegionOf, type AmazonRegionName, type CountryCode } from "@coralhub/domain";

/** Where sellers of a region are spoken to; how each of its sites sends its sellers to agree. */
type AmazonRegion = { api: string; consent: string; sites: Partial<Record<CountryCode, string>> };

const EUROPE = "https://sellercentral-europe.amazon.com";
/** As in Amazon's own lists of endpoints and of Seller Central addresses. A site that is not named uses its region's. */
export const AMAZON_REGIONS = {
  na: {
    api: "https://sellingpartnerapi-na.amazon.com",
    consent: "https://sellercentral.amazon.com",
    sites: {
      US: "https://sellercentral.amazon.com",
      CA: "https://sellercentral.amazon.ca",
      MX: "https://sellercentral.amazon.com.mx",
      BR: "https://sellercentral.amazon.com.br",
    },
  },
  eu: {
    api: "https://sellingpartnerapi-eu.amazon.com",
    consent: EUROPE,
    sites: {
      GB: EUROPE,
      DE: EUROPE,
      FR: EUROPE,
      IT: EUROPE,
      ES: EUROPE,
      NL: "https://sellercentral.amazon.nl",
      SE: "https://sellercentral.amazon.se",
      PL: "https://sellercentral.amazon.pl",
      BE: "https://sellercentral.amazon.com.be",
      IE: "https://sellercentral.amazon.ie",
      AE: "https://sellercentral.amazon.ae",
    },
  },
  fe: {
    api: "https://sellingpartnerapi-fe.amazon.com",
    consent: "https://sellercentral.amazon.co.jp",
    sites: {
      JP: "https://sellercentral.amazon.co.jp",
      AU: "https://sellercentral.amazon.com.au",
      SG: "https://sellercentral.amazon.sg",
    },
  },
} as const satisfies Record<AmazonRegionName, AmazonRegion>;

export const consentHostOf = (country: string | null): string => {
  const { sites, consent }: AmazonRegion = AMAZON_REGIONS[amazonRegionOf(country)];
  return (country !== null && sites[country as CountryCode]) || consent;
};
