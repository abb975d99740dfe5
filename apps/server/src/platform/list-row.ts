import { toCurrency, toShanghaiTime, type Money } from "@coralhub/domain";
import type { z } from "zod";

/** Turns what PostgreSQL gives into what the row's schema holds inside the server: moments, exact amounts, numbers. */
export function rowReader(row: z.ZodObject, finish?: (row: Record<string, unknown>) => Record<string, unknown>) {
  const fields = Object.entries(row.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
  }));
  return (raw: Record<string, unknown>): Record<string, unknown> => {
    const record = Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(raw, name, type)]));
    return finish ? finish(record) : record;
  };
}

/** What remains of a schema when optional, nullable and default are taken off. */
function typeOf(schema: z.ZodType): string {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return innerType ? typeOf(innerType) : type;
}

function valueOf(raw: Record<string, unknown>, name: string, type: string): unknown {
  if (`${name}#minor` in raw)
    return moneyOf(raw[`${name}#minor`] as bigint | null, raw[`${name}#currency`] as string | null);
  const value = raw[name];
  if (value instanceof Date) return type === "string" ? toShanghaiTime(value) : value;
  if (type === "number" && (typeof value === "bigint" || typeof value === "string")) return Number(value);
  if (type === "string" && (typeof value === "bigint" || typeof value === "number")) return String(value);
  return value;
}

function moneyOf(minor: bigint | null, currency: string | null): Money | null {
  if (minor === null || currency === null) return null;
  const known = toCurrency(currency);
  if (!known) throw new Error(`a row has the unknown currency ${currency}`);
  return { currency: known, minor: BigInt(minor) };
}
