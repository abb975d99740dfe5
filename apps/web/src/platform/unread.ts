import { identityEndpoints, liveEvents, messageEndpoints } from "@coralhub/contract";
import { queryOptions, type QueryKey } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { GLOBAL_ERRORS } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { followLive } from "./live.ts";
import { queryClient } from "./query.ts";

const messages = connect(messageEndpoints, { background: true });
const identity = connect(identityEndpoints, { background: true });

/** Errors are ignored: a badge is not worth a notice. */
export const unreadQuery = queryOptions({
  queryKey: ["unread"],
  queryFn: () => messages.unreadCount({}).catch(() => 0),
});

/** Keeps the badge and the lists behind it current while the page is open; the application knows which questions a move concerns. */
export function followUpdates(questionsAbout: (table: string) => readonly QueryKey[]): () => void {
  const askAgain = (table: string): void =>
    questionsAbout(table).forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
  return followLive((signal) => identity.live({}, { signal }), {
    onReconnect: () => void queryClient.invalidateQueries(),
    onEvent: ({ event, data }) => {
      if (event === "unread") {
        const unread = liveEvents.unread.safeParse(data);
        if (!unread.success) return;
        queryClient.setQueryData(unreadQuery.queryKey, unread.data.count);
        askAgain("message");
      } else if (event === "changed") {
        const changed = liveEvents.changed.safeParse(data);
        if (changed.success) askAgain(changed.data.what);
      } else if (event === "sessionEnded") {
        surroundings.toast(GLOBAL_ERRORS.expired);
        surroundings.onExpired();
      }
    },
  });
}
