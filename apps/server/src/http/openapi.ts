import {
  CAPABILITY_TITLES,
  FAMILIES,
  OPERATIONS_IN_ENGLISH,
  fullPath,
  REFUSALS,
  type Access,
  type Endpoint,
  type Family,
  type RefusalName,
} from "@coralhub/contract";
import { BRAND, OPEN_API_VERSION } from "@coralhub/domain";
import { z } from "zod";
import { isServed, type MountedModules } from "./mount.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isFile = (schema: z.core.$ZodType): boolean => schema._zod.def.type === "custom";

/** A record whose names are known is an object with these fields; of a tuple there is no more than what is listed. */
function nameFields(schema: JsonSchema): void {
  const { propertyNames, additionalProperties, required } = schema;
  const names = typeof propertyNames === "object" ? propertyNames.enum : undefined;
  if (names && required && typeof additionalProperties === "object") {
    schema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  const places = schema.prefixItems as JsonSchema[] | undefined;
  if (places) Object.assign(schema, { items: { anyOf: places }, minItems: places.length, maxItems: places.length });
}

/** What travels: both directions of a codec are documented by their wire side, which is the schema's input. */
export function wireJsonSchema(schema: z.ZodType, files = false): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (files && isFile(zodSchema)) Object.assign(jsonSchema, { type: "string", format: "binary" });
      nameFields(jsonSchema);
    },
  });
  return json;
}
export const inputJsonSchema = ({ input, body }: Endpoint): JsonSchema => wireJsonSchema(input, body === "multipart");

const operatorRefusals = (access: Access): RefusalName[] => {
  if (!access.startsWith("operator") || access === "operator:self") return [];
  return access === "operator" ? ["operator.setup_first"] : ["operator.setup_first", "access.denied"];
};

const keyMissing = ({ family }: Endpoint): RefusalName =>
  family === "open" ? "open.request_id_missing" : "idempotency.missing";
/** Refusals a caller must expect by what the table says; a module's own are in the catalogue. */
export function expectedRefusals(endpoint: Endpoint): RefusalName[] {
  const signedIn = endpoint.access !== "public" && endpoint.access !== "open";
  return [
    "input.invalid",
    ...(signedIn ? (["session.expired"] as const) : []),
    ...(endpoint.access === "open" ? (["open.refused", "open.scope_missing", "open.too_many"] as const) : []),
    ...(endpoint.access === "certified" ? (["access.not_certified"] as const) : []),
    ...operatorRefusals(endpoint.access),
    ...(endpoint.flag ? (["not_found"] as const) : []),
    ...(endpoint.idempotent
      ? [keyMissing(endpoint), "idempotency.reused" as const, "idempotency.running" as const]
      : []),
    ...(endpoint.rateLimit ? (["limit.too_many"] as const) : []),
    "server.busy",
  ];
}

const pathNames = (endpoint: Endpoint): string[] => [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
export const hasBody = ({ method }: Endpoint): boolean => method === "POST" || method === "PUT";

function parameters(endpoint: Endpoint, input: JsonSchema): object[] {
  const inPath = pathNames(endpoint);
  const required = new Set(input.required ?? []);
  const fields = Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.includes(name) || !hasBody(endpoint))
    .map(([name, schema]) => {
      const place = inPath.includes(name) ? "path" : "query";
      return { name, in: place, required: place === "path" || required.has(name), schema };
    });
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string" },
    description,
  });
  const keyHeader = endpoint.family === "open" ? "X-Request-Id" : "Idempotency-Key";
  if (endpoint.idempotent) fields.push(header(keyHeader, "8–128 个字符；同一个键和内容只生效一次") as never);
  if (endpoint.family === "open" && endpoint.body === "multipart")
    fields.push({
      ...header("Content-Digest", "签名的调用必填：正文的 SHA-256，写作 sha-256=:Base64:（RFC 9530）"),
      required: false,
    } as never);
  if (endpoint.family === "open") {
    const optional = (name: string, description: string) => ({ ...header(name, description), required: false });
    fields.push(
      header("X-App-Id", "应用编号") as never,
      optional("X-Timestamp", "签名的调用必填：秒") as never,
      optional("X-Nonce", "签名的调用必填：16–64 个字符，只能用一次") as never,
      optional("X-Api-Version", "按哪一版答复；不带就是最新的") as never,
    );
  }
  if (endpoint.family === "gateway") fields.push(header("System-Type", "调用方系统") as never);
  return fields;
}

