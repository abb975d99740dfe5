/** What the console may know about merchants; answered by the modules that own the facts. */
export type MerchantBrief = { id: string; name: string; mobile: string };
export type MerchantListing = MerchantBrief & { email: string | null; certification: number; createdAt: Date };
export type MerchantOverview = MerchantListing & {
  userSource: number;
  sessions: { createdAt: Date; lastSeenAt: Date; address: string; userAgent: string }[];
  consents: { document: string; version: string; at: Date }[];
  messages: { total: number; unread: number };
};

export type MerchantDirectory = {
  /** By mobile, e-mail, name or id; newest first, at most 50. An empty text lists the newest. */
  search(text: string): Promise<MerchantListing[]>;
  overview(merchantId: string): Promise<MerchantOverview | undefined>;
  /** The merchants among these ids that exist. */
  named(merchantIds: readonly string[]): Promise<ReadonlyMap<string, MerchantBrief>>;
};
