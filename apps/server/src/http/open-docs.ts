import {
  API_SCOPES,
  BRAND,
  OPEN_API,
  OPEN_API_CHANGES,
  OPEN_API_VERSIONS,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_TOPICS,
} from "@coralhub/domain";
import {
  fullPath,
  METADATA_LIMITS,
  OPERATIONS_IN_ENGLISH,
  SCOPES_IN_ENGLISH,
  TOPICS_IN_ENGLISH,
  type Endpoint,
} from "@coralhub/contract";
import { readFileSync } from "node:fs";
import { escape } from "./docs-fields.ts";
import { callSection, refusalCatalogue, type FurtherDocs } from "./docs.ts";
import type { MountedModules } from "./mount.ts";
import { exampleOf, readSamples } from "./open-samples.ts";
import { createOpenApi, hasBody, inputJsonSchema, type OpenApiSurroundings } from "./openapi.ts";

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

const section = (id: string, title: string, body: string) =>
  `<section class="guide" id="${id}"><h2>${title}</h2>${body}</section>`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="wide"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</tbody></table></div>`;
const code = (text: string) => `<code>${escape(text)}</code>`;
const beside = (chinese: string, english = "") => `${escape(chinese)}<br><span class="quiet">${escape(english)}</span>`;

const KINDS = {
  added: "新增 Added",
  changed: "改变 Changed",
  deprecated: "将停用 Deprecated",
  removed: "停用 Removed",
};

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
<p>JSON 请求体最多 1 MB，读完才验签名；上传文件（multipart）时还要带 ${code("Content-Digest: sha-256=:…:")}（RFC 9530，请求体 SHA-256 的 Base64）：先验签名，再读文件。</p>
<p class="quiet">Join the eight lines with \\n, sign them with your private key (RSA: SHA-256 with PKCS#1 v1.5; Ed25519: as is) and send the Base64 in X-Signature. Lines: the version coralhub-1, app id, method, path with query, hex SHA-256 of the body, timestamp in seconds, nonce, request id (empty if none). Valid for ${OPEN_API.signatureSeconds / 60} minutes either way; a nonce is good once. A client certificate on the TLS connection does as well. JSON bodies (at most 1 MB) are read before the signature is checked. Uploads also carry Content-Digest, so that the proof is checked before the file is read. Whatever is wrong is answered alike: 26001.</p>
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
    body: () => `<p>写操作要带 ${code("X-Request-Id")}（8–128 个字符）。同一个编号和内容只生效一次，再发得到同样的答复；内容不同会被拒绝（10409）。编号保留 30 天，准备、确认和修改付款的永久有效。我们自己的请求编号在 ${code("X-Coralhub-Request-Id")}。</p>
<p class="quiet">Send X-Request-Id with every write; retries with the same id and body are safe.</p>`,
  },
  {
    id: "pages",
    title: "分页与筛选 Lists",
    body: () =>
      `<p>列表用 ${code("pageSize")}（10、20、50、100）和 ${code("cursor")}：把答复里的 ${code("nextCursor")} 放进下一次请求，没有它就是最后一页。筛选放在 ${code("filters")}，是 JSON，例如 ${code('filters={"state":["completed"]}')}。金额是十进制字符串，时间是北京时间。</p>
<p class="quiet">Lists take pageSize (10, 20, 50, 100) and cursor: pass nextCursor of the answer on; without one it was the last page. Filters are JSON in filters. Amounts are decimal strings, times are Beijing time.</p>`,
  },
  {
    id: "webhooks",
    title: "通知 Webhooks",
    body: () => `<p>按 Standard Webhooks 签名：${code("webhook-id")}、${code("webhook-timestamp")}、${code("webhook-signature")}。把 ${code("id.timestamp.body")} 用密钥（${code("whsec_")} 之后的 Base64 解码）做 HMAC-SHA256，与 ${code("v1,")} 后的任一项相同即可。换密钥时两把都签，旧的再用 ${OPEN_API.secretOverlapHours} 小时。</p>
