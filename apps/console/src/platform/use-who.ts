import { useQuery } from "@tanstack/react-query";
import { operations } from "./api.ts";
import { useSelf } from "./self.ts";

const TEN_MINUTES_MS = 600_000;

/** 「您」 or the colleague's name. */
export function useWho(): (operatorId: string) => string {
  const self = useSelf();
  const { data } = useQuery({
    queryKey: ["colleagues"],
    queryFn: () => operations.colleagues({}),
    staleTime: TEN_MINUTES_MS,
  });
  return (id) => (id === self.id ? "您" : (data?.find((colleague) => colleague.id === id)?.name ?? "同事"));
}
