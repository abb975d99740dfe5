import type { JsonSchema } from "./openapi.ts";

export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const MOST_CHOICES = 8;
const choiceText = (values: readonly unknown[]): string => {
  const shown = values.slice(0, MOST_CHOICES).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > MOST_CHOICES ? ["…"] : [])].join(" | ");
};

/** A type in a few characters: string, integer[], "a" | "b", object. */
function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return choiceText(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeText(choice)))].join(" | ");
  if (schema.type === "array") {
    const item = typeText((schema.items ?? {}) as JsonSchema);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.format === "binary") return "文件";
  return typeof schema.type === "string" ? schema.type : "any";
}

const LIMITS = {
  minLength: "最短",
  maxLength: "最长",
  minimum: "最小",
  maximum: "最大",
  maxItems: "最多项",
  default: "默认",
} as const;

function limitText(schema: JsonSchema): string {
  const valueText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const limits = Object.entries(LIMITS)
    .filter(([name]) => schema[name] !== undefined && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER)
    .map(([name, label]) => `${label} ${valueText(schema[name])}`);
  // A format with a name is clearer than the expression behind it.
  const format = schema.format ?? schema.pattern;
  if (format && format !== "binary") limits.push(`格式 ${format}`);
  return limits.join("，");
}

type Row = { name: string; type: string; required: boolean; limits: string };
function fieldRows(schema: JsonSchema, prefix = ""): Row[] {
  const item = (schema.type === "array" ? schema.items : schema) as JsonSchema | undefined;
  const required = new Set(item?.required ?? []);
  return Object.entries(item?.properties ?? {}).flatMap(([name, value]) => {
    const field = value as JsonSchema;
    const path = `${prefix}${name}`;
    const row = { name: path, type: typeText(field), required: required.has(name), limits: limitText(field) };
    const nested = field.type === "object" || field.type === "array";
    return nested ? [row, ...fieldRows(field, `${path}${field.type === "array" ? "[]" : ""}.`)] : [row];
  });
}

/** `requirements`: for what is sent, must it be there; for what comes back, may it be missing. */
export function fieldTable(
  schema: JsonSchema,
  { title, empty, requirements }: { title: string; empty: string; requirements: boolean },
): string {
  const rows = fieldRows(schema);
  if (rows.length === 0) {
    const isValue = schema.type !== undefined && schema.type !== "object" && schema.type !== "null";
    return `<h4>${title}</h4><p class="quiet">${escape(isValue ? typeText(schema) : empty)}</p>`;
  }
  const need = ({ required }: Row) => (requirements ? (required ? "必填" : "") : required ? "" : "可缺省");
  const body = rows.map(
    (row) =>
      `<tr><td><code>${escape(row.name)}</code></td><td>${escape(row.type)}</td><td class="need">${need(row)}</td><td>${escape(row.limits)}</td></tr>`,
  );
  return `<h4>${title}</h4><div class="wide"><table><thead><tr><th>字段</th><th>类型</th><th></th><th>要求</th></tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}
