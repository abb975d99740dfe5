import { createTestDatabase, temporaryFolder, type TestDatabase } from "@coralhub/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSampleServer, type SampleServer } from "./sample-server-fixture.ts";

const SCRIPT = "console.log('珊瑚汇')";
let database: TestDatabase;
let server: SampleServer;

function builtSite(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const web = builtSite({
    "login.html": "<title>登录</title>",
    "app.html": "<title>应用</title>",
    "favicon.svg": "<svg/>",
    "assets/index-abc123.js": SCRIPT,
    "assets/index-abc123.js.br": brotliCompressSync(SCRIPT),
    "assets/index-abc123.js.gz": gzipSync(SCRIPT),
    "pages.json": JSON.stringify({ "/login": "login.html" }),
    "csp-hashes.json": JSON.stringify(["sha256-AAAA"]),
  });
  const console = builtSite({ "index.html": "<title>后台</title>", "assets/ops-def456.css": "a{}" });
  server = await startSampleServer(database.config, { pages: { web, console } });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: "manual", ...init });
const titleAt = async (path: string) => /<title>(.*)<\/title>/.exec(await (await get(path)).text())?.[1];

test("the root leads to sign-in and keeps what an authorisation brought along", async () => {
  const response = await get("/?code=abc");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/login?code=abc"]);
});

test("entry pages by the build's list, everything else is the application, /ops the console", async () => {
  expect(await titleAt("/login?code=1")).toBe("登录");
  expect(await titleAt("/login/")).toBe("登录");
  expect(await titleAt("/home")).toBe("应用");
  expect(await titleAt("/no/such/page")).toBe("应用");
  expect(await titleAt("/ops")).toBe("后台");
  expect(await titleAt("/ops/audit")).toBe("后台");
  expect((await get("/home", { method: "HEAD" })).status).toBe(200);
});

test("hashed files never change, pages are asked for again and then not sent twice", async () => {
  expect((await get("/assets/index-abc123.js")).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
  expect((await get("/ops/assets/ops-def456.css")).headers.get("content-type")).toContain("text/css");
  const page = await get("/login");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const again = await get("/login", { headers: { "if-none-match": page.headers.get("etag")! } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test.each([
  ["br", "br"],
  ["gzip, deflate", "gzip"],
  ["identity", null],
])("accept-encoding %s gets %s", async (accepted, expected) => {
  const response = await get("/assets/index-abc123.js", { headers: { "accept-encoding": accepted } });
  expect(response.headers.get("content-encoding")).toBe(expected);
  expect(response.headers.get("vary")).toBe("accept-encoding");
  expect(await response.text()).toBe(SCRIPT);
});

test("pages run our own scripts and the listed inline ones, nothing else", async () => {
  const policy = (await get("/login")).headers.get("content-security-policy")!;
  expect(policy).toContain("script-src 'self' 'sha256-AAAA';");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test.each([
  "/assets/missing.js",
  "/missing.png",
  "/pages.json",
  "/csp-hashes.json",
  "/assets/..%2f..%2fpackage.json",
  "/..%2f..%2fpackage.json",
  "/api/../login.html",
])("%s is not a page", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("without a build the pages say what to do", async () => {
  const bare = await startSampleServer(database.config);
  const response = await fetch(`${bare.url}/login`);
  expect([response.status, await response.text()]).toEqual([503, "页面尚未构建，请运行 npm start"]);
  await bare.close();
});
