import { priceEndpoints } from "@coralhub/contract";
import { DEFAULT_FEE_RULES } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Capability } from "../../platform/capability.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Approvals } from "../approvals/index.ts";
import { createQuotes, type Prices } from "./prices.ts";
import { readFeeRules } from "./prices-store.ts";
import { proposeFeeRule, putFeeRuleIntoForce } from "./propose-fee-rule.ts";

export type { ExchangeQuote, FeeQuote, KeptQuote, Prices } from "./prices.ts";
export { fromJson as quoteFromJson, toJson as quoteToJson } from "./quote-json.ts";

type PricesHouse = {
  database: Pick<Database, "db">;
  clock: Clock;
  ids: Ids;
  audit: Audit;
  approvals: Approvals;
  /** Rates that somebody has an eye on. */
  quoteRates: Pick<FxRates, "rate">;
};

/** What things cost: the rules finance sets, and prices promised for a while. */
export function createPrices(house: PricesHouse): Capability<typeof priceEndpoints> & Prices {
  const { clock, ids } = house;
  const { db } = house.database;
  return {
    ...createQuotes({ db, clock, ids, fxRates: house.quoteRates }),
    endpoints: priceEndpoints,
    handlers: {
      priceList: async () =>
        (await describeRules(db, clock.now())).map(({ business, currency, corridor, terms }) => ({
          business,
          currency,
          corridor,
          terms,
        })),
      feeRules: () => describeRules(db, clock.now()),
      proposeFeeRule: (ctx, rule) => proposeFeeRule(house, ctx, rule),
    },
    approvals: { "fee.rule": putFeeRuleIntoForce(house) },
  };
}

/** Those in force, and the product's own where nothing else was set. */
async function describeRules(db: Db, now: Date) {
  const set = await readFeeRules(db, now);
  const keyOf = ({ business, currency, corridor }: { business: string; currency: string; corridor: string }) =>
    `${business} ${currency} ${corridor}`;
  const replaced = new Set(set.map(keyOf));
  const own = DEFAULT_FEE_RULES.filter((rule) => !replaced.has(keyOf(rule)));
  return [
    ...set.map(({ id, business, currency, corridor, terms, effectiveFrom }) => ({
      id,
      business,
      currency,
      corridor,
      terms: wireTerms(terms),
      effectiveFrom,
    })),
    ...own.map((rule) => ({ ...rule, terms: wireTerms(rule.terms), id: null, effectiveFrom: null })),
  ];
}

/** The table's tiers are read-only, the wire's are not. */
const wireTerms = <T extends { tiers?: readonly unknown[] }>(terms: T) => ({
  ...terms,
  tiers: terms.tiers && ([...terms.tiers] as { fromVolume: number; basisPoints: string }[]),
});
