import type { Download } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { problemText } from "../../platform/refusal-fields.ts";

/** Fetches a file and hands it to the browser: the two props a list wants for its button. */
export function useExport(fetchFile: () => Promise<Download>): { onExport(): void; exporting: boolean } {
  const exporting = useMutation({
    mutationFn: fetchFile,
    onSuccess: saveFile,
    onError: (error) => toast.failed(problemText(error)),
  });
  return { onExport: () => exporting.mutate(), exporting: exporting.isPending };
}
