const isMoney = (value: unknown): value is { amount: string; currency: string } =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

function cellOf(value: unknown): string | undefined {
  if (isMoney(value)) return `${value.amount} ${value.currency}`;
  if (value === null) return "";
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const COLUMNS = 7;
/** Chinese characters are two columns wide on a terminal. */
const widthOf = (text: string): number =>
  Array.from(text, (sign) => (/[\u1100-\uffdc]/.test(sign) ? 2 : 1)).reduce<number>((a, b) => a + b, 0);
const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

/** The first columns that have something to show; `--json` shows everything. */
export function table(rows: readonly object[]): string[] {
  const [first] = rows;
  if (!first) return ["没有记录"];
  const names = Object.entries(first)
    .filter(([, value]) => cellOf(value) !== undefined)
    .map(([name]) => name)
    .slice(0, COLUMNS);
  const lines = [
    names,
    ...rows.map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name]) ?? "")),
  ];
  const widths = names.map((_name, at) => Math.max(...lines.map((line) => widthOf(line[at]!))));
  return lines.map((line) =>
    line
      .map((cell, at) => padded(cell, widths[at]!))
      .join("  ")
      .trimEnd(),
  );
}
