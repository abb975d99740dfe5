import {
  API_SCOPES,
  BRAND,
  OPEN_API,
  OPEN_API_VERSIONS,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_TOPICS,
} from "@coralhub/domain";
import { fullPath, type Endpoint } from "@coralhub/contract";
import { readFileSync } from "node:fs";
import { escape } from "./docs-fields.ts";
import { callSection, refusalCatalogue, type FurtherDocs } from "./docs.ts";
import type { MountedModules } from "./mount.ts";
import { createOpenApi } from "./openapi.ts";

/** The modules' calls that belong to the open API, and nothing else. */
function openOnly(modules: MountedModules): MountedModules {
  return Object.fromEntries(
    Object.entries(modules).flatMap(([name, { endpoints, handlers }]) => {
      const own = Object.fromEntries(Object.entries(endpoints).filter(([, { family }]) => family === "open"));
      return Object.keys(own).length > 0 ? [[name, { endpoints: own, handlers }]] : [];
    }),
  );
}

const operationsOf = (modules: MountedModules): [string, Endpoint][] =>
  Object.values(openOnly(modules)).flatMap(({ endpoints }) => Object.entries(endpoints));

/** Languages of the worked example; curl and TypeScript are run by the tests as they stand. */
const SAMPLES = {
  "curl.sh": "curl",
  "typescript.ts": "TypeScript",
  "python.py": "Python",
  "java.java": "Java",
  "go.go": "Go",
  "php.php": "PHP",
} as const;
const sampleText = (file: string): string =>
  readFileSync(new URL(`./docs-assets/samples/${file}`, import.meta.url), "utf8").trimEnd();

const section = (id: string, title: string, body: string) => `<section id="${id}"><h2>${title}</h2>${body}</section>`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="wide"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</tbody></table></div>`;
const code = (text: string) => `<code>${escape(text)}</code>`;

/** How to begin, in the order somebody new needs it. English stands beside the Chinese where a newcomer would be lost. */
const GUIDES: readonly { id: string; title: string; body: () => string }[] = [
  {
    id: "start",
    title: "五分钟开始 Quick start",
    body: () => `<ol><li>在开发者中心创建应用，勾选权限</li><li>申请证书（PFX），或登记自己的 RSA、Ed25519 公钥；沙箱里可以先取一个令牌</li>
<li>发出请求：沙箱令牌放在 ${code("Authorization: Bearer coral_test_…")}，应用编号放在 ${code("X-App-Id")}</li><li>正式环境用签名或客户端证书</li></ol>
<p class="quiet">Create an app, get a certificate or register your own public key, then send a signed request. In the sandbox a token will do.</p>`,
  },
  {
    id: "signing",
    title: "请求签名 Signing",
    body: () => `<p>把下列八项用换行（\\n）连起来，用私钥签名，Base64 后放进 ${code("X-Signature")}。RSA 用 SHA-256 和 PKCS#1 v1.5；Ed25519 直接签。前后 ${OPEN_API.signatureSeconds / 60} 分钟有效，${code("X-Nonce")} 只能用一次。</p>
${table(
  ["行", "内容"],
  [
    ["1", code("coralhub-1")],
    ["2", code("X-App-Id")],
    ["3", "方法，大写"],
    ["4", "路径和查询，与发出的一字不差"],
    ["5", "请求体的 SHA-256，小写十六进制；没有请求体就是空串的"],
    ["6", `${code("X-Timestamp")}，秒`],
    ["7", `${code("X-Nonce")}，16–64 个字母、数字、点、横线、下划线`],
    ["8", `${code("X-Request-Id")}，没有就是空行`],
  ],
)}
<p>也可以用证书直接建立 TLS 连接，不再签名。签名、时间、随机串、应用、来源地址有一项不对，都只答复 26001。</p>
${Object.entries(SAMPLES)
  .map(
    ([file, label]) =>
      `<details class="call"><summary>${label}</summary><pre>${escape(sampleText(file))}</pre></details>`,
  )
  .join("")}`,
  },
  {
    id: "idempotency",
    title: "幂等 Idempotency",
    body: () => `<p>写操作要带 ${code("X-Request-Id")}（8–128 个字符）。同一个编号和内容只生效一次，再发得到同样的答复；内容不同会被拒绝（10409）。至少保留 30 天，付款永久有效。我们自己的请求编号在 ${code("X-Coralhub-Request-Id")}。</p>
