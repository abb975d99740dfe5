import { CallRefused, isPassing } from "@coralhub/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

const RETRIES = 2;
const FIRST_RETRY_MS = 1_000;

/** Longer each time, and never before the server wants to be asked again. */
const retryDelay = (failures: number, error: Error): number => {
  const wanted = (error instanceof CallRefused && error.retryAfterSeconds) || 0;
  return Math.max(FIRST_RETRY_MS * 2 ** failures, wanted * 1_000);
};

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
        retryDelay,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
