import { isPassing } from "@coralhub/contract";
import { QueryCache, QueryClient } from "@tanstack/react-query";

const RETRIES = 2;

/** The server answers again: whatever else on the page could not be fetched is asked for again, not only what was retried. */
const queryCache = new QueryCache({
  onSuccess: () =>
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ state }) => isPassing(state.error) && state.fetchStatus === "idle",
    }),
});

/**
 * Only what passes is worth asking again; a refusal would be the same twice. Without a line calls are made all the same
 * and fail: left to wait for one they would say nothing, and a list would go on showing the rows of another filter.
 */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) => isPassing(error) && failures < RETRIES,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
