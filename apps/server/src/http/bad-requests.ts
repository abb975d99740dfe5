import type { Endpoint } from "@coralhub/contract";
import { inputJsonSchema, type JsonSchema } from "./openapi.ts";

/** One request nobody should send. `mustFail`: accepting it would be a fault. */
export type BadRequest = {
  what: string;
  path: string;
  query: string;
  body?: string | Buffer;
  contentType?: string;
  mustFail: boolean;
};

const ID = "0193a000-0000-7000-8000-000000000001";
const FORM = "multipart/form-data; boundary=x";
const JSON_TYPE = "application/json";

/** A value the schema would probably take, so that the one wrong field is what the call stumbles over. */
function plausible(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return plausible(choice);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, plausible(field as JsonSchema)]),
      );
    case "array":
      return [];
    case "integer":
    case "number":
      return Math.max(1, Number(schema.minimum ?? 1));
    case "boolean":
      return true;
    default:
      return schema.format === "uuid" ? ID : "1".repeat(Math.max(6, Number(schema.minLength ?? 0)));
  }
}

/** An input the call would probably take. */
export const plausibleInput = (endpoint: Endpoint): Record<string, unknown> =>
  plausible(inputJsonSchema(endpoint)) as Record<string, unknown>;

const HUGE = "长".repeat(200_000);
const DEEP = `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
const TOO_MUCH = JSON.stringify({ a: "x".repeat(1_100_000) });
const NASTY: readonly [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["an empty text", ""],
  ["a number", -1.5],
  ["a huge number", 1e308],
  ["an unsafe integer", Number.MAX_SAFE_INTEGER + 2],
  ["a truth", true],
  ["a list", [[], {}, null]],
  ["an object", { a: { b: {} } }],
  ["a huge text", HUGE],
  ["SQL", "'; drop table merchant; --"],
  ["markup", "<script>alert(1)</script>"],
  ["strange text", "\u202e\u{1f9ff}\ufffe"],
  ["a path", "../../../../etc/passwd"],
  ["a date of nowhere", "9999-99-99 99:99:99"],
];

const isText = ({ type, format }: JsonSchema): boolean => type === "string" && format !== "binary";
const takesBody = ({ method }: Endpoint): boolean => method === "POST" || method === "PUT";

/** As the client writes a value where only text can travel. */
export const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const formBody = (values: Record<string, unknown>): string =>
  `${Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = asText(value);
      const file = name === "file" ? '; filename="a.png"' : "";
      return `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
    })
    .join("")}--x--\r\n`;

function requestWith(endpoint: Endpoint, what: string, values: Record<string, unknown>, mustFail = false): BadRequest {
  const base = { what, path: ID, mustFail };
  // Written when it is sent: some are huge, and there is not the time to send them all.
  const later = (contentType: string, write: (values: Record<string, unknown>) => string): BadRequest => ({
    ...base,
    query: "",
    get body() {
      return write(values);
    },
    contentType,
  });
  if (endpoint.body === "multipart") return later(FORM, formBody);
  if (takesBody(endpoint)) return later(JSON_TYPE, JSON.stringify);
  const text = (value: unknown) => asText(value).slice(0, 3000);
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  // A lone surrogate cannot be written in an address; the browser's own replacement is what would arrive.
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, text(value)] as [string, string])).toString();
  return { ...base, query: `?${query}` };
}

/** The right fields with one of them wrong. */
function fieldRequests(endpoint: Endpoint): BadRequest[] {
  const schema = inputJsonSchema(endpoint);
  const good = plausibleInput(endpoint);
  const names = Object.keys(schema.properties ?? {});
  const nul = names.filter((name) => endpoint.body !== "multipart" && isText(schema.properties![name] as JsonSchema));
  return [
    ...nul.map((name) => requestWith(endpoint, `${name}: NUL`, { ...good, [name]: "a\0b" }, true)),
    // Mistake by mistake rather than field by field: where time runs out, every field has had its share.
    ...NASTY.flatMap(([what, value]) =>
      names.map((name) => requestWith(endpoint, `${name}: ${what}`, { ...good, [name]: value })),
    ),
  ];
}

/** Bodies that are wrong as a whole. */
function bodyRequests(endpoint: Endpoint): BadRequest[] {
  const raw = (what: string, body: string | Buffer, contentType = JSON_TYPE): BadRequest => ({
    what,
    path: ID,
    query: "",
    body,
    contentType,
    mustFail: true,
  });
  if (endpoint.body === "multipart") {
    return [
      raw("a broken form", '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc', FORM),
      raw("a form without boundary", "--x--", "multipart/form-data"),
      raw("noise as a form", Buffer.from([0, 1, 2, 255, 254]), FORM),
      raw("a poisoned form", formBody(JSON.parse('{"__proto__":"1"}') as Record<string, unknown>), FORM),
      raw("a form of JSON", "{}", JSON_TYPE),
    ];
  }
  return [
    raw("half a document", '{"a":'),
    raw("NUL", '{"a":"\\u0000"}'),
    raw("a lone surrogate", '{"a":"\\ud800"}'),
    raw("__proto__", '{"__proto__":{"admin":true}}'),
    raw("a constructor", '{"constructor":{"prototype":{"admin":true}}}'),
    raw("depth", DEEP),
    raw("a list", "[1,2,3]"),
    raw("a bare text", '"text"'),
    raw("not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    raw("too much", TOO_MUCH),
    raw("another content type", "a=1&b=2", "application/x-www-form-urlencoded"),
    raw("XML", "<a/>", "text/xml"),
  ];
}

/** Addresses that are wrong. */
function pathRequests(endpoint: Endpoint): BadRequest[] {
  const isParameter = endpoint.path.includes("{");
  const paths = isParameter
    ? ["%00", "%ff", "..%2f..%2f", "9".repeat(150), "a".repeat(500), "%27%20or%201=1", "__proto__"]
    : [];
  const queries = ["?%00=1", "?a=%00", "?__proto__=1", "?a[]=1&a[b]=2", `?a=${"x".repeat(5000)}`];
  const empty = takesBody(endpoint) && endpoint.body !== "multipart" ? { body: "{}", contentType: JSON_TYPE } : {};
  return [
    ...paths.map((path) => ({ what: `path ${path.slice(0, 20)}`, path, query: "", mustFail: false, ...empty })),
    ...queries.map((query) => ({ what: `query ${query.slice(0, 20)}`, path: ID, query, mustFail: false, ...empty })),
  ];
}

/** What the endpoint's own schema suggests to get wrong; whole-body mistakes first, because a slow call may not reach the end. */
export function badRequests(endpoint: Endpoint): BadRequest[] {
  return [
    ...(takesBody(endpoint) ? bodyRequests(endpoint) : []),
    ...pathRequests(endpoint),
    ...fieldRequests(endpoint),
  ];
}
