import { Refusal } from "@coralhub/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { HeaderSets } from "./headers.ts";

/** Where the two built applications lie. */
export type PageFolders = {
  web: string;
  console: string;
  /** Whom the portal may load from beside ourselves; the console never loads from anybody. */
  hosts?: readonly string[];
  /** Instead of reading each folder anew: for whoever starts many servers in one process. */
  read?: ReadSite;
};

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".pdf": "application/pdf",
};
/** Facts the build leaves for the server; nobody else reads them. */
const PAGE_LIST = "pages.json";
const SCRIPT_HASHES = "csp-hashes.json";

type Asset = { contentType: string; caching: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer };
type SiteFiles = {
  assets: ReadonlyMap<string, Asset>;
  pages: Readonly<Record<string, string>>;
  hashes: readonly string[];
};
export type ReadSite = (folder: string) => SiteFiles;
type Site = SiteFiles & { fallback: string; headers: Record<string, string> };

const readJson = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined);
const readIfThere = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** The builds are a few megabytes: they are read once, so a request can only ever name a file that was there at start. */
export function readSite(folder: string): SiteFiles {
  const assets = new Map<string, Asset>();
  const files = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
  for (const file of files) {
    const path = join(folder, file);
    const contentType = CONTENT_TYPES[extname(file)];
    if (!contentType || file === PAGE_LIST || file === SCRIPT_HASHES || !statSync(path).isFile()) continue;
    const plain = readFileSync(path);
    const name = relative(folder, path).split(sep).join("/");
    assets.set(name, {
      contentType,
      // The build puts the hash of the content into the names under assets/: they never change.
      caching: name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      plain,
      br: readIfThere(`${path}.br`),
      gzip: readIfThere(`${path}.gz`),
    });
  }
  const hashes = (readJson(join(folder, SCRIPT_HASHES)) ?? []) as string[];
  const pages = (readJson(join(folder, PAGE_LIST)) ?? {}) as Record<string, string>;
  return { assets, pages, hashes };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, site: Site, asset: Asset): FastifyReply {
  reply.headers(site.headers);
  reply.headers({ "cache-control": asset.caching, etag: asset.etag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === asset.etag) return reply.code(304).send();
  const accepted = request.headers["accept-encoding"] ?? "";
  reply.header("content-type", asset.contentType);
  if (asset.br && /\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(asset.br);
  if (asset.gzip && /\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(asset.gzip);
  return reply.send(asset.plain);
}

/** An address with a file ending, or under assets/, means that very file: answering it with a page would hide the mistake. */
const isFileName = (name: string): boolean =>
  name.startsWith("assets/") || (extname(name) !== "" && extname(name) in CONTENT_TYPES);

function answerFrom(site: Site, name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asset = site.assets.get(name);
  if (asset && !name.endsWith(".html")) return sendAsset(request, reply, site, asset);
  if (isFileName(name)) throw new Refusal("not_found");
  const page = site.assets.get(site.pages[`/${name}`] ?? site.fallback);
  if (page) return sendAsset(request, reply, site, page);
  reply.headers(site.headers).header("content-type", "text/plain; charset=utf-8");
  return reply.code(503).send("页面尚未构建，请运行 npm start");
}

export type Pages = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply;

/**
 * Answers every GET that is not a call: prerendered entry pages by the build's own list, files by name,
 * everything else with the application, whose router decides.
 */
export function createPages({ read = readSite, ...folders }: PageFolders, headers: HeaderSets): Pages {
  const siteOf = (folder: string, fallback: string, hosts?: readonly string[]): Site => {
    const files = read(folder);
    return { ...files, fallback, headers: headers.page(files.hashes, hosts) };
  };
  const web = siteOf(folders.web, "app.html", folders.hosts);
  const console = siteOf(folders.console, "index.html");
  return (request, reply, path) => {
    if (path === "/") {
      const query = request.url.slice(path.length);
      return reply.headers(web.headers).redirect(`/login${query}`, 302);
    }
    const [site, base] = path === "/ops" || path.startsWith("/ops/") ? [console, "/ops"] : [web, ""];
    return answerFrom(site, path.slice(base.length + 1).replace(/\/$/, ""), request, reply);
  };
}