<p>没收到 2xx 就再投：${WEBHOOK_RETRY_SECONDS.map((seconds) => (seconds < 60 ? `${seconds} 秒` : seconds < 3600 ? `${seconds / 60} 分` : `${seconds / 3600} 小时`)).join("、")}，之后停下等您重投。不保证先后，${code("sequence")} 是每个地址的序号；${code("webhook-id")} 相同就是同一条。</p>
${table(
  ["主题", "说明"],
  Object.entries(WEBHOOK_TOPICS).map(([topic, { label }]) => [code(topic), beside(label, TOPICS_IN_ENGLISH[topic])]),
)}
<p class="quiet">Signed by the Standard Webhooks scheme: HMAC-SHA256 of id.timestamp.body with the decoded secret, compared with any value after v1, in webhook-signature. While a secret is being replaced both sign. Anything but 2xx is tried again, from 10 seconds to 2 hours; after that the notice waits until you replay it. Order is not promised: sequence counts per address, and the same webhook-id is the same notice.</p>`,
  },
  {
    id: "errors",
    title: "错误 Errors",
    body: () => `<p>出错时 HTTP 状态不是 200，正文有 ${code("code")}（稳定的业务码）、${code("reason")}（稳定的英文名）、${code("msg")}（给人看的说明）、${code("message")}（英文说明）、${code("fields")}（哪个字段错在哪里）和 ${code("doc")}（这个错误的文档地址）。程序请按 ${code("code")} 或 ${code("reason")} 判断，不要按文字。</p>
<p>没有答复、429、502、503、504 可以用同一个 ${code("X-Request-Id")} 再发；其他状态改正以后再发。</p>
<p class="quiet">Errors carry a stable code and reason, a text for people (msg in Chinese, message in English), the fields that are wrong, and a link to this page. Decide by code or reason, never by the message. No answer, 429, 502, 503 and 504 may be sent again with the same X-Request-Id.</p>`,
  },
  {
    id: "sandbox",
    title: "沙箱 Sandbox",
    body: () => `<p>沙箱里银行、平台和发卡方都是模拟的，钱不是真的，规则与正式环境相同。令牌可以代替签名；${code("createTestIncome")}、${code("createTestOrders")} 和 ${code("sendTestEvent")} 替平台和买家动手，请求日志里的请求可以再发一遍。</p>
<pre>npx coralhub login --app APP-CORALDEMO --token coral_test_demo
npx coralhub trigger income --amount "800.00 USD"
npx coralhub trigger orders --amount "800.00 USD"
npx coralhub pay withdrawal --amount "120.00 USD" --way local --wait</pre>
<p class="quiet">In the sandbox banks, marketplaces and the card issuer are simulated and no money is real; the rules are the same. A token stands for the signature, and the commands above lead from nothing to a settled payout.</p>`,
  },
  {
    id: "limits",
    title: "频率与版本 Limits and versions",
    body: () => `<p>每个应用每分钟 ${OPEN_API.callsPerMinute} 次，状态在 ${code("RateLimit-Limit")}、${code("RateLimit-Remaining")}、${code("RateLimit-Reset")}；超过答复 429 和 ${code("Retry-After")}。</p>
<p>版本是日期，放在 ${code("X-Api-Version")}；不带就是最新的，答复里也写明用的是哪一个。现在有 ${OPEN_API_VERSIONS.map(code).join("、")}。</p>
<p>要停用的接口带 ${code("Deprecation")}（从何时起不建议使用）、${code("Sunset")}（何时停用）和 ${code("Link")}（改用哪个）。</p>
<p class="quiet">Each app may send ${OPEN_API.callsPerMinute} calls a minute; the state is in the RateLimit headers. Name the version you wrote for in X-Api-Version. Operations that will go away carry Deprecation, Sunset and Link headers.</p>`,
  },
  {
    id: "changes",
    title: "更新记录 Change log",
    body: () =>
      table(
        ["日期", "版本", "", "变化"],
        OPEN_API_CHANGES.flatMap(({ date, version, changes }) =>
          changes.map(({ kind, text, english }) => [
            code(date),
            code(version),
            KINDS[kind],
            `${escape(text)}<br><span class="quiet">${escape(english)}</span>`,
          ]),
        ),
      ),
  },
  {
    id: "metadata",
    title: "附加内容与展开 Metadata and expansion",
    body: () => `<p>新建时可以带 ${code("metadata")}：最多 ${METADATA_LIMITS.keys} 项，名称 ${METADATA_LIMITS.keyLength} 个字符以内，内容 ${METADATA_LIMITS.valueLength} 个字符以内。读取时原样给出；之后用 ${code("setMetadata")} 修改，空字符串去掉一项。完整通知里也有。</p>
