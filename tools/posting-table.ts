import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { POSTING_REASON_NAMES } from "@coralhub/domain";
import { format } from "oxfmt";
import { domainExamples, type Example } from "./posting-examples.ts";

const PROJECT = join(import.meta.dirname, "..");
const PAGE = join(PROJECT, "docs/ledger.md");
const MODULES = "apps/server/src/modules/**/*-postings.ts";
/** It keeps what others post, and looks it up by that word. */
const LEDGER = "apps/server/src/modules/ledger/**";
const BEGIN = "<!-- postings: written by `npm run docs:postings` -->";
const END = "<!-- /postings -->";
/** Whoever proposes these says himself what is moved. */
const BY_HAND: ReadonlySet<string> = new Set(["adjustment", "reversal"]);

/** Every step in the books, as the capabilities' own functions post it. */
export async function postingTable(root = PROJECT): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(MODULES, { cwd: root, exclude: [LEDGER] })) files.push(file);
  const rows = await Promise.all(
    files.toSorted().map(async (file) => {
      const { POSTING_EXAMPLES: examples } = (await import(pathToFileURL(join(root, file)).href)) as {
        POSTING_EXAMPLES?: readonly Example[];
      };
      if (!examples?.length) throw new Error(`${file}: POSTING_EXAMPLES does not say what it posts`);
      return examples;
    }),
  );
  const examples = [...rows.flat(), ...domainExamples()];
  const shown = new Set(examples.map(({ posting }) => posting.reason));
  const missing = POSTING_REASON_NAMES.filter((reason) => !shown.has(reason) && !BY_HAND.has(reason));
  if (missing.length > 0) throw new Error(`no example shows what is posted as ${missing.join(", ")}`);
  return ["| event | reason | moves |", "| --- | --- | --- |", ...examples.map(rowOf)].join("\n");
}

function rowOf({ event, posting: { reason, transfers, resolves, reverses } }: Example): string {
  const link = resolves ? "resolves the hold: " : reverses ? "takes back: " : "";
  const moves = transfers.map(({ from, to }) => `\`${from}\` → \`${to}\``).join("; ");
  return `| ${event} | \`${reason}\` | ${link}${moves} |`;
}

/** The page with the table as the code has it now. */
export async function pageWithTable(page: string): Promise<string> {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("docs/ledger.md has no place for the table of postings");
  const written = `${page.slice(0, begin)}${BEGIN}\n\n${await postingTable()}\n\n${page.slice(end)}`;
  return (await format("ledger.md", written, { printWidth: 120 })).code;
}

if (process.argv[1] === import.meta.filename) await writeFile(PAGE, await pageWithTable(await readFile(PAGE, "utf8")));
