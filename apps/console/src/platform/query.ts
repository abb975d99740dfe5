import { CallFailed } from "@coralhub/contract";
import { QueryClient } from "@tanstack/react-query";

/** A refusal is an answer and is not asked for again; a broken line is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => error instanceof CallFailed && count < 2 },
    mutations: { retry: false },
  },
});
