import {
  LIMIT_PERIOD_NAMES,
  OPEN_CONTROLS,
  type AllowList,
  type CardControls,
  type CurrencyLimit,
  type ShopCategory,
} from "@coralhub/domain";

type Kept = {
  limits: Record<keyof CardControls["limits"], string | null>;
  categories: AllowList<ShopCategory>;
  merchants: AllowList;
  countries: AllowList;
  currencies: { currency: CurrencyLimit["currency"]; perTransaction: string | null }[];
  singleUse: boolean;
  lockToFirst: boolean;
  validUntil: string | null;
  autoTopUp: { below: string; to: string; timesPerMonth: number } | null;
  warnBelow: string | null;
};
const text = (minor: bigint | null): string | null => minor?.toString() ?? null;
const minor = (kept: string | null): bigint | null => (kept === null ? null : BigInt(kept));

/** Amounts do not survive JSON as numbers. */
export function controlsToJson(controls: CardControls): string {
  const { limits, currencies, autoTopUp, warnBelow, ...rest } = controls;
  const kept: Kept = {
    ...rest,
    limits: {
      perTransaction: text(limits.perTransaction),
      day: text(limits.day),
      month: text(limits.month),
      life: text(limits.life),
    },
    currencies: currencies.map(({ currency, perTransaction }) => ({ currency, perTransaction: text(perTransaction) })),
    autoTopUp: autoTopUp && { ...autoTopUp, below: String(autoTopUp.below), to: String(autoTopUp.to) },
    warnBelow: text(warnBelow),
  };
  return JSON.stringify(kept);
}

export function controlsFromJson(json: unknown): CardControls {
  const kept = json as Kept;
  const limits = { ...OPEN_CONTROLS.limits, perTransaction: minor(kept.limits.perTransaction) };
  for (const period of LIMIT_PERIOD_NAMES) limits[period] = minor(kept.limits[period]);
  return {
    ...kept,
    limits,
    currencies: kept.currencies.map(({ currency, perTransaction }) => ({
      currency,
      perTransaction: minor(perTransaction),
    })),
    autoTopUp: kept.autoTopUp && {
      ...kept.autoTopUp,
      below: BigInt(kept.autoTopUp.below),
      to: BigInt(kept.autoTopUp.to),
    },
    warnBelow: minor(kept.warnBelow),
  };
}
