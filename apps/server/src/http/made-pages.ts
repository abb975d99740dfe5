import type { FastifyInstance } from "fastify";
import type { PageMaker } from "../platform/page.ts";
import type { HeaderSets } from "./headers.ts";

/** Pages made on the server: no scripts but a framed page's own, never kept by a browser; a redirect leads within our site only. */
export function mountMadePages(
  app: FastifyInstance,
  makers: Readonly<Record<string, PageMaker>>,
  headers: HeaderSets,
): void {
  for (const [place, make] of Object.entries(makers)) {
    app.get(`${place}/*`, async (request, reply) => {
      const { "*": path = "" } = request.params as Record<string, string>;
      const words = Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const answer = await make(path, Object.fromEntries(words) as Record<string, string>);
      const policy = "framed" in answer ? headers.framed(answer.framed.scriptHash) : headers.page([]);
      reply.headers({ ...policy, "cache-control": "no-store" });
      if ("redirect" in answer) {
        if (!/^\/(?![/\\])/.test(answer.redirect)) throw new Error("a made page may only lead within the site");
        return reply.redirect(answer.redirect, 302);
      }
      return reply.code(answer.status).header("content-type", "text/html; charset=utf-8").send(answer.html);
    });
  }
}
