/** A quote is stored as it was promised; amounts and times survive the journey through JSON. */
export const toJson = (value: unknown): unknown => {
  if (value instanceof Date) return { $time: value.toISOString() };
  if (typeof value === "bigint") return { $minor: value.toString() };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
};
export const fromJson = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== "object" || value === null) return value;
  if ("$time" in value) return new Date(String(value.$time));
  if ("$minor" in value) return BigInt(String(value.$minor));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
};
