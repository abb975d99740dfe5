import type { Download } from "@coralhub/contract";

/** Hands a received file to the browser's own saving. */
export function saveFile({ fileName, blob }: Download): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
