import { CallFailed } from "@coralhub/contract";
import { QueryClient } from "@tanstack/react-query";

const RETRIES = 2;

/** Only a broken line is worth asking again; a refusal would be the same twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof CallFailed && failures < RETRIES,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
