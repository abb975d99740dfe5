import { isPassing } from "@coralhub/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

const RETRIES = 2;

type QueryHabits = {
  /** How long an answer counts as fresh. */
  staleTime: number;
  /** Called when something was decided, whatever came of it. */
  onDecided?(client: QueryClient): void;
};

/**
 * Only what passes is worth asking again; a refusal would be the same twice. Without a line calls are made all the same
 * and fail: a list left to wait for one would go on showing the rows of another filter, and a decision would be taken
 * later, unseen.
 */
export function createQueryClient({ staleTime, onDecided }: QueryHabits): QueryClient {
  const client: QueryClient = new QueryClient({
    // The server answers again: whatever else on the page could not be fetched is asked for again, not only what was retried.
    queryCache: new QueryCache({
      onSuccess: () =>
        void client.refetchQueries({
          type: "active",
          predicate: ({ state }) => isPassing(state.error) && state.fetchStatus === "idle",
        }),
    }),
    mutationCache: new MutationCache({ onSettled: () => onDecided?.(client) }),
    defaultOptions: {
      queries: {
        staleTime,
        networkMode: "always",
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
        retry: (failures, error) => isPassing(error) && failures < RETRIES,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
