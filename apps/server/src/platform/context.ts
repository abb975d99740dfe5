import type { Access, OperatorRole } from "@coralhub/contract";
import type { BulkRow } from "./bulk-row.ts";
import type { Tx } from "./db.ts";
import type { Part } from "./idempotency.ts";

/** What every handler knows about the call it answers. */
export type RequestContext = {
  requestId: string;
  now: Date;
  address: string;
  userAgent: string;
  /**
   * Runs the effect of an idempotent call: the record of the key and everything `work` writes commit together.
   * The same key and body gives the stored answer again without running `work`; another body is refused.
   * On calls that are not idempotent it is a plain transaction.
   */
  once<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same where the effect is one coalesced posting: `write` commits the given record with it. The answer must be
   * known beforehand; it is what a repeated call gets.
   */
  onceWith<T>(answer: T, write: (record: BulkRow) => Promise<{ replayed: boolean }>): Promise<T>;
  /** The same where the effect is written in a transaction many callers share: whoever writes there is handed this one's part. */
  onceAmong<T>(join: (part: Part<T>) => Promise<T>): Promise<T>;
};

export type PublicContext = RequestContext & { session?: undefined };
/** A person of a merchant: what is theirs alone (password, factors, devices, sessions) is found by both ids. */
export type PersonKey = { merchantId: string; personId: string };
export type MerchantContext = RequestContext &
  PersonKey & {
    /** What the merchant's timelines call the person. */
    personName: string | null;
    session: SessionFacts;
    /** One of the merchant's own programs: its signature stands for the code a person would type. */
    app?: { id: string; appId: string; name: string; scopes: ReadonlySet<string> };
  };
export type OperatorContext = RequestContext & {
  operator: { id: string; email: string; name: string; roles: OperatorRole[] };
  session: SessionFacts;
};
export type OpenContext = MerchantContext & { app: NonNullable<MerchantContext["app"]> };

export type SessionFacts = { id: string; createdAt: Date; steppedUpAt: Date | null };

export type ContextByAccess = {
  [A in Access]: A extends "public"
    ? PublicContext
    : A extends "merchant" | "certified"
      ? MerchantContext
      : A extends "open"
        ? OpenContext
        : OperatorContext;
};
