import { toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { refreshLoans } from "./loan-calls.ts";

/** One step with the bank: done is said, a refusal shown, and everything asked again. */
export function useStep<Input = void>(send: (input: Input) => Promise<unknown>, done: string) {
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast.done(done);
      await refreshLoans();
    },
    onError: (error) => toast.failed(error.message),
  });
}
