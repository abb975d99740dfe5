import type { Currency } from "@coralhub/domain";

/** What a platform gave us for one store: sealed where it is kept, never shown. */
export type Grant = {
  accessToken: string;
  refreshToken: string | null;
  /** The shop's or seller's number on the platform. */
  account: string | null;
  /** When the access token ends; null: not by time. */
  accessEndsAt: Date | null;
  /** When the merchant must agree anew; null: not before it is taken back. */
  endsAt: Date | null;
  /** The shop's own host, where the platform is spoken to there. */
  shop?: string;
  /** What else calls of this store need: ids that are not secret, or the keys it was connected with. */
  extra?: Record<string, string>;
};

/** One order or payout, as far as it is the same everywhere. Amounts are decimal text in the platform's own words. */
export type Trade = {
  /** As the merchant's own reports of the platform call it. */
  reference: string;
  /** What orders of this platform were read as before: one that is known by it is no news. */
  formerly?: string;
  /** Of no time where the platform's word for it could not be read. */
  at: Date;
  currency: string;
  amount: string;
  /** What the buyer got back of it, and the settlement it was paid out with, where the platform says so. */
  refunded?: string;
  settlement?: string;
  /**
   * Absent: it was sold and paid for. `open`: the buyer has not paid yet, or it is not clear. `void`: it was cancelled, failed or
   * taken back; what was read of it before proves nothing any more.
   */
  stage?: "open" | "void";
};
/** From `since` on, before `until`. */
export type Period = {
  since: Date;
  until: Date;
  /** Not what was sold in it: what has changed in it, whenever that was sold. Only asked of who tells changes. */
  changed?: boolean;
  /** What the store is paid out in, where it is known; only the sandbox's stand-in looks at it, to sell in it. */
  currency?: Currency | null;
};
/** Page after page, fetched when asked for. */
export type TradePages = AsyncIterable<Trade[]>;

/** What every connected store can be asked. Lists that a platform has no public call for are absent. */
export type StoreCalls = {
  /** Resolves when the platform still accepts the grant. */
  verify(grant: Grant): Promise<void>;
  /** A grant with a later end; absent where access tokens do not end by time. */
  refresh?(grant: Grant): Promise<Grant>;
  /** Tells the platform that we let go; absent where only the merchant can do that. */
  revoke?(grant: Grant): Promise<void>;
  listOrders?(grant: Grant, period: Period): TradePages;
  listPayouts?(grant: Grant, period: Period): TradePages;
};

export type ConsentRequest = {
  state: string;
  /** Of PKCE; used where the platform knows it. */
  verifier: string;
  redirectUri: string;
  /** The store's own address, where consent is given there. */
  shopUrl: string | null;
  /** The platform's site the store sells on, as a country, where it has sites. */
  country: string | null;
  /** Which store it is for; only the sandbox's stand-in looks at it, to know its accounts again. */
  storeId: string;
  /** The seller's number as the merchant wrote it down; only the stand-in looks at it, to offer that very account. */
  seller: string | null;
};
export type ConsentAnswer = ConsentRequest & {
  code: string;
  /** Everything else the platform sent the browser back with. */
  extra: Record<string, string>;
};
export type ConsentMarketplace = StoreCalls & {
  authoriseUrl(request: ConsentRequest): string;
  exchange(answer: ConsentAnswer): Promise<Grant>;
  /** What one of several shops holds that a single consent covers; absent where each shop agrees for itself. */
  shareWith?(grant: Grant, shop: { country: string | null }): Promise<Grant>;
};

export type StoreKeys = Record<string, string>;
export type KeyMarketplace = StoreCalls & {
  /** Tries the keys with the platform. */
  connect(keys: StoreKeys, shopUrl: string | null): Promise<Grant>;
};

/**
 * Why a platform gave no answer we can use.
 * refused: the code, token or keys are not, or no longer, good. address: the shop's own address is not one we may call.
 * busy and unavailable: worth another try. unexpected: neither side's fault that we could name. absent: not configured.
 */
export type Trouble = "absent" | "refused" | "address" | "busy" | "unavailable" | "unexpected";
export class MarketplaceError extends Error {
  override readonly name = "MarketplaceError";
  readonly trouble: Trouble;
  readonly retryAfterSeconds: number | undefined;
  /** `problem` goes to operators and logs: it must name no secret. */
  constructor(trouble: Trouble, problem: string, retryAfterSeconds?: number) {
    super(problem);
    this.trouble = trouble;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
