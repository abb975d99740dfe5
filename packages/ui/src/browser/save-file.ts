/** The browser may still be reading a file when its saving was only begun. */
const READ_BY_MS = 60_000;

/** Hands a file to the browser's own saving. */
export function saveFile({ fileName, blob }: { fileName: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_BY_MS);
}

export const saveText = (fileName: string, text: string): void =>
  saveFile({ fileName, blob: new Blob([text], { type: "text/plain;charset=utf-8" }) });
