import { identityEndpoints, liveEvents, messageEndpoints } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { GLOBAL_ERRORS } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { questionsAbout } from "./live-topics.ts";
import { followLive } from "./live.ts";
import { queryClient } from "./query.ts";

const messages = connect(messageEndpoints, { background: true });
const identity = connect(identityEndpoints, { background: true });

/** Errors are ignored: a badge is not worth a notice. */
export const unreadQuery = queryOptions({
  queryKey: ["unread"],
  queryFn: () => messages.unreadCount({}).catch(() => 0),
});

const askAgain = (table: string): void =>
  questionsAbout(table).forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));

/** Keeps the badge and the lists behind it current while the page is open. */
export function followUpdates(): () => void {
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
