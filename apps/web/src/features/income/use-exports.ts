import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../platform/query.ts";
import { calls, exportJobsQuery } from "./income-calls.ts";
import { isUnderWay } from "./export-words.ts";

const POLL_MS = 1000;

/** The merchant's prepared files: asked for again while one is being written; stopped or taken from any page. */
export function useExports({ onTaken }: { onTaken?: (id: string) => void } = {}) {
  const jobs = useQuery({
    ...exportJobsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => calls.cancelExport({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportJobsQuery.queryKey }),
  });
  const take = useMutation({
    mutationFn: (id: string) => calls.downloadExport({ id }),
    onSuccess: (file, id) => {
      saveFile(file);
      onTaken?.(id);
    },
  });
  return { jobs, cancel, take };
}
