import type { OperatorSelf } from "@coralhub/contract";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { operations } from "./api.ts";

/** Who is signed in, and what they may do: the guards, the bar and the pages read the same answer. */
export const selfQuery = queryOptions({ queryKey: ["self"], queryFn: () => operations.me({}), staleTime: 60_000 });

export const useSelf = (): OperatorSelf => useSuspenseQuery(selfQuery).data;
