import { Refusal } from "@coralhub/contract";
import type {
  CardBin,
  CardMessageKind,
  CardMessageOutcome,
  DisputeNotice,
  DisputePursuit,
  Money,
  Shop,
} from "@coralhub/domain";
import type { SignedServiceConfig } from "../../platform/config.ts";
import { createConnectedIssuer } from "./connectors/signed-issuer.ts";
import type { SandboxIssuer } from "./sandbox/issuer.ts";

export type CardRequest = { reference: string; bin: CardBin; holder: string };
/** What the issuer gives with a new card: the number passes through once, into the vault. */
export type IssuedCard = { token: string; lastFour: string; number: string; expiry: string };

/** One message about a purchase. `amount` is in the card's currency; `networkId` is the same in all messages about it. */
export type PaymentMessage = {
  /** The issuer's own number of the message: it takes effect once. */
  id: string;
  kind: CardMessageKind;
  token: string;
  networkId: string;
  amount: Money;
  original: Money;
  shop: Shop;
  at: Date;
  /** An authorisation: the shop takes less, too. */
  partial: boolean;
  /** A settlement: nothing more is to come. */
  final: boolean;
  /** An advice: what was decided in our place, and about which message, where the issuer says so. */
  approved: boolean;
  adviceOf: string | null;
  /** A refund: the purchase it is for, where the shop says so. */
  refundOf: string | null;
};
export type PaymentAnswer = {
  outcome: CardMessageOutcome;
  approved: boolean;
  /** The network's response code. */
  code: string;
  /** What was approved; null where nothing was asked. */
  amount: Money | null;
};
export type IssuerNotice =
  | ({ notice: "payment" } & PaymentMessage)
  | ({ notice: "card.opened"; reference: string } & IssuedCard)
  | { notice: "card.refused"; reference: string; reason: string }
  | { notice: "card.expired"; token: string }
  | { notice: "dispute"; disputeId: string; answer: DisputeNotice; note: string };

export type IssuerHandlers = {
  payment(message: PaymentMessage): Promise<PaymentAnswer>;
  opened(reference: string, card: IssuedCard): Promise<void>;
  refused(reference: string, reason: string): Promise<void>;
  expired(token: string): Promise<void>;
  dispute(disputeId: string, answer: DisputeNotice, note: string): Promise<"taken" | "repeated" | "unknown">;
};
export type SignedNotice = { timestamp: string; signature: string; payload: string };

/** Every call may be repeated and then means the same. Throws while the issuer cannot be reached. */
export type CardIssuer = {
  /** The name its nostro accounts carry. */
  name: string;
  isOpen: boolean;
  requestCard(request: CardRequest): Promise<void>;
  setCardState(token: string, state: "active" | "frozen" | "closed"): Promise<void>;
  /** For one look. It is never kept. */
  cvvOf(token: string): Promise<string>;
  fileChargeback(dispute: { disputeId: string; networkId: string; amount: Money; reason: string }): Promise<void>;
  /** What we make of the shop's answer to it. */
  pursueChargeback(pursuit: { disputeId: string; step: DisputePursuit }): Promise<void>;
  /** What came through the hook, if it is from the issuer; anything else is refused. */
  readNotice(signed: SignedNotice, now: Date): IssuerNotice;
};

type Settings = { cardIssuer: SignedServiceConfig | undefined };

/** An issuer that is configured is used in both modes; without one the sandbox plays it, and production has none yet. */
export function createCardIssuer({ cardIssuer }: Settings, sandbox: SandboxIssuer | undefined): CardIssuer {
  if (cardIssuer) return createConnectedIssuer(cardIssuer);
  return sandbox ?? createAbsentIssuer();
}

function createAbsentIssuer(): CardIssuer {
  const unreachable = () => Promise.reject(new Error("no card issuer is connected: set CARD_ISSUER_URL and _KEY"));
  return {
    name: "none",
    isOpen: false,
    requestCard: unreachable,
    setCardState: unreachable,
    cvvOf: unreachable,
    fileChargeback: unreachable,
    pursueChargeback: unreachable,
    readNotice() {
      throw new Refusal("not_found");
    },
  };
}

export { createSandboxIssuer, SANDBOX_ISSUER, type SandboxIssuer, type SandboxIssuerDeps } from "./sandbox/issuer.ts";
export { createCardIssuerControl } from "./sandbox/control.ts";
