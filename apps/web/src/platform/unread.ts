import { identityEndpoints, liveEvents, messageEndpoints } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { GLOBAL_ERRORS } from "./error-catalogue.ts";
import { surroundings } from "./expiry.ts";
import { followLive } from "./live.ts";
import { queryClient } from "./query.ts";

const messages = connect(messageEndpoints, { silent: true });
const identity = connect(identityEndpoints, { silent: true });

/** Errors are ignored: a badge is not worth a notice. */
export const unreadQuery = queryOptions({
  queryKey: ["unread"],
  queryFn: () => messages.unreadCount({}).catch(() => 0),
});

/** Keeps the badge and the lists behind it current while the page is open. */
export function followUpdates(): () => void {
  return followLive((signal) => identity.live({}, { signal }), {
    onReconnect: () => void queryClient.invalidateQueries(),
    onEvent: ({ event, data }) => {
      if (event === "unread") {
        const unread = liveEvents.unread.safeParse(data);
        if (!unread.success) return;
        queryClient.setQueryData(unreadQuery.queryKey, unread.data.count);
        void queryClient.invalidateQueries({ queryKey: ["messages"] });
        void queryClient.invalidateQueries({ queryKey: ["home"] });
        void queryClient.invalidateQueries({ queryKey: ["collections"] });
        void queryClient.invalidateQueries({ queryKey: ["stores"] });
        // Whoever waits for a decision sees it come.
        void queryClient.invalidateQueries({ queryKey: ["certification", "overview"] });
      } else if (event === "sessionEnded") {
        surroundings.toast(GLOBAL_ERRORS.expired);
        surroundings.onExpired();
      }
    },
  });
}
