import { toast } from "@coralhub/ui";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

/** One step of a desk: says what came of it and reads the desk anew. What is refused, the form says. */
export function useStep<T>(desk: QueryKey, send: (input: T) => Promise<unknown>, done: (input: T) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, input) => toast.done(done(input)),
    onSettled: () => queries.invalidateQueries({ queryKey: desk }),
  });
}
