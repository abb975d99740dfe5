import type { FlagName } from "@coralhub/domain";
import type { Clock } from "../platform/clock.ts";
import type { OperatorContext } from "../platform/context.ts";
import type { Database } from "../platform/db.ts";
import type { Idempotency } from "../platform/idempotency.ts";
import type { Ids } from "../platform/ids.ts";
import type { OpenGate } from "../platform/open-gate.ts";
import type { Precedence } from "../platform/precedence.ts";
import type { RateLimits } from "../platform/rate-limits.ts";
import type { Sessions } from "../platform/sessions.ts";

/** What the guard of an operator call must know. */
export type FoundOperator = {
  operator: OperatorContext["operator"];
  /** The initial password is changed and, in production, an authenticator is bound. */
  setUp: boolean;
  /** Appointed, reset or changed a short while ago: decides nothing about money until then. */
  restsUntil: Date | null;
};

/** What an answer to a call needs from the rest of the house. Business questions are functions, answered by the modules. */
export type HttpPorts = {
  clock: Clock;
  ids: Ids;
  database: Pick<Database, "transaction">;
  sessions: Sessions;
  rateLimits: RateLimits;
  precedence: Pick<Precedence, "moneyMoves">;
  idempotency: Idempotency;
  flagIsOn(flag: FlagName, merchantId: string | undefined): Promise<boolean>;
  /** Whether the merchant's certification lets money move. */
  isCertified(merchantId: string): Promise<boolean>;
  /** Undefined when the operator was disabled after signing in. */
  findOperator(operatorId: string): Promise<FoundOperator | undefined>;
  /** Who may call the open API; absent where no module offers it. */
  openGate?: OpenGate;
};
