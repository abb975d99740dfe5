declare const kind: unique symbol;
/**
 * A path that was made from the route table, with its parameters filled in. Links take nothing else, so a link to a
 * page that does not exist does not compile.
 */
export type Address = string & { readonly [kind]: "address" };
/** What a link may lead to: a page, a place on the page it stands on, or out of the house. */
export type LinkTarget = Address | `#${string}` | `http${"" | "s"}://${string}` | `mailto:${string}` | `tel:${string}`;

type Text = string | number | null | undefined;
type InPath<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | InPath<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;
type Needs<Row> = Row extends { needs: readonly (infer Name extends string)[] } ? Name : never;
/** What a page cannot be opened without: the parameters of its path, and those its row names. */
type Required<Row extends { path: string }> = InPath<Row["path"]> | Needs<Row>;
/** Anything else goes into the query: a list's filters, the open row. Empty values are left out. */
export type ParametersOf<Row extends { path: string }> = Record<Required<Row>, string> & Readonly<Record<string, Text>>;
/** Parameters may be left out where none is needed. */
export type ParameterList<Row extends { path: string }> = [Required<Row>] extends [never]
  ? [parameters?: ParametersOf<Row>]
  : [parameters: ParametersOf<Row>];

const asText = (value: Text): string => encodeURIComponent(String(value)).replaceAll("%2C", ",");
const PLACE = /\$(\w+)/g;

/** Fills in a row's path and puts the other parameters into the query. */
export function fillPath(path: string, parameters: Readonly<Record<string, Text>> = {}): Address {
  const placed = new Set<string>();
  const filled = path.replace(PLACE, (_place, name: string) => {
    placed.add(name);
    return encodeURIComponent(String(parameters[name] ?? ""));
  });
  const query = Object.entries(parameters)
    .filter(([name, value]) => !placed.has(name) && value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `${encodeURIComponent(name)}=${asText(value)}`)
    .join("&");
  return (query ? `${filled}?${query}` : filled) as Address;
}

/** The place on a page that a fragment names. */
export const at = (address: Address, fragment: string): Address => `${address}#${fragment}` as Address;

/** The path alone, without a slash at its end. */
const barePath = (address: string): string => {
  const path = address.replace(/[?#].*$/s, "");
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
};

/** Finds the row that answers an address: a path written out comes before one with parameters. */
export function finderOf<Row extends { path: string }>(rows: readonly Row[]): (address: string) => Row | undefined {
  const exact = new Map(rows.map((row) => [row.path, row]));
  const patterns = rows
    .filter(({ path }) => path.includes("$"))
    .map((row) => ({ row, pattern: new RegExp(`^${row.path.replaceAll(PLACE, "[^/]+")}$`) }));
  return (address) => {
    const path = barePath(address);
    return exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.row;
  };
}
