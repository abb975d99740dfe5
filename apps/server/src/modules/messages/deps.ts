import type { Together } from "../../platform/capability.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Live } from "../../platform/live.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Notifications } from "../../rails/notifications/index.ts";

export type Recipient = { mobile: string | null; email: string | null; quietNights: boolean };
export type MessagesDeps = {
  database: Pick<Database, "db" | "transaction">;
  lists: Lists;
  outbox: Outbox;
  live: Live;
  lifecycles: Lifecycles;
  clock: Clock;
  ids: Ids;
  secrets: Pick<Secrets, "sign">;
  notifications: Notifications;
  /** How the merchant is reached: answered by the module that owns the account. */
  recipientOf(db: Db, merchantId: string): Promise<Recipient>;
  recipientsOf(db: Db, merchantIds: readonly string[]): Promise<ReadonlyMap<string, Recipient>>;
  setQuietNights(db: Db, merchantId: string, on: boolean): Promise<void>;
  /** What an SMS costs is counted where codes are, too. */
  spendNotice(
    to: string,
    kind: "security" | "ordinary",
  ): Promise<{ allowed: true; giveBack(): Promise<void> } | { allowed: false; retryAfterSeconds: number }>;
  publicUrl: string;
};

/** The same as the house offers it. */
export type MessagesHouse = Omit<MessagesDeps, "notifications"> & {
  rails: { notifications: Notifications };
  together: Pick<Together, "todos" | "days">;
};
