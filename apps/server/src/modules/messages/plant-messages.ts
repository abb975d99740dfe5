import { messageEvent, type MessageState } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OutgoingMessage } from "./send-message.ts";
import { wordsOf } from "./message-words.ts";
import { insertMessages } from "./messages-store.ts";

export type MessagePlant = OutgoingMessage & { id: string; at: Date; status: Exclude<MessageState, "deleted"> };

/** Messages of a demo merchant's past, in the catalogue's words; nothing is sent by SMS or mail. */
export async function plantMessages(tx: Tx, plants: readonly MessagePlant[]): Promise<void> {
  await insertMessages(
    tx,
    plants.map(({ id, merchantId, event, data, at, status }) => {
      const { category, needsAction = false } = messageEvent(event);
      return { id, merchantId, event, category, ...wordsOf(event, data), needsAction, createdAt: at, status };
    }),
  );
}
