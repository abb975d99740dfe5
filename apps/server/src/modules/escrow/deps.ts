import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Payouts } from "../payouts/index.ts";
import type { Quota } from "../orders/index.ts";

export type EscrowDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  lists: Lists;
  audit: Audit;
  files: Files;
  lifecycles: Lifecycles;
  ledger: Pick<Ledger, "balance" | "postIn" | "payoutsStopped">;
  identity: Pick<Identity, "codes" | "audience">;
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "holderOf" | "isFrozen">;
  payouts: Pick<Payouts, "countOutflow" | "requireSendable" | "uncountOutflow">;
  orders: { quota: Pick<Quota, "handOver"> };
};
