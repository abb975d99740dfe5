import { readFileSync } from "node:fs";
import { escape } from "./docs-fields.ts";

/** One exchange of each operation as it took place in a test; long lists are cut. Written and compared by the SDK's test. */
export type Sample = {
  request: { method: string; path: string; body: string | null };
  status: number;
  /** The whole answer; null where it is a file. */
  answer: unknown;
};
export const SAMPLES_FILE = new URL("./docs-assets/open-samples.json", import.meta.url);
export const readSamples = (): Readonly<Record<string, Sample>> =>
  JSON.parse(readFileSync(SAMPLES_FILE, "utf8")) as Record<string, Sample>;

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export function exampleOf(sample: Sample | undefined): string {
  if (!sample) return "";
  const { request, status, answer } = sample;
  const asked = [`${request.method} ${request.path}`, ...(request.body === null ? [] : ["", indented(request.body)])];
  const said = answer === null ? "（文件 file）" : JSON.stringify(answer, null, 2);
  return `<h4>请求示例 Request</h4><pre>${escape(asked.join("\n"))}</pre><h4>答复示例 Answer ${status}</h4><pre>${escape(said)}</pre>`;
}