<p>读取时加 ${code("expand=payee")}，相关的对象就在 ${code("expanded")} 里，省一次请求；需要有读取它的权限。</p>
<p class="quiet">Attach up to ${METADATA_LIMITS.keys} metadata entries when you create an object, change them with setMetadata, and find them wherever the object is read. expand=payee,account puts related objects into the same answer.</p>`,
  },
  {
    id: "scopes",
    title: "权限 Scopes",
    body: () =>
      table(
        ["权限", "说明"],
        Object.entries(API_SCOPES).map(([scope, label]) => [code(scope), beside(label, SCOPES_IN_ENGLISH[scope])]),
      ),
  },
];

function renderOpenDocs(modules: MountedModules): string {
  const samples = readSamples();
  const calls = operationsOf(modules).map(([name, endpoint]) =>
    callSection(name, endpoint, { english: OPERATIONS_IN_ENGLISH[name] ?? "", example: exampleOf(samples[name]) }),
  );
  const links = GUIDES.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join("");
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>开放接口文档 · ${BRAND.name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script src="/docs/docs.js" defer></script></head>
<body><header><h1>${BRAND.name}开放接口</h1><a href="/developer">开发者</a> <a href="/docs/open.json">OpenAPI 3.1</a> <a href="/docs/postman.json">Postman</a></header><div class="page">
<nav aria-label="目录"><label for="search">搜索文档</label><input id="search" type="search" placeholder="签名、付款、业务码" autocomplete="off">
${links}<a href="#module-open">接口<span>${calls.length}</span></a><a href="#refusals">业务码</a></nav>
<main><p class="quiet" id="none" hidden>没有符合的内容</p>${GUIDES.map(({ id, title, body }) => section(id, title, body())).join("")}
<section class="module" id="module-open"><h2>接口 Reference</h2>${calls.join("")}</section>
<section class="module" id="refusals"><h2>业务码 Error codes</h2>${refusalCatalogue(true)}</section></main></div></body></html>`;
}

/** A file is chosen by whoever sends it. */
function postmanBody(endpoint: Endpoint, sample: string): object {
  if (endpoint.body !== "multipart") return { mode: "raw", raw: sample, options: { raw: { language: "json" } } };
  const fields = Object.entries(inputJsonSchema(endpoint).properties ?? {}) as [string, { format?: string }][];
  const inBody = fields.filter(([name]) => !endpoint.path.includes(`{${name}}`));
  return {
    mode: "formdata",
    formdata: inBody.map(([key, { format }]) => ({ key, type: format === "binary" ? "file" : "text" })),
  };
}

/** What stands in the query is there to be filled in; what may be left out is switched off until it is wanted. */
function postmanUrl(endpoint: Endpoint): object {
  const path = fullPath(endpoint).replaceAll(/\{(\w+)\}/g, ":$1");
  const { properties = {}, required = [] } = inputJsonSchema(endpoint);
  const names = Object.keys(properties);
  const inPath = names.filter((name) => endpoint.path.includes(`{${name}}`));
  const inQuery = hasBody(endpoint) ? [] : names.filter((name) => !inPath.includes(name));
  const needed = inQuery.filter((name) => required.includes(name)).map((name) => `${name}=`);
  return {
    raw: `{{base}}${path}${needed.length > 0 ? `?${needed.join("&")}` : ""}`,
    host: ["{{base}}"],
    path: path.split("/").slice(1),
    variable: inPath.map((key) => ({ key, value: "" })),
    query: inQuery.map((key) => ({ key, value: "", disabled: !required.includes(key) })),
  };
}

/** A collection of every operation: the address and the headers are variables. */
function createPostman(modules: MountedModules, { publicUrl }: OpenApiSurroundings): object {
  const samples = readSamples();
  const item = operationsOf(modules).map(([name, endpoint]) => {
    const headers = { "X-App-Id": "{{appId}}", ...(endpoint.idempotent && { "X-Request-Id": "{{$guid}}" }) };
    return {
      name: `${endpoint.title}（${name}）`,
      description: OPERATIONS_IN_ENGLISH[name] ?? "",
      request: {
        method: endpoint.method,
        url: postmanUrl(endpoint),
        auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
        header: Object.entries(headers).map(([key, value]) => ({ key, value })),
        ...(hasBody(endpoint) && { body: postmanBody(endpoint, samples[name]?.request.body ?? "{}") }),
      },
    };
  });
  return {
    info: {
      name: `${BRAND.latinName} Open API`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "base", value: publicUrl },
      { key: "appId", value: "" },
      { key: "token", value: "" },
    ],
    item,
  };
}

const JSON_TYPE = "application/json; charset=utf-8";
/** Guides and reference, the OpenAPI file and the Postman collection of the open API. */
export const openDocs = (modules: MountedModules, around: OpenApiSurroundings): FurtherDocs => ({
  "/docs/open": { contentType: "text/html; charset=utf-8", make: () => renderOpenDocs(modules) },
  "/docs/open.json": { contentType: JSON_TYPE, make: () => JSON.stringify(createOpenApi(openOnly(modules), around)) },
  "/docs/postman.json": { contentType: JSON_TYPE, make: () => JSON.stringify(createPostman(modules, around)) },
});
