import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Coalesced } from "../../platform/coalescer.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { BankStatements } from "../../rails/bank-statements/index.ts";
import type { CardIssuer } from "../../rails/card-issuer/index.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Screening } from "../../rails/screening/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Income } from "../income/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Payouts } from "../payouts/index.ts";
import type { Messages, SendMessage, TellAddress } from "../messages/index.ts";
import type { DecisionFacts, Look } from "./decision-store.ts";

export type CardsDeps = {
  database: Pick<Database, "db" | "hot" | "transaction" | "vault">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  outbox: Outbox;
  random: Random;
  files: Files;
  lifecycles: Lifecycles;
  secrets: Secrets;
  /** Seals card numbers, and nothing else. */
  vaultSecrets: Secrets;
  ledger: Pick<Ledger, "prices" | "balance" | "balances" | "post" | "postIn" | "payoutsStopped">;
  approvals: Approvals;
  /** The receiving bank's part of a return; nothing is booked by it. */
  sendBack: Income["sendBack"];
  issuer: CardIssuer;
  statements: BankStatements;
  screening: Screening;
  fxRates: Pick<FxRates, "reference">;
  /** The certified name, where certification counts at this moment. */
  holderOf: CertificationModule["holderOf"];
  codes: Identity["codes"];
  accounts: Pick<Accounts, "list" | "of" | "lock">;
  coupons: Pick<Coupons, "offers" | "hold" | "reserve" | "settle">;
  mayMoveMoney(merchantId: string): Promise<boolean>;
  /** What a decision looks at, outside of any transaction. */
  lookAtCard: Coalesced<Look, DecisionFacts | undefined>;
  /** The certified name, and how cards write it. */
  holderNames(merchantId: string): Promise<{ name: string; about: string }[]>;
  ownCnyAccount(
    merchantId: string,
  ): Promise<{ id: string; holderName: string; bankName: string; lastFour: string } | null>;
  sendMessage: SendMessage;
  tellAddress: TellAddress;
};

/** The same as the house offers it. */
export type CardsHouse = Omit<
  CardsDeps,
  | "vaultSecrets"
  | "issuer"
  | "statements"
  | "sendBack"
  | "screening"
  | "fxRates"
  | "holderOf"
  | "codes"
  | "accounts"
  | "mayMoveMoney"
  | "lookAtCard"
  | "holderNames"
  | "ownCnyAccount"
  | "sendMessage"
  | "tellAddress"
> & {
  config: Pick<Config, "vaultKey" | "secretKeys">;
  rails: { cardIssuer: CardIssuer; statements: BankStatements; screening: Screening; fxRates: CardsDeps["fxRates"] };
  identity: Pick<Identity, "codes">;
  income: Pick<Income, "sendBack">;
  accounts: Pick<Accounts, "list" | "of" | "lock" | "takeAt">;
  certification: Pick<CertificationModule, "mayMoveMoney" | "certifiedAs" | "holderOf">;
  payouts: Pick<Payouts, "ownAccounts">;
  messages: Pick<Messages, "send" | "tellAddress">;
};
