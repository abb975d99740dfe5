import { fullPath, type Endpoint } from "@coralhub/contract";

const CHINESE = /\p{Script=Han}/u;
/** A refusal may leave all its words to the value it is filled with. */
const FILLED_LATER = /^\{\w+\}$/;

export type RefusalRow = { code: number; message: string };

/** The same number or name twice would make one refusal answer for another. */
export function refusalProblems(
  tables: Record<string, Record<string, RefusalRow>>,
  merged: Record<string, RefusalRow>,
): string[] {
  const names = new Map<string, string>();
  const codes = new Map<number, string>();
  return Object.entries(tables).flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([name, { code, message }]) => {
      const problems = [
        ...(names.has(name) ? [`${table}: ${name} is also in ${names.get(name)}`] : []),
        ...(codes.has(code) ? [`${table}: ${name} has the number ${code} of ${codes.get(code)}`] : []),
        ...(CHINESE.test(message) || FILLED_LATER.test(message)
          ? []
          : [`${table}: ${name} does not say in Chinese what to do`]),
        ...(merged[name]?.code === code ? [] : [`${table}: ${name} is not in the catalogue`]),
      ];
      names.set(name, table);
      codes.set(code, name);
      return problems;
    }),
  );
}

/** The specification has it with GET although it takes effect: a key keeps a repeated one from doing so twice. */
const WRITING_GETS: readonly string[] = ["GET /api/activity/double/eleven/lottery"];

/** What the types cannot see: two calls on one address, a path parameter that nobody reads, a title nobody can read. */
export function endpointProblems(tables: Record<string, Record<string, Endpoint>>): string[] {
  const addresses = new Map<string, string>();
  return Object.entries(tables).flatMap(([table, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const id = `${table}.${name}`;
      const address = `${endpoint.method} ${fullPath(endpoint).replaceAll(/\{\w+\}/g, "{}")}`;
      const taken = addresses.get(address);
      addresses.set(address, id);
      const fields = "shape" in endpoint.input ? Object.keys(endpoint.input.shape as object) : [];
      const unread = [...endpoint.path.matchAll(/\{(\w+)\}/g)]
        .map((match) => match[1]!)
        .filter((field) => !fields.includes(field));
      return [
        ...(taken ? [`${id}: ${address} is taken by ${taken}`] : []),
        ...unread.map((field) => `${id}: {${field}} is not a field of its input`),
        ...(CHINESE.test(endpoint.title) ? [] : [`${id}: the title is for Chinese readers`]),
        ...(endpoint.idempotent && endpoint.method === "GET" && !WRITING_GETS.includes(address)
          ? [`${id}: reading needs no idempotency`]
          : []),
      ];
    }),
  );
}
