import { money, OPEN_OBJECTS, OPEN_OPERATIONS, type OpenOperation } from "@coralhub/contract";
import { CURRENCY_CODES } from "@coralhub/domain";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import { z } from "zod";
import { wireJsonSchema, type JsonSchema } from "../apps/server/src/http/openapi.ts";

export const SDK_CONTRACT = join(import.meta.dirname, "../packages/sdk/src/contract");
const HEADER = "// Written by `npm run sdk:contract` from the tables the server mounts.\n";

/** Said once, by name, wherever they occur. */
const NAMED = [
  ["Money", wireJsonSchema(money)],
  ["Currency", wireJsonSchema(z.enum(CURRENCY_CODES))],
].map(([name, schema]) => [name as string, JSON.stringify(schema)] as const);

const LONG = 80;
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
/** A text of its own says nothing beside any text. */
function union(parts: readonly string[]): string {
  const different = new Set(parts);
  const telling = [...different].filter((part) => !(part.startsWith('"') && different.has("string")));
  return telling.join(" | ") || "never";
}

function objectType(schema: JsonSchema): string {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { description } = field as JsonSchema;
    const said = description === undefined ? "" : `/** ${description} */\n`;
    return `${said}${propertyName(name)}${required.has(name) ? "" : "?"}: ${typeOf(field as JsonSchema)}`;
  });
  const further = schema.additionalProperties;
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const value = typeof further === "object" ? typeOf(further) : "never";
  const { propertyNames } = schema;
  const names = typeof propertyNames === "object" ? propertyNames.enum : undefined;
  return names ? `Partial<Record<${typeOf({ enum: names })}, ${value}>>` : `Record<string, ${value}>`;
}

const BY_TYPE: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: ({ format: wire }) => (wire === "binary" ? "Blob" : "string"),
  number: () => "number",
  integer: () => "number",
  boolean: () => "boolean",
  null: () => "null",
  object: objectType,
  array: ({ items, prefixItems }) =>
    Array.isArray(prefixItems)
      ? `[${prefixItems.map((one) => typeOf(one as JsonSchema)).join(", ")}]`
      : `Array<${typeOf((items ?? {}) as JsonSchema)}>`,
};

/** A type of the language for what a schema lets through. */
function typeOf(schema: JsonSchema): string {
  const text = JSON.stringify(schema);
  const named = NAMED.find(([, known]) => known === text);
  if (named) return named[0];
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return union(several.map((one) => typeOf(one)));
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one)).join(" & ");
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? "unknown" : union(types.map((type) => BY_TYPE[type]!(schema)));
}

/** Operations by what they are about: the first part of their address. */
const groupOf = ({ endpoint }: OpenOperation): string => endpoint.path.split("/")[1]!;

const inputOf = ({ endpoint }: OpenOperation): string =>
  typeOf(wireJsonSchema(endpoint.input, endpoint.body === "multipart"));
const outputOf = ({ endpoint }: OpenOperation): string =>
  endpoint.reply === "file" ? "Blob" : typeOf(wireJsonSchema(endpoint.output));

function groupFile(operations: readonly (readonly [string, OpenOperation])[]): string {
  /** The same twice is said once: the second is another name for the first. */
  const known = new Map<string, string>();
  const declare = (name: string, type: string): string => {
    const same = type.length > LONG ? known.get(type) : undefined;
    if (same === undefined) known.set(type, name);
    return `export type ${name} = ${same ?? type};`;
  };
  const types = operations.flatMap(([name, operation]) => [
    `/** ${operation.endpoint.title} */\n${declare(`${capital(name)}Input`, inputOf(operation))}`,
    declare(`${capital(name)}Output`, outputOf(operation)),
  ]);
  const body = types.join("\n");
  const used = NAMED.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const imports = used.length > 0 ? `import type { ${used.join(", ")} } from "./wire.ts";\n` : "";
  return `${HEADER}${imports}\n${body}\n`;
}

const wireFile = (): string => `${HEADER}
/** As it travels: a decimal string, never a floating-point number. */
export type Money = { currency: string; amount: string };
export type Currency = ${union(CURRENCY_CODES.map((code) => JSON.stringify(code)))};
`;

function tableFile(groups: ReadonlyMap<string, readonly (readonly [string, OpenOperation])[]>): string {
  const all = [...groups.values()].flat();
  const imports = [...groups].map(
    ([group, operations]) =>
      `import type { ${operations.map(([name]) => `${capital(name)}Input, ${capital(name)}Output`).join(", ")} } from "./${group}.ts";`,
  );
  const types = all.map(
    ([name, { endpoint }]) =>
      `/** ${endpoint.title} */\n${name}: { input: ${capital(name)}Input; output: ${capital(name)}Output };`,
  );
  const rows = all.map(([name, { endpoint, sandbox }]) => {
    const { method, path, scope, idempotent, reply, body } = endpoint;
    const row = {
      method,
      path,
      scope,
      ...(idempotent && { idempotent }),
      ...(reply === "file" && { reply }),
      ...(body === "multipart" && { body }),
      ...(sandbox && { sandbox }),
    };
    return `${name}: ${JSON.stringify(row)},`;
  });
  return [
    HEADER + imports.join("\n"),
    `export type Operations = {\n${types.join("\n")}\n};`,
    "export type OperationName = keyof Operations;",
    `export const OPERATIONS = {\n${rows.join("\n")}\n} as const;`,
    "/** The operation that reads what an event tells of, by the event's subject. */",
    `export const EVENT_OBJECTS: Readonly<Record<string, OperationName>> = ${JSON.stringify(OPEN_OBJECTS)};\n`,
  ].join("\n\n");
}

/** Every file of the SDK that comes from the tables, by name. */
export async function sdkContract(): Promise<Map<string, string>> {
  const groups = Map.groupBy(Object.entries(OPEN_OPERATIONS), ([, operation]) => groupOf(operation));
  const files = new Map([...groups].map(([group, operations]) => [`${group}.ts`, groupFile(operations)]));
  files.set("operations.ts", tableFile(groups));
  files.set("wire.ts", wireFile());
  const written = await Promise.all(
    [...files].map(async ([name, text]) => [name, (await format(name, text, { printWidth: 120 })).code] as const),
  );
  return new Map(written);
}

if (process.argv[1] === import.meta.filename) {
  const files = await sdkContract();
  await mkdir(SDK_CONTRACT, { recursive: true });
  for (const old of await readdir(SDK_CONTRACT)) if (!files.has(old)) await rm(join(SDK_CONTRACT, old));
  for (const [name, text] of files) await writeFile(join(SDK_CONTRACT, name), text);
}
