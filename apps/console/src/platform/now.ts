import { useQuery } from "@tanstack/react-query";
import { clockQuery } from "./sandbox-clock.ts";
import { useSelf } from "./self.ts";

/** The server's clock: the sandbox's may be ahead. Unknown until it has answered. */
export function useNow(): Date | undefined {
  const { sandbox } = useSelf();
  const { data: simulated } = useQuery({ ...clockQuery, enabled: sandbox });
  const { data: real } = useQuery({
    queryKey: ["now"],
    queryFn: () => Promise.resolve(new Date()),
    refetchInterval: 30_000,
    enabled: !sandbox,
  });
  return sandbox ? simulated?.now : real;
}
