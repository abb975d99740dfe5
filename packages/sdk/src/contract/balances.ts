// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 某一刻的余额：当时的账，和按现在知道的更正 */
export type GetBalancesAsOfInput = { at: string };
export type GetBalancesAsOfOutput = Array<{ currency: Currency; knownThen: Money; knownNow: Money }>;
/** 各币种余额与账户 */
export type GetBalancesInput = Record<string, never>;
export type GetBalancesOutput = Array<{
  available: Money;
  processing: Money;
  held: Money;
  currency: Currency;
  accounts: Array<{
    available: Money;
    processing: Money;
    held: Money;
    code: string;
    kind: "collection" | "wallet";
    name: string | null;
  }>;
}>;
