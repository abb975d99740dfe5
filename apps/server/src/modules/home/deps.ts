import type { Address, Currency, Money, Rate, Tone } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";

export type Balance = { available: Money; inTransit: Money; held: Money };
export type Todo = {
  id: string;
  kind: "orders" | "review" | "stores" | "certification" | "security";
  title: string;
  body: string;
  /** The money it blocks. */
  amount: Money | null;
  dueAt: Date | null;
  action: { label: string; path: Address };
};
export type Activity = {
  id: string;
  kind: "income" | "payout" | "exchange" | "card" | "other";
  platform: string | null;
  title: string;
  body: string;
  at: Date;
  state: { label: string; tone: Tone };
  /** Signed: money in is positive. */
  amount: Money;
  path: Address | null;
};
/** A line of the feed with the reference under which the books keep it: who knows more finds it by that. */
export type MoneyMatter = Activity & { reference: string | null };
export type DayIncome = { day: string; amount: Money };
export type TrendPart = { from: string; to: string; income: Money; forecast: Money };
export type Trend = { weeks: TrendPart[]; months: TrendPart[] };

/** Home owns no money: each question is answered by the module that owns the fact. */
export type HomeDeps = {
  database: Pick<Database, "db">;
  clock: Clock;
  displayName(merchantId: string): Promise<string>;
  certificationStatus(merchantId: string): Promise<number>;
  /** Every currency the merchant has ever had money in. */
  balancesOf(merchantId: string): Promise<Balance[]>;
  equivalentOf(merchantId: string): Promise<{ total: Money; asOf: Date } | null>;
  storeCount(merchantId: string): Promise<number>;
  /** Income since that day in Beijing. */
  incomeByDay(merchantId: string, from: string): Promise<DayIncome[]>;
  /** Refuses where there is no rate. */
  middleRate(from: Currency, to: Currency): Promise<Rate>;
  /** Newest first, each provider's newest few. */
  activity: readonly ((merchantId: string, limit: number) => Promise<Activity[]>)[];
  /** What blocks the merchant's money and how to free it. */
  todos: readonly ((merchantId: string) => Promise<Todo[]>)[];
};
