import type { Currency } from "../money/currencies.ts";
import type { ShopCategory } from "./shop-categories.ts";

/** The periods limits are counted over; a period begins at midnight in Beijing. */
export const LIMIT_PERIODS = { day: "今天", month: "本月", life: "累计" } as const;
export type LimitPeriod = keyof typeof LIMIT_PERIODS;
export const LIMIT_PERIOD_NAMES = Object.keys(LIMIT_PERIODS) as [LimitPeriod, ...LimitPeriod[]];

/** Minor units of the card's currency; null: no limit of the merchant's own. */
export type CardLimits = { perTransaction: bigint | null } & Record<LimitPeriod, bigint | null>;
/** `only`: nothing else; `except`: everything else. An empty list says nothing. */
export type AllowList<T extends string = string> = { mode: "only" | "except"; items: readonly T[] };
/** What a shop may charge in its own currency; null: as much as the other limits let it. */
export type CurrencyLimit = { currency: Currency; perTransaction: bigint | null };
export type AutoTopUp = { below: bigint; to: bigint; timesPerMonth: number };

/** What the merchant allows a card to do. */
export type CardControls = {
  limits: CardLimits;
  categories: AllowList<ShopCategory>;
  /** By `shopKey`. */
  merchants: AllowList;
  countries: AllowList;
  /** Empty: any currency. */
  currencies: readonly CurrencyLimit[];
  singleUse: boolean;
  /** The first shop that is paid is the only one from then on. */
  lockToFirst: boolean;
  /** A day in Beijing, the last on which it pays. */
  validUntil: string | null;
  autoTopUp: AutoTopUp | null;
  /** Told below this; null: never. */
  warnBelow: bigint | null;
};

export const NO_LIMITS: CardLimits = { perTransaction: null, day: null, month: null, life: null };
export const OPEN_CONTROLS: CardControls = {
  limits: NO_LIMITS,
  categories: { mode: "except", items: [] },
  merchants: { mode: "except", items: [] },
  countries: { mode: "except", items: [] },
  currencies: [],
  singleUse: false,
  lockToFirst: false,
  validUntil: null,
  autoTopUp: null,
  warnBelow: null,
};

export const allowsItem = ({ mode, items }: AllowList, item: string): boolean =>
  items.length === 0 || items.includes(item) === (mode === "only");

/** The name of the period a day in Beijing falls into: what is counted together. */
export const periodBucket = (period: LimitPeriod, day: string): string =>
  period === "day" ? day : period === "month" ? day.slice(0, 7) : "all";
