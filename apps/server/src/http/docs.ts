import {
  FAMILIES,
  fullPath,
  CAPABILITY_TITLES,
  OPERATOR_ROLES,
  REFUSALS,
  errorInEnglish,
  type RefusalName,
  type Access,
  type Endpoint,
  type OperatorRole,
} from "@coralhub/contract";
import { BRAND } from "@coralhub/domain";
import type { FastifyInstance } from "fastify";
import { readFileSync } from "node:fs";
import { escape, fieldTable } from "./docs-fields.ts";
import type { HeaderSets } from "./headers.ts";
import { isServed, type MountedModules } from "./mount.ts";
import {
  createOpenApi,
  expectedRefusals,
  inputJsonSchema,
  wireJsonSchema,
  type OpenApiSurroundings,
} from "./openapi.ts";

const ACCESS_LABELS: Record<Exclude<Access, `operator:${OperatorRole}`>, string> = {
  public: "公开",
  merchant: "商户登录",
  certified: "已认证商户",
  operator: "运营人员",
  "operator:self": "运营人员本人",
  open: "开放接口签名",
};
const accessLabel = (access: Access): string =>
  access in ACCESS_LABELS
    ? ACCESS_LABELS[access as keyof typeof ACCESS_LABELS]
    : `运营 · ${OPERATOR_ROLES[access.slice("operator:".length) as OperatorRole]}`;

function outputTable(endpoint: Endpoint): string {
  if (endpoint.reply === "file") return '<h4>返回</h4><p class="quiet">文件</p>';
  if (endpoint.reply === "events") return '<h4>返回</h4><p class="quiet">事件流（text/event-stream）</p>';
  return fieldTable(wireJsonSchema(endpoint.output), { title: "返回 data", empty: "无", requirements: false });
}

/** What a call says beside its table: its name in another language, and one exchange as it took place. */
export type CallNotes = { english?: string; example?: string };

export function callSection(call: string, endpoint: Endpoint, { english = "", example = "" }: CallNotes = {}): string {
  const marks = [
    accessLabel(endpoint.access),
    endpoint.family,
    ...(endpoint.idempotent ? [endpoint.family === "open" ? "X-Request-Id" : "Idempotency-Key"] : []),
    ...(endpoint.scope ? [endpoint.scope] : []),
    ...(endpoint.body === "multipart" ? ["multipart"] : []),
    ...(endpoint.rateLimit ? [`${endpoint.rateLimit.windowSeconds} 秒 ${endpoint.rateLimit.limit} 次`] : []),
    ...(endpoint.flag ? [`灰度 ${endpoint.flag}`] : []),
  ];
  const refusals = expectedRefusals(endpoint).map(
    (name) =>
      `<li><code>${REFUSALS[name].code}</code> ${escape(REFUSALS[name].message)}${english && inEnglish(name)}</li>`,
  );
  const search =
    `${call} ${endpoint.method} ${fullPath(endpoint)} ${endpoint.title} ${english} ${marks.join(" ")}`.toLowerCase();
  return `<details class="call" id="${escape(call)}" data-search="${escape(search)}"><summary><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span>
<code class="path">${escape(fullPath(endpoint))}</code><span class="title">${escape(endpoint.title)}${english && `<br><span class="quiet">${escape(english)}</span>`}</span>
<span class="marks">${marks.map((mark) => `<span>${escape(mark)}</span>`).join("")}</span></summary>
<div class="body">${fieldTable(inputJsonSchema(endpoint), { title: "参数", empty: "无参数", requirements: true })}${outputTable(endpoint)}<h4>可能的拒绝</h4><ul>${refusals.join("")}</ul>${example}</div></details>`;
}

const inEnglish = (name: RefusalName): string =>
  `<br><span class="quiet">${escape(errorInEnglish(name, REFUSALS[name]))}</span>`;

