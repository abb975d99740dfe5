import {
  FAMILIES,
  fullPath,
  REFUSALS,
  type Access,
  type Endpoint,
  type Family,
  type RefusalName,
} from "@coralhub/contract";
import { BRAND } from "@coralhub/domain";
import { z } from "zod";
import { isServed, type MountedModules } from "./mount.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const isFile = (schema: z.core.$ZodType): boolean => schema._zod.def.type === "custom";

/** What travels: both directions of a codec are documented by their wire side, which is the schema's input. */
export function wireJsonSchema(schema: z.ZodType, files = false): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (files && isFile(zodSchema)) Object.assign(jsonSchema, { type: "string", format: "binary" });
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
const hasBody = ({ method }: Endpoint): boolean => method === "POST" || method === "PUT";

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
  return { content: { [endpoint.body === "multipart" ? "multipart/form-data" : "application/json"]: { schema } } };
}

function successContent(endpoint: Endpoint): object {
  if (endpoint.reply === "file")
    return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  if (endpoint.reply === "events") return { "text/event-stream": { schema: { type: "string" } } };
  const properties: Record<string, unknown> = { msg: { type: "string" }, data: wireJsonSchema(endpoint.output) };
  for (const [name, value] of Object.entries<string | number>(FAMILIES[endpoint.family].success))
    properties[name] = { const: value };
  return { "application/json": { schema: { type: "object", properties } } };
}

function responses(endpoint: Endpoint): Record<string, object> {
  const answers: Record<string, { description: string; content?: object }> = {
    200: { description: "成功", content: successContent(endpoint) },
  };
  for (const name of expectedRefusals(endpoint)) {
    const { status, message } = REFUSALS[name];
    const known = answers[status];
    answers[status] = {
      description: known ? `${known.description}；${message}` : message,
      content: { "application/json": { schema: { $ref: `#/components/schemas/${refusalSchemaOf(endpoint.family)}` } } },
    };
  }
  return answers;
}

const refusalSchemaOf = (family: Family): string => (family === "gateway" ? "GatewayRefusal" : "Refusal");
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

const security = ({ access }: Endpoint): object[] =>
  access === "public"
    ? []
    : [{ [access.startsWith("operator") ? "operator" : access === "open" ? "open" : "merchant"]: [] }];

function operation(moduleName: string, name: string, endpoint: Endpoint): object {
  const input = inputJsonSchema(endpoint);
  return {
    operationId: `${moduleName}.${name}`,
    summary: endpoint.title,
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

/** OpenAPI 3.1, made from the very tables the server mounts. */
export function createOpenApi(modules: MountedModules, sandbox: boolean): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [moduleName, { endpoints }] of Object.entries(modules)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (!isServed(endpoint, sandbox)) continue;
      (paths[fullPath(endpoint)] ??= {})[endpoint.method.toLowerCase()] = operation(moduleName, name, endpoint);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${BRAND.name} ${BRAND.latinName} API`,
      version: "1",
      description: "金额是十进制字符串；时间为 Asia/Shanghai 的 yyyy-MM-dd HH:mm:ss。",
    },
    paths,
    components: {
      schemas: { Refusal: refusalSchema("integer"), GatewayRefusal: refusalSchema("string") },
      securitySchemes: {
        merchant: bearer("商户登录后的 token"),
        operator: bearer("运营人员登录后的 token"),
        open: { type: "apiKey", in: "header", name: "X-Signature", description: "请求签名，见 /docs/open" },
      },
    },
  };
}
