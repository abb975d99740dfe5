type EarlyAnswers = Record<string, Promise<Response | undefined>>;
declare global {
  /** What the document asked for before the application ran, by path. */
  var earlyAnswers: EarlyAnswers | undefined;
}

/** What is asked for the first time only later is asked for anew. */
const GOOD_FOR_MS = 30_000;

function take(url: string): Promise<Response | undefined> | undefined {
  const answers = globalThis.earlyAnswers;
  const answer = answers?.[url];
  delete answers?.[url];
  return performance.now() < GOOD_FOR_MS ? answer : undefined;
}

/** Fetches, or takes what the document has asked for already: each answer once, and none whose line broke. */
export async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const early = init.method === "GET" ? await take(url) : undefined;
  init.signal?.throwIfAborted();
  return early ?? fetch(url, init);
}
