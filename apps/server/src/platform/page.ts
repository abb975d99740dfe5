/** A page made on the server, for the few that no build brings along. */
export type PageAnswer = { status: number; html: string } | { redirect: string };
/** `path` is what follows the place it is served at. */
export type PageMaker = (path: string, query: Readonly<Record<string, string>>) => Promise<PageAnswer>;
