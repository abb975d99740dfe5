/** Addresses that are told: by their path they answer at once, late, or not well. Counts what came, once each. */
import { createServer } from "node:http";

export type ReceiversReady = { url: string };
export type Heard = Record<string, { different: number; all: number }>;

const SLOW_MS = 500;
const heard = new Map<string, { different: Set<string>; all: number }>();
const server = createServer((request, response) => {
  const path = request.url!;
  const seen = heard.get(path) ?? { different: new Set<string>(), all: 0 };
  heard.set(path, seen);
  request.resume().on("end", () => {
    if (path.startsWith("/failing")) return void response.writeHead(500).end();
    const answer = () => {
      seen.all++;
      seen.different.add(String(request.headers["webhook-id"]));
      response.writeHead(200).end();
    };
    if (path.startsWith("/slow")) setTimeout(answer, SLOW_MS);
    else answer();
  });
});
process.on("message", (message) => {
  if (message === "heard") {
    const counts = [...heard].map(([path, { different, all }]) => [path, { different: different.size, all }] as const);
    process.send!(Object.fromEntries(counts) satisfies Heard);
  } else process.exit();
});
process.once("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` } satisfies ReceiversReady);
});
