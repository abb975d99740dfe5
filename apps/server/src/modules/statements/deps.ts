import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Wallets } from "../wallets/index.ts";

export type StatementsDeps = {
  database: Pick<Database, "db" | "lists" | "copyOut">;
  clock: Clock;
  certification: Pick<CertificationModule, "certifiedAs">;
  wallets: Pick<Wallets, "numberOf">;
};
