import type { Audit } from "../../platform/audit.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type ServicesDeps = {
  database: Pick<Database, "db">;
  lists: Lists;
  ids: Ids;
  audit: Audit;
  sendMessage: SendMessage;
};

/** The same as the house offers it. */
export type ServicesHouse = Omit<ServicesDeps, "sendMessage"> & { messages: Pick<Messages, "send"> };
