import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MODULES = join(import.meta.dirname, "../apps/server/src/modules");

/** Tables that share a module with another: kinds of payment and of sheet, and what belongs to stores and orders. */
const moduleOf = (table: string): string => {
  if (table.endsWith("Batches")) return "batches";
  if (table.endsWith("Payouts") || table === "withdrawals") return "payouts";
  return { connections: "stores", orderFiles: "orders" }[table] ?? table;
};

const sources = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|fixture/.test(name))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(MODULES, name), "utf8") }));

/** The file of the server that answers `table.name`: where the handler of that name stands. */
export function handlerOf(call: string): string {
  const [table = "", name] = call.split(".");
  const handler = new RegExp(`^\\s+(?:async )?${name}(?:: |\\(|,$)`, "m");
  const named = sources.filter((one) => one.name.startsWith(`${moduleOf(table)}/`) && handler.test(one.text));
  return (named.find(({ text }) => /[hH]andlers|Capability</.test(text)) ?? named[0])?.name ?? "";
}
