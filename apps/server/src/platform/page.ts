/** A page made on the server, for the few that no build brings along. */
export type PageAnswer =
  | { status: number; html: string }
  /** For a frame within the portal, apart from it: no origin, no connections, only the script with this hash. */
  | { status: number; html: string; framed: { scriptHash: string } }
  | { redirect: string };
/** `path` is what follows the place it is served at. */
export type PageMaker = (path: string, query: Readonly<Record<string, string>>) => Promise<PageAnswer>;
