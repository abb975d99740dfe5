import { ALL_ENDPOINTS } from "@coralhub/contract";
import { expect, test } from "vitest";
import type { MountedModules } from "./mount.ts";
import { createOpenApi, type JsonSchema } from "./openapi.ts";

/** The rules common linters call errors, and the warnings worth keeping: a description a generator can be fed with. */
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
};
type Description = {
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
};

const modules = (only?: "open"): MountedModules =>
  Object.fromEntries(
    Object.entries(ALL_ENDPOINTS).map(([name, endpoints]) => [
      name,
      {
        handlers: {},
        endpoints: Object.fromEntries(
          Object.entries(endpoints).filter(([, { family }]) => only === undefined || family === only),
        ),
      },
    ]),
  );

const SHARED = ["properties", "patternProperties"] as const;
const SINGLE = ["items", "additionalProperties", "propertyNames", "not"] as const;
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
/** What is wrong with a schema and with everything inside it. */
function* schemaProblems(schema: JsonSchema, at: string): Generator<string> {
  const properties = schema.properties ?? {};
  for (const name of schema.required ?? [])
    if (schema.properties && !(name in properties)) yield `${at}: required ${name} is not a property`;
  if ((schema.required ?? []).length > 0 && !schema.properties && !schema.allOf)
    yield `${at}: required names without properties`;
  if (schema.type === "array" && schema.items === undefined) yield `${at}: an array of nobody knows what`;
  for (const key of SHARED)
    for (const [name, inner] of Object.entries((schema[key] ?? {}) as Record<string, JsonSchema>))
      yield* schemaProblems(inner, `${at}.${name}`);
  for (const key of SINGLE) {
    const inner: unknown = schema[key];
    if (typeof inner === "object" && inner !== null) yield* schemaProblems(inner as JsonSchema, `${at}.${key}`);
  }
  for (const key of LISTS)
    for (const [place, inner] of ((schema[key] ?? []) as JsonSchema[]).entries())
      yield* schemaProblems(inner, `${at}.${key}[${place}]`);
}

const pathNames = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
const contentOf = (operation: Operation): [string, JsonSchema][] => [
  ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]): [string, JsonSchema] => [
    `request ${type}`,
    schema,
  ]),
  ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { schema }]): [string, JsonSchema] => [`${status} ${type}`, schema]),
  ),
  ...operation.parameters.map(({ name, schema = {} }): [string, JsonSchema] => [`parameter ${name}`, schema]),
];

function* operationProblems(path: string, operation: Operation, described: Description): Generator<string> {
  const at = operation.operationId;
  const declared = operation.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
  if (declared.toSorted().join() !== pathNames(path).toSorted().join()) yield `${at}: parameters of the path`;
  const seen = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
  if (new Set(seen).size !== seen.length) yield `${at}: a parameter twice`;
  if (operation.parameters.some(({ in: place, required }) => place === "path" && !required))
    yield `${at}: a part of the path that may be missing`;
  if (!operation.summary || !operation.description) yield `${at}: nothing said`;
  if (operation.tags.some((tag) => !described.tags.some(({ name }) => name === tag))) yield `${at}: unknown tag`;
  const schemes = operation.security.flatMap((one) => Object.keys(one));
  if (schemes.some((name) => !(name in described.components.securitySchemes))) yield `${at}: unknown security`;
  const statuses = Object.keys(operation.responses);
  if (!statuses.some((status) => status.startsWith("2"))) yield `${at}: no success`;
  if (!statuses.some((status) => status.startsWith("4"))) yield `${at}: no refusal`;
  for (const [where, schema] of contentOf(operation)) yield* schemaProblems(schema, `${at} ${where}`);
}

/** Two addresses that could mean the same: each part is equal, or a parameter in one of them. */
function isAmbiguous(one: string, other: string): boolean {
  const [a, b] = [one.split("/"), other.split("/")];
  const isSame = (x: string, y: string) => x === y || x.startsWith("{") || y.startsWith("{");
  const crossed = (x: string, y: string) => x !== y && x.startsWith("{") && !y.startsWith("{");
  return (
    a.length === b.length &&
    a.every((part, place) => isSame(part, b[place]!)) &&
    a.some((part, place) => crossed(part, b[place]!)) &&
    a.some((part, place) => crossed(b[place]!, part))
  );
}

function problemsOf(described: Description): string[] {
  const paths = Object.keys(described.paths);
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [path, operation] as const),
  );
  const ids = operations.map(([, { operationId }]) => operationId);
  const text = JSON.stringify(described);
  const refs = new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), (match) => match[1]!));
  const known = Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`);
  return [
    ...described.servers.flatMap(({ url, description }) =>
      URL.canParse(url) && !url.endsWith("/") && description ? [] : [`server ${url}`],
    ),
    ...(described.servers.length === 0 ? ["no server"] : []),
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id}: twice`),
    ...paths.filter((path) => path.endsWith("/") || path.includes("?")).map((path) => `${path}: not an address`),
    ...paths.flatMap((path, place) =>
      paths
        .slice(place + 1)
        .filter((other) => Object.keys(described.paths[path]!).some((method) => method in described.paths[other]!))
        .flatMap((other) => (isAmbiguous(path, other) ? [`${path} or ${other}`] : [])),
    ),
    ...[...refs].filter((ref) => !known.includes(ref)).map((ref) => `${ref}: leads nowhere`),
    ...known.filter((name) => !refs.has(name)).map((name) => `${name}: unused`),
    ...operations.flatMap(([path, operation]) => [...operationProblems(path, operation, described)]),
  ];
}

const described = (only?: "open") =>
  JSON.parse(
    JSON.stringify(createOpenApi(modules(only), { sandbox: true, publicUrl: "https://coralhub.example" })),
  ) as Description;

test("the published description has nothing a linter would call an error, of all calls and of the open API's", () => {
  expect(problemsOf(described())).toEqual([]);
  expect(problemsOf(described("open"))).toEqual([]);
}, 60_000);

test("each rule sees what it is for", () => {
  const good = described("open");
  const path = "/open/v1/payouts/{id}";
  const broken = structuredClone(good);
  broken.servers = [];
  const operation = broken.paths[path]!["get"]!;
  operation.parameters = [];
  operation.tags = ["nobody"];
  operation.responses = {
    200: { description: "", content: { json: { schema: { type: "object", properties: {}, required: ["lost"] } } } },
  };
  broken.paths["/open/v1/x/"] = { get: { ...operation, operationId: "x" } };
  broken.paths["/open/v1/{id}/a"] = { get: { ...operation, operationId: "y" } };
  broken.paths["/open/v1/b/{id}"] = { get: { ...operation, operationId: "z" } };
  const found = problemsOf(broken).join("\n");
  for (const words of [
    "no server",
    "parameters of the path",
    "unknown tag",
    "no refusal",
    "lost is not",
    "not an address",
    " or ",
  ])
    expect(found).toContain(words);
});
