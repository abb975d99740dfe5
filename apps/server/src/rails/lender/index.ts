import type { Money, PartnerNoticeOutcome } from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import type { TakesPapers } from "../../platform/hand-over-papers.ts";
import type { SandboxLender } from "./sandbox/lender.ts";

export type LoanApplication = {
  /** Ours, the same however often it is sent. */
  reference: string;
  holder: string;
  amount: Money;
  termMonths: number;
  rate: string;
  score: number;
  /** What the merchant said when asked; null the first time. */
  answer: string | null;
};
/** What ICBC is told of a merchant. */
export type LenderData = {
  /** Ours, the same however often it is sent. */
  reference: string;
  holder: string;
  what: { kind: "user"; mobile: string | null } | { kind: "orders"; orders: readonly ToldOrder[] };
  /** What the merchant said when asked; null the first time. */
  answer: string | null;
};
export type ToldOrder = { day: string; platform: string | null; payer: string; reference: string; amount: Money };
export type PayOut = { reference: string; holder: string; amount: Money };
export type Remittance = { reference: string; about: string; amount: Money };

/** Where something stands with the lender. `unknown`: it has never heard of it. `taken`: it has, and decides. */
export type LenderStanding =
  | { standing: "unknown" }
  | { standing: "taken" }
  /** Null: there was no sum to grant. */
  | { standing: "accepted"; granted: Money | null }
  | { standing: "refused"; reason: string }
  | { standing: "asked"; reason: string };
export type LenderWord = Exclude<LenderStanding, { standing: "unknown" | "taken" }>;
/** What it tells by itself: any number of times, in any order, or never. */
export type LenderNotice = { reference: string } & LenderWord;
export type LenderNoticeHandler = (notice: LenderNotice) => Promise<PartnerNoticeOutcome>;

export type Lender = TakesPapers & {
  /** The name its nostro accounts carry. */
  name: string;
  isOpen: boolean;
  apply(application: LoanApplication): Promise<LenderStanding>;
  /** Tells it about a merchant; where that stands is asked like anything else. */
  upload(data: LenderData): Promise<LenderStanding>;
  payOut(payOut: PayOut, cleared: Cleared): Promise<LenderStanding>;
  ask(reference: string): Promise<LenderStanding>;
  /** Hands over what a borrower has repaid; the same reference again changes nothing. */
  remit(remittance: Remittance, cleared: Cleared): Promise<void>;
};

/** No lender's protocol is public: the sandbox plays one, and production has none until one is connected. */
export const createLender = (sandbox: SandboxLender | undefined): Lender => sandbox ?? createAbsentLender();

function createAbsentLender(): Lender {
  const unreachable = () => Promise.reject(new Error("no lender is connected"));
  return {
    name: "none",
    isOpen: false,
    handOver: unreachable,
    apply: unreachable,
    upload: unreachable,
    payOut: unreachable,
    ask: unreachable,
    remit: unreachable,
  };
}

export { createSandboxLender, SANDBOX_LENDER, type SandboxLender, type SandboxLenderDeps } from "./sandbox/lender.ts";
export { createLenderControl } from "./sandbox/control.ts";
