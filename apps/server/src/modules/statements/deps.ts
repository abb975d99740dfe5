import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Activity } from "../activity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Orders } from "../orders/index.ts";
import type { Payouts } from "../payouts/index.ts";
import type { Wallets } from "../wallets/index.ts";

export type StatementsDeps = {
  database: Pick<Database, "db" | "lists" | "copyOut">;
  clock: Clock;
  certification: Pick<CertificationModule, "nameAt">;
  wallets: Pick<Wallets, "numberOf">;
  activity: Pick<Activity, "booked" | "totals">;
  orders: Pick<Orders, "monthFile">;
  payouts: Pick<Payouts, "receiptsOf">;
};
