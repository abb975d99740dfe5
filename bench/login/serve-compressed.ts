import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Serves a built page gzipped, the same way for every contender; whatever is not a file is answered 404. */
export async function serveCompressed(folder: string, index: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = path === "/" ? index : normalize(path).replace(/^(\.\.\/)+/, "");
    readFile(join(folder, file)).then(
      (content) => {
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        response
          .writeHead(200, { "content-type": type, "content-encoding": "gzip" })
          .end(gzipSync(content, { level: 9 }));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
