import { isPassing } from "@coralhub/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { WAITING } from "./waiting.ts";

const RETRIES = 2;

/**
 * A refusal is an answer and is not asked for again; what passes is tried twice more. Without a line calls are made all
 * the same and fail: a decision left to wait for one would be taken later, unseen.
 */
export const queryClient: QueryClient = new QueryClient({
  // The server answers again: whatever else on the page could not be fetched is asked for again.
  queryCache: new QueryCache({
    onSuccess: () =>
      void queryClient.refetchQueries({
        type: "active",
        predicate: ({ state }) => isPassing(state.error) && state.fetchStatus === "idle",
      }),
  }),
  // Whoever decides something sees at once that less waits.
  mutationCache: new MutationCache({ onSettled: () => queryClient.invalidateQueries({ queryKey: WAITING }) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: "always",
      retry: (failures, error) => isPassing(error) && failures < RETRIES,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
