import { createQueryClient } from "@coralhub/ui/browser";
import { WAITING } from "./waiting.ts";

export const queryClient = createQueryClient({
  staleTime: 10_000,
  // Whoever decides something sees at once that less waits.
  onDecided: (client) => void client.invalidateQueries({ queryKey: WAITING }),
});