/** For programs with English beside the Chinese. */
export function refusalCatalogue(forPrograms = false): string {
  const rows = (Object.keys(REFUSALS) as RefusalName[])
    .map((name) => ({ name, row: REFUSALS[name] }))
    .toSorted((a, b) => a.row.code - b.row.code)
    .map(
      ({ name, row }) =>
        `<tr class="code" id="code-${row.code}"><td><code>${row.code}</code></td><td>${row.status}</td><td><code>${escape(name)}</code></td><td>${escape(row.message)}${forPrograms ? inEnglish(name) : ""}</td></tr>`,
    );
  return `<div class="wide"><table><thead><tr><th>业务码</th><th>HTTP</th><th>reason</th><th>说明</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function familyTable(): string {
  const rows = Object.entries(FAMILIES).map(
    ([family, { base, success }]) =>
      `<tr><td><code>${family}</code></td><td><code>${base}</code></td><td><code>${escape(JSON.stringify(success))}</code></td></tr>`,
  );
  return `<div class="wide"><table><thead><tr><th>族</th><th>前缀</th><th>成功</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

const titleOf = (moduleName: string): string => (CAPABILITY_TITLES as Record<string, string>)[moduleName] ?? moduleName;

function renderDocs(modules: MountedModules, sandbox: boolean): string {
  const groups = Object.entries(modules).map(([moduleName, { endpoints }]) => {
    const calls = Object.entries(endpoints)
      .filter(([, endpoint]) => isServed(endpoint, sandbox))
      .map(([name, endpoint]) => callSection(`${moduleName}.${name}`, endpoint));
    return { moduleName, title: titleOf(moduleName), calls };
  });
  const shown = groups.filter(({ calls }) => calls.length > 0);
  const links = shown.map(
    ({ moduleName, title, calls }) => `<a href="#module-${moduleName}">${title}<span>${calls.length}</span></a>`,
  );
  const sections = shown.map(
    ({ moduleName, title, calls }) =>
      `<section class="module" id="module-${moduleName}"><h2>${title}</h2>${calls.join("")}</section>`,
  );
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>接口文档 · ${BRAND.name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script src="/docs/docs.js" defer></script></head>
<body><header><h1>${BRAND.name}接口文档</h1><a href="/docs/openapi.json">OpenAPI 3.1</a></header><div class="page">
<nav aria-label="模块"><label for="search">搜索文档</label><input id="search" type="search" placeholder="路径、名称、业务码" autocomplete="off">
${links.join("")}<a href="#families">前缀与信封</a><a href="#refusals">业务码</a></nav>
<main><p class="quiet" id="none" hidden>没有符合的内容</p>${sections.join("")}
<section id="families"><h2>前缀与信封</h2>${familyTable()}</section><section class="module" id="refusals"><h2>业务码</h2>${refusalCatalogue()}</section></main></div></body></html>`;
}

const SCRIPT = "text/javascript; charset=utf-8";
const ASSETS = {
  "docs.css": { contentType: "text/css; charset=utf-8", file: "./docs-assets/docs.css" },
  "docs.js": { contentType: SCRIPT, file: "./docs-assets/docs.js" },
  // Whoever holds a receipt checks it at home, with the very script the tests run.
  "verify-proof.mjs": { contentType: SCRIPT, file: "../../../../tools/verify-proof.mjs" },
  "verify-draw.mjs": { contentType: SCRIPT, file: "../../../../tools/verify-draw.mjs" },
} as const;

/** A page of documentation beside the general one. */
export type FurtherDocs = Readonly<Record<string, { contentType: string; make(): string }>>;
type DocsOptions = OpenApiSurroundings & { headers: HeaderSets; further: FurtherDocs };

/** Made on first reading: nobody who only starts the server waits for documentation. */
export function mountDocs(
  app: FastifyInstance,
  modules: MountedModules,
  { headers, sandbox, publicUrl, further }: DocsOptions,
): void {
  const kept = new Map<string, string>();
  const serve = (path: string, contentType: string, make: () => string) =>
    app.get(path, async (_request, reply) => {
      let body = kept.get(path);
      if (body === undefined) kept.set(path, (body = make()));
      reply.headers({ ...headers.page([]), "content-type": contentType, "cache-control": "no-cache" });
      return body;
    });
  serve("/docs", "text/html; charset=utf-8", () => renderDocs(modules, sandbox));
  serve("/docs/openapi.json", "application/json; charset=utf-8", () =>
    JSON.stringify(createOpenApi(modules, { sandbox, publicUrl })),
  );
  for (const [path, { contentType, make }] of Object.entries(further)) serve(path, contentType, make);
  for (const [name, { contentType, file }] of Object.entries(ASSETS)) {
    serve(`/docs/${name}`, contentType, () => readFileSync(new URL(file, import.meta.url), "utf8"));
  }
}
