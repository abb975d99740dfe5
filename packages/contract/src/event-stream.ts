import type { LiveEvent } from "./endpoint.ts";

/**
 * Server-sent events over an ordinary fetch: `EventSource` cannot carry the Authorization header.
 * Ends when the server ends the stream or the signal aborts; reconnecting is the caller's decision.
 */
export async function* readEvents(response: Response, signal?: AbortSignal): AsyncGenerator<LiveEvent> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let pending = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal?.aborted) return;
      pending += decoder.decode(value, { stream: true }).replaceAll("\r\n", "\n");
      const blocks = pending.split("\n\n");
      pending = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A block without data is a heartbeat. */
function parseBlock(block: string): LiveEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (data.length === 0) return undefined;
  const text = data.join("\n");
  try {
    return { event, data: JSON.parse(text) };
  } catch {
    return { event, data: text };
  }
}
