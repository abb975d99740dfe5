import type { Money, PartnerNoticeOutcome } from "@coralhub/domain";
import type { Cleared } from "../../platform/cleared.ts";
import type { TakesPapers } from "../../platform/hand-over-papers.ts";
import type { SandboxDepositPartner } from "./sandbox/partner.ts";

export type OpeningRequest = {
  /** Ours, the same however often it is sent. */
  reference: string;
  holder: string;
  currencies: readonly string[];
  answers: Readonly<Record<string, string>>;
  operators: readonly { name: string; duty: string; email: string }[];
  /** What the merchant said when asked; null the first time. */
  answer: string | null;
};
export type PlacementInstruction = {
  reference: string;
  holder: string;
  principal: Money;
  rate: string;
  valueDate: string;
  maturesOn: string;
};
/** What ends, by its own reference: principal and interest leave the partner; what is renewed stays under a new reference. */
export type Settlement = {
  reference: string;
  principal: Money;
  interest: Money;
  renewed: { reference: string; principal: Money } | null;
};

/** Where something stands with the partner. `unknown`: it has never heard of it. `taken`: it has, and decides. */
export type PartnerStanding =
  | { standing: "unknown" }
  | { standing: "taken" }
  | { standing: "accepted" }
  | { standing: "refused"; reason: string }
  | { standing: "asked"; reason: string };
/** What it tells by itself: any number of times, in any order, or never. */
export type PartnerNotice = { reference: string } & Exclude<PartnerStanding, { standing: "unknown" | "taken" }>;
export type PartnerNoticeHandler = (notice: PartnerNotice) => Promise<PartnerNoticeOutcome>;

/** The bank that keeps fixed deposits for our merchants. Whoever gets no answer knows nothing, and asks by the reference. */
export type DepositPartner = TakesPapers & {
  /** The name its nostro accounts carry. */
  name: string;
  isOpen: boolean;
  open(request: OpeningRequest): Promise<PartnerStanding>;
  place(instruction: PlacementInstruction, cleared: Cleared): Promise<PartnerStanding>;
  ask(reference: string): Promise<PartnerStanding>;
  /** Pays back what has ended; the same reference again changes nothing. */
  settle(settlement: Settlement): Promise<void>;
};

/** The partner's protocol is not public: the sandbox plays it, and production has none until one is connected. */
export const createDepositPartner = (sandbox: SandboxDepositPartner | undefined): DepositPartner =>
  sandbox ?? createAbsentPartner();

function createAbsentPartner(): DepositPartner {
  const unreachable = () => Promise.reject(new Error("no deposit partner is connected"));
  return {
    name: "none",
    isOpen: false,
    handOver: unreachable,
    open: unreachable,
    place: unreachable,
    ask: unreachable,
    settle: unreachable,
  };
}

export {
  createSandboxDepositPartner,
  SANDBOX_DEPOSIT_PARTNER,
  type SandboxDepositPartner,
  type SandboxPartnerDeps,
} from "./sandbox/partner.ts";
export { createDepositPartnerControl } from "./sandbox/control.ts";