function requestBody(endpoint: Endpoint, input: JsonSchema): object | undefined {
  if (!hasBody(endpoint)) return undefined;
  const inPath = pathNames(endpoint);
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  );
  const required = (input.required ?? []).filter((name) => !inPath.includes(name));
  const schema = input.properties ? { ...input, properties, required } : input;
  return {
    required: required.length > 0,
    content: { [endpoint.body === "multipart" ? "multipart/form-data" : "application/json"]: { schema } },
  };
}

function successContent(endpoint: Endpoint): object {
  if (endpoint.reply === "file")
    return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  if (endpoint.reply === "events") return { "text/event-stream": { schema: { type: "string" } } };
  const properties: Record<string, unknown> = { msg: { type: "string" }, data: wireJsonSchema(endpoint.output) };
  for (const [name, value] of Object.entries<string | number>(FAMILIES[endpoint.family].success))
    properties[name] = { const: value };
  return { "application/json": { schema: { type: "object", properties, required: Object.keys(properties) } } };
}

/** What an answer of the open API says besides, whether it is refused or not. */
const OPEN_HEADERS = Object.fromEntries(
  Object.entries({
    "RateLimit-Limit": "每分钟的上限",
    "RateLimit-Remaining": "这一分钟还剩几次",
    "RateLimit-Reset": "几秒以后重新计数",
    "X-Coralhub-Request-Id": "我们的请求编号",
  }).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
);
const headersOf = ({ family }: Endpoint): object => (family === "open" ? { headers: OPEN_HEADERS } : {});

function responses(endpoint: Endpoint): Record<string, object> {
  const answers: Record<string, { description: string; content?: object }> = {
    200: { description: "成功", ...headersOf(endpoint), content: successContent(endpoint) },
  };
  for (const name of expectedRefusals(endpoint)) {
    const { status, message } = REFUSALS[name];
    const known = answers[status];
    answers[status] = {
      description: known ? `${known.description}；${message}` : message,
      ...(status === 429 && headersOf(endpoint)),
      content: { "application/json": { schema: { $ref: `#/components/schemas/${refusalSchemaOf(endpoint.family)}` } } },
    };
  }
  return answers;
}

const REFUSAL_SCHEMAS: Partial<Record<Family, string>> = { gateway: "GatewayRefusal", open: "OpenRefusal" };
const refusalSchemaOf = (family: Family): string => REFUSAL_SCHEMAS[family] ?? "Refusal";
const refusalSchema = (codeType: "integer" | "string") => ({
  type: "object",
  required: ["code", "msg", "reason", "requestId"],
  properties: {
    code: { type: codeType, description: "稳定的业务码" },
    msg: { type: "string", description: "给人看的说明" },
    reason: { type: "string", enum: Object.keys(REFUSALS) },
    fields: { type: "object", additionalProperties: { type: "string" }, description: "字段名 → 错在哪里" },
    requestId: { type: "string" },
  },
});

/** Programs are told in English, too, and where to read on. */
function openRefusalSchema() {
  const { properties, required, ...rest } = refusalSchema("integer");
  const further = {
    message: { type: "string", description: "英文说明" },
    doc: { type: "string", description: "这个错误的文档地址" },
  };
  return { ...rest, required: [...required, ...Object.keys(further)], properties: { ...properties, ...further } };
}

