import { CallFailed } from "@coralhub/contract";
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { WAITING } from "./waiting.ts";

/** A refusal is an answer and is not asked for again; a broken line is tried twice more. */
export const queryClient: QueryClient = new QueryClient({
  // Whoever decides something sees at once that less waits.
  mutationCache: new MutationCache({ onSettled: () => queryClient.invalidateQueries({ queryKey: WAITING }) }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => error instanceof CallFailed && count < 2 },
    mutations: { retry: false },
  },
});
