// Runs before `npm start` and `npm test`, on whatever Node the machine has (18 or later) and before anything is
// installed: built-in modules only. Each step remembers what it was made from and is skipped when nothing changed.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CACHE = join(ROOT, ".cache");
const LOCK = join(ROOT, "package-lock.json");
const INSTALLED_MARK = join(ROOT, "node_modules/.coralhub-installed");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Two of Debian's builds: the shell for almost everything, the whole one for what only its window can do. */
const BROWSER_PACKAGES = ["chromium", "chromium-headless-shell", "fonts-noto-cjk"];
/** What the pages are made of; the tests beside them are left out, so that editing a test builds nothing. */
const SHARED_SOURCES = ["packages/ui", "packages/contract", "packages/domain"];
const APPS = ["web", "console"];

const say = (text) => console.log(`· ${text}`);

function fail(text) {
  console.error(`✗ ${text}`);
  process.exit(1);
}

function* filesUnder(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) {
      if (!["node_modules", "dist", ".cache"].includes(entry.name)) yield* filesUnder(child);
    } else if (!/\.test\.tsx?$|\.md$/.test(entry.name)) yield child;
  }
}

function hashOf(paths, seed = "") {
  const hash = createHash("sha256").update(seed);
  for (const path of paths) hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

const remembered = (mark) => (existsSync(mark) ? readFileSync(mark, "utf8") : "");

/**
 * npm put node_modules/.bin in front of PATH; an installation must not run on the Node it is about to replace.
 * Settings of the outer npm (such as a dry run of a script) are its own business, so they are not passed on.
 */
function cleanEnvironment() {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((part) => !part.includes("node_modules") && !part.includes("node-gyp-bin"));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** What npm itself noted about node_modules; it also knows an installation that was made by hand. */
function matchesLock() {
  const note = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(note)) return false;
  const { packages: installed } = JSON.parse(readFileSync(note, "utf8"));
  const { packages: wanted } = JSON.parse(readFileSync(LOCK, "utf8"));
  return Object.entries(wanted).every(([path, { version, integrity, optional, cpu, os, libc, link }]) => {
    if (!path.includes("node_modules/") || link) return true;
    const forUs = (!cpu || cpu.includes(process.arch)) && (!os || os.includes(process.platform));
    if (optional && (libc || !forUs || !(cpu || os))) return true;
    const found = installed[path];
    return found !== undefined && found.version === version && found.integrity === integrity;
  });
}

function install() {
  const wanted = hashOf([LOCK], `${process.platform}-${process.arch}`);
  if (remembered(INSTALLED_MARK) === wanted) return;
  if (matchesLock()) return writeFileSync(INSTALLED_MARK, wanted);
  say("安装依赖 npm ci …");
  const begin = Date.now();
  // Found on the cleaned PATH: the machine's own npm and Node. Its warnings are about that Node, which runs nothing else.
  const result = spawnSync("npm", ["ci", "--loglevel=error"], {
    cwd: ROOT,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.error) fail(`无法运行 npm：${result.error.message}`);
  if (result.status !== 0) fail("依赖安装失败，请根据上面的信息检查网络后重试");
  writeFileSync(INSTALLED_MARK, wanted);
  say(`依赖已安装（${seconds(begin)}）`);
}

const seconds = (begin) => `${((Date.now() - begin) / 1000).toFixed(1)} 秒`;

function buildApp(app) {
  const home = join(ROOT, "apps", app);
  if (!existsSync(join(home, "vite.config.ts"))) return;
  const files = [LOCK];
  for (const folder of [join("apps", app), ...SHARED_SOURCES]) files.push(...filesUnder(join(ROOT, folder)));
  const wanted = hashOf(files);
  const mark = join(CACHE, `built-${app}`);
  const output = join(home, "dist");
  if (remembered(mark) === wanted && existsSync(output)) return;
  say(`构建页面 apps/${app} …`);
  const begin = Date.now();
  rmSync(mark, { force: true });
  const env = {
    ...process.env,
    PATH: [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter),
    NODE_ENV: "production",
  };
  const result = spawnSync("npm", ["run", "build", "-w", `apps/${app}`], { cwd: ROOT, env, encoding: "utf8" });
  if (result.status !== 0)
    fail(`apps/${app} 构建失败：\n${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(mark, wanted);
  say(`apps/${app} 已构建（${seconds(begin)}）`);
}

function ensureBrowser() {
  if (existsSync(CHROMIUM)) return;
  const commands = [
    ["apt-get", ["update"]],
    ["apt-get", ["install", "-y", "--no-install-recommends", ...BROWSER_PACKAGES]],
  ];
  if (process.getuid?.() !== 0) {
    const words = commands.map(([name, args]) => `sudo ${name} ${args.join(" ")}`).join(" && ");
    fail(`浏览器测试需要 Chromium，请先运行：\n  ${words}`);
  }
  say("安装 Chromium（浏览器测试用）…");
  for (const [name, args] of commands) {
    try {
      execFileSync(name, args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    } catch (error) {
      fail(`${name} ${args.join(" ")} 失败：${error.message}`);
    }
  }
  if (!existsSync(CHROMIUM))
    fail(`安装后仍找不到 ${CHROMIUM}：请自行安装 Chromium，并用环境变量 CHROMIUM 指出它的位置`);
}

const [major] = process.versions.node.split(".").map(Number);
if (major < 18) fail(`需要 Node 18 或更高版本，当前是 ${process.versions.node}`);
if (process.platform !== "linux") fail(`目前只支持 Linux（x64、arm64），当前是 ${process.platform}`);

const purpose = process.argv[2] ?? "start";
install();
for (const app of APPS) buildApp(app);
if (purpose === "test") ensureBrowser();
