import { countryName, type CountryCode } from "../reference/countries.ts";

/** Amazon's sites by region, with the host a shop of the site lives under. One seller agrees once for a whole region. */
export const AMAZON_REGION_SITES = {
  na: { label: "北美", sites: { US: "amazon.com", CA: "amazon.ca", MX: "amazon.com.mx", BR: "amazon.com.br" } },
  eu: {
    label: "欧洲",
    sites: {
      GB: "amazon.co.uk",
      DE: "amazon.de",
      FR: "amazon.fr",
      IT: "amazon.it",
      ES: "amazon.es",
      NL: "amazon.nl",
      SE: "amazon.se",
      PL: "amazon.pl",
      BE: "amazon.com.be",
      IE: "amazon.ie",
      AE: "amazon.ae",
    },
  },
  fe: { label: "远东", sites: { JP: "amazon.co.jp", AU: "amazon.com.au", SG: "amazon.sg" } },
} as const satisfies Record<string, { label: string; sites: Partial<Record<CountryCode, string>> }>;
export type AmazonRegionName = keyof typeof AMAZON_REGION_SITES;
export const AMAZON_REGION_NAMES = Object.keys(AMAZON_REGION_SITES) as AmazonRegionName[];

/** Where one account sells on every site; in the far east each site has its own. */
const UNIFIED: readonly AmazonRegionName[] = ["na", "eu"];
const sitesIn = (region: AmazonRegionName): Readonly<Partial<Record<string, string>>> =>
  AMAZON_REGION_SITES[region].sites;
const regionWith = (country: string | null): AmazonRegionName | undefined =>
  AMAZON_REGION_NAMES.find((name) => country !== null && Object.hasOwn(sitesIn(name), country));
/** Of a site; the oldest region where none is known. */
export const amazonRegionOf = (country: string | null): AmazonRegionName => regionWith(country) ?? "na";

/** The other sites that one authorisation covers, by country; empty: none. */
export function amazonSitesBeside(country: string | null): CountryCode[] {
  const region = regionWith(country);
  if (!region || !UNIFIED.includes(region)) return [];
  return (Object.keys(sitesIn(region)) as CountryCode[]).filter((site) => site !== country);
}

const AMAZON_HOST = /\bamazon(?:\.[a-z]{2,3}){1,2}(?![\w.-])/i;
/** The same shop on another site: its address under that site's host, its name with the site's. */
export function onAmazonSite<A extends { name?: string; url?: string; country?: string }>(answers: A, site: string): A {
  const to = sitesIn(amazonRegionOf(site))[site];
  // Whichever site's address was given: two shops under one address would be one shop.
  const url = to ? answers.url?.replace(AMAZON_HOST, to) : answers.url;
  const name = `${answers.name ?? ""} ${countryName(site)}`.trim().slice(0, 60);
  return { ...answers, name, country: site, ...(url !== undefined && { url }) };
}
