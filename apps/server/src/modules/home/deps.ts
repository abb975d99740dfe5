import type { Money } from "@coralhub/domain";
import type { Together } from "../../platform/capability.ts";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Activity } from "../activity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Income } from "../income/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Payouts } from "../payouts/index.ts";
import type { StoresModule } from "../stores/index.ts";

export type Balance = { available: Money; inTransit: Money; processing: Money; held: Money };
export type DayIncome = { day: string; amount: Money };
export type TrendPart = { from: string; to: string; income: Money; forecast: Money };
export type Trend = { weeks: TrendPart[]; months: TrendPart[] };

/** Home owns no money: each question is answered by the capability that owns the fact. */
export type HomeDeps = {
  database: Pick<Database, "db" | "transaction">;
  ids: Ids;
  audit: Audit;
  messages: Pick<Messages, "send">;
  clock: Clock;
  together: Pick<Together, "todos" | "services" | "find" | "days">;
  identity: Pick<Identity, "displayName" | "audience">;
  certification: Pick<CertificationModule, "statusOf" | "mayMoveMoney" | "certifiedKinds" | "countCertified">;
  ledger: Pick<Ledger, "overview" | "equivalent" | "prices">;
  activity: Pick<Activity, "feed" | "feesSince" | "recent" | "incomeByDay">;
  payouts: Pick<Payouts, "awaiting">;
  income: Pick<Income, "inTransit" | "coming">;
  stores: Pick<StoresModule, "hasAny">;
  rails: { fxRates: FxRates };
};