/** Any one of them will do. */
const OPEN_PROOFS = ["open", "openCertificate", "openToken"] as const;
function security({ access }: Endpoint): object[] {
  if (access === "public") return [];
  if (access === "open") return OPEN_PROOFS.map((name) => ({ [name]: [] }));
  return [{ [access.startsWith("operator") ? "operator" : "merchant"]: [] }];
}

/** Chinese first, English beside it. */
const descriptionOf = (name: string, { title, scope, family }: Endpoint): string =>
  family === "open" ? `${title} · ${OPERATIONS_IN_ENGLISH[name] ?? name}${scope ? `（${scope}）` : ""}` : title;

function operation(moduleName: string, name: string, endpoint: Endpoint): object {
  const input = inputJsonSchema(endpoint);
  return {
    operationId: `${moduleName}.${name}`,
    summary: endpoint.title,
    description: descriptionOf(name, endpoint),
    tags: [moduleName],
    "x-access": endpoint.access,
    "x-family": endpoint.family,
    ...(endpoint.scope && { "x-scope": endpoint.scope }),
    ...(endpoint.flag && { "x-flag": endpoint.flag }),
    ...(endpoint.rateLimit && { "x-rate-limit": endpoint.rateLimit }),
    ...(endpoint.idempotent && { "x-idempotent": true }),
    security: security(endpoint),
    parameters: parameters(endpoint, input),
    requestBody: requestBody(endpoint, input),
    responses: responses(endpoint),
  };
}

const bearer = (description: string) => ({ type: "http", scheme: "bearer", description });

/** Where it is served, and by which name the capabilities go. */
export type OpenApiSurroundings = { sandbox: boolean; publicUrl: string };

const SCHEMES = {
  merchant: bearer("商户登录后的 token"),
  operator: bearer("运营人员登录后的 token"),
  open: { type: "apiKey", in: "header", name: "X-Signature", description: "请求签名，见 /docs/open#signing" },
  openCertificate: { type: "mutualTLS", description: "用开发者中心签发的证书建立连接" },
  openToken: bearer("沙箱令牌"),
} as const;
const SCHEMAS = {
  Refusal: refusalSchema("integer"),
  GatewayRefusal: refusalSchema("string"),
  OpenRefusal: openRefusalSchema(),
} as const;
/** Only what somebody refers to. */
const named = <T>(parts: Readonly<Record<string, T>>, paths: string, mark: (name: string) => string) =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => paths.includes(mark(name))));

/** OpenAPI 3.1, made from the very tables the server mounts. */
export function createOpenApi(modules: MountedModules, { sandbox, publicUrl }: OpenApiSurroundings): object {
  const paths: Record<string, Record<string, object>> = {};
  const tags = new Set<string>();
  for (const [moduleName, { endpoints }] of Object.entries(modules)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (!isServed(endpoint, sandbox)) continue;
      tags.add(moduleName);
      // With or without a slash at the end it is the same address.
      const path = fullPath(endpoint).replace(/(?<=.)\/$/, "");
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(moduleName, name, endpoint);
    }
  }
  const text = JSON.stringify(paths);
  return {
    openapi: "3.1.0",
    info: {
      title: `${BRAND.name} ${BRAND.latinName} API`,
      version: OPEN_API_VERSION,
      description: "金额是十进制字符串；时间为 Asia/Shanghai 的 yyyy-MM-dd HH:mm:ss。",
      contact: { name: BRAND.name, url: `${publicUrl}/developer` },
      license: { name: "Proprietary", url: `${publicUrl}/developer` },
    },
    servers: [{ url: publicUrl, description: sandbox ? "沙箱 Sandbox" : "正式环境 Production" }],
    tags: [...tags].map((name) => ({ name, description: (CAPABILITY_TITLES as Record<string, string>)[name] ?? name })),
    paths,
    components: {
      schemas: named(SCHEMAS, text, (name) => `#/components/schemas/${name}"`),
      securitySchemes: named<object>(SCHEMES, text, (name) => `{"${name}":[]}`),
    },
  };
}