<p class="quiet">Send X-Request-Id with every write; retries with the same id and body are safe.</p>`,
  },
  {
    id: "pages",
    title: "分页与筛选 Lists",
    body: () =>
      `<p>列表用 ${code("pageSize")}（10、20、50、100）和 ${code("cursor")}：把答复里的 ${code("nextCursor")} 放进下一次请求，没有它就是最后一页。筛选放在 ${code("filters")}，是 JSON，例如 ${code('filters={"state":["completed"]}')}。金额是十进制字符串，时间是北京时间。</p>`,
  },
  {
    id: "webhooks",
    title: "通知 Webhooks",
    body: () => `<p>按 Standard Webhooks 签名：${code("webhook-id")}、${code("webhook-timestamp")}、${code("webhook-signature")}。把 ${code("id.timestamp.body")} 用密钥（${code("whsec_")} 之后的 Base64 解码）做 HMAC-SHA256，与 ${code("v1,")} 后的任一项相同即可。换密钥时两把都签，旧的再用 ${OPEN_API.secretOverlapHours} 小时。</p>
<p>没收到 2xx 就再投：${WEBHOOK_RETRY_SECONDS.map((seconds) => (seconds < 60 ? `${seconds} 秒` : seconds < 3600 ? `${seconds / 60} 分` : `${seconds / 3600} 小时`)).join("、")}，之后停下等您重投。不保证先后，${code("sequence")} 是每个地址的序号；${code("webhook-id")} 相同就是同一条。</p>
${table(
  ["主题", "说明"],
  Object.entries(WEBHOOK_TOPICS).map(([topic, { label }]) => [code(topic), label]),
)}`,
  },
  {
    id: "limits",
    title: "频率与版本 Limits and versions",
    body: () => `<p>每个应用每分钟 ${OPEN_API.callsPerMinute} 次，状态在 ${code("RateLimit-Limit")}、${code("RateLimit-Remaining")}、${code("RateLimit-Reset")}；超过答复 429 和 ${code("Retry-After")}。</p>
<p>版本是日期，放在 ${code("X-Api-Version")}；不带就是最新的。</p>
${table(
  ["版本", "变化"],
  OPEN_API_VERSIONS.map(({ date, changes }) => [code(date), changes.join("；")]),
)}`,
  },
  {
    id: "scopes",
    title: "权限 Scopes",
    body: () =>
      table(
        ["权限", "说明"],
        Object.entries(API_SCOPES).map(([scope, label]) => [code(scope), label]),
      ),
  },
];

function renderOpenDocs(modules: MountedModules): string {
  const calls = operationsOf(modules).map(([name, endpoint]) => callSection(name, endpoint));
  const links = GUIDES.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join("");
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>开放接口文档 · ${BRAND.name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script src="/docs/docs.js" defer></script></head>
<body><header><h1>${BRAND.name}开放接口</h1><a href="/developer">开发者</a> <a href="/docs/open.json">OpenAPI 3.1</a> <a href="/docs/postman.json">Postman</a></header><div class="page">
<nav aria-label="目录"><label for="search">搜索接口</label><input id="search" type="search" placeholder="路径、名称、权限" autocomplete="off">
${links}<a href="#module-open">接口<span>${calls.length}</span></a><a href="#refusals">业务码</a></nav>
<main><p class="quiet" id="none" hidden>没有符合的接口</p>${GUIDES.map(({ id, title, body }) => section(id, title, body())).join("")}
<section class="module" id="module-open"><h2>接口 Reference</h2>${calls.join("")}</section>
<section id="refusals"><h2>业务码 Error codes</h2>${refusalCatalogue()}</section></main></div></body></html>`;
}

/** A collection of every operation: the address and the headers are variables. */
function createPostman(modules: MountedModules): object {
  const item = operationsOf(modules).map(([name, endpoint]) => {
    const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, ":$1");
    const headers = { "X-App-Id": "{{appId}}", ...(endpoint.idempotent && { "X-Request-Id": "{{$guid}}" }) };
    return {
      name: `${endpoint.title}（${name}）`,
      request: {
        method: endpoint.method,
        url: `{{base}}${path}`,
        auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
        header: Object.entries(headers).map(([key, value]) => ({ key, value })),
        ...(endpoint.method !== "GET" && { body: { mode: "raw", raw: "{}", options: { raw: { language: "json" } } } }),
      },
    };
  });
  return {
    info: {
      name: `${BRAND.latinName} Open API`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "base", value: "http://127.0.0.1:8080" },
      { key: "appId", value: "" },
      { key: "token", value: "" },
    ],
    item,
  };
}

const JSON_TYPE = "application/json; charset=utf-8";
/** Guides and reference, the OpenAPI file and the Postman collection of the open API. */
export const openDocs = (modules: MountedModules, sandbox: boolean): FurtherDocs => ({
  "/docs/open": { contentType: "text/html; charset=utf-8", make: () => renderOpenDocs(modules) },
  "/docs/open.json": { contentType: JSON_TYPE, make: () => JSON.stringify(createOpenApi(openOnly(modules), sandbox)) },
  "/docs/postman.json": { contentType: JSON_TYPE, make: () => JSON.stringify(createPostman(modules)) },
});
