import { fieldsOf, Refusal, type Endpoint } from "@coralhub/contract";
import { z } from "zod";
import { assertCleanValue } from "./json-body.ts";

type Values = Record<string, unknown>;
type ReadText = (text: string) => unknown;

/** Through optional, nullable, default, pipe and codec to what travels on the wire. */
function wireSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  return inner ? wireSchema(inner) : schema;
}

const readJson: ReadText = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Query, path and form values are text; this reads them as what the schema expects. What does not fit stays text and is refused by the schema. */
const READERS: Partial<Record<string, ReadText>> = {
  number: (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text),
  boolean: (text) => (text === "true" ? true : text === "false" ? false : text),
  object: readJson,
  record: readJson,
  union: (text) => (/^[[{]/.test(text) ? readJson(text) : text),
  array: (text) => (text.startsWith("[") ? readJson(text) : [text]),
};

const readerOf = (field: z.core.$ZodType): ReadText | undefined => {
  const def = wireSchema(field)._zod.def as { type: string; values?: unknown[] };
  return READERS[def.type === "literal" ? typeof def.values?.[0] : def.type];
};

/** Fields of one endpoint that need reading, decided once at start. */
function textReaders(input: z.ZodType): ReadonlyMap<string, ReadText> {
  const readers = new Map<string, ReadText>();
  const object = wireSchema(input);
  if (!(object instanceof z.ZodObject)) return readers;
  for (const [name, field] of Object.entries<z.core.$ZodType>(object.shape)) {
    const read = readerOf(field);
    if (read) readers.set(name, read);
  }
  return readers;
}

export type Inputs = { query: unknown; params: unknown };
export type ReadInput = (inputs: Inputs, body: unknown) => { wire: Values; value: unknown };

const isEmpty = (values: unknown): boolean => {
  for (const _name in values as Values) return false;
  return true;
};

/**
 * Compiled once per endpoint: query, body and path parameters merged (the body wins over the query, the path over both)
 * and decoded by the endpoint's schema.
 */
export function compileInput(endpoint: Endpoint): ReadInput {
  const readers = textReaders(endpoint.input);
  const fromText = (values: unknown): Values => {
    assertCleanValue(values);
    if (readers.size === 0) return values as Values;
    const read: Values = {};
    for (const [name, value] of Object.entries(values as Values)) {
      const reader = typeof value === "string" ? readers.get(name) : undefined;
      read[name] = reader ? reader(value as string) : value;
    }
    // Text that turned into an object must be as clean as a body.
    assertCleanValue(read);
    return read;
  };
  return ({ query, params }, body) => {
    let wire = (body ?? {}) as Values;
    if (endpoint.body === "multipart") wire = fromText(wire);
    if (!isEmpty(query)) wire = { ...fromText(query), ...wire };
    if (!isEmpty(params)) wire = { ...wire, ...fromText(params) };
    const decoded = z.safeDecode(endpoint.input, wire);
    if (!decoded.success) throw new Refusal("input.invalid", {}, fieldsOf(decoded.error));
    return { wire, value: decoded.data };
  };
}
