import { createQueryClient } from "@coralhub/ui/browser";

export const queryClient = createQueryClient({ staleTime: 30_000 });
