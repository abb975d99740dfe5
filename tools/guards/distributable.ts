import type { SourceFile } from "./source-files.ts";

/**
 * Forms of SQL a PostgreSQL that is spread over nodes by merchant refuses or cannot send to one node. Where one is used today
 * stands here with how often and why; it may only become less. docs/scale.md names the way past each.
 */
type Form = { name: string; pattern: RegExp; known: Readonly<Record<string, { times: number; why: string }>> };

const ONE_NODE = "the queue stays on one node";
const LANE = "a lane keeps to the merchants of one shard";

export const REFUSED_FORMS: readonly Form[] = [
  {
    name: "select without columns",
    pattern: /\bselect\s+from\b/gi,
    known: {
      "apps/server/src/platform/embedded-postgres/index.ts": {
        times: 1,
        why: "asks the catalogue of a database on this machine",
      },
      "apps/server/src/modules/payouts/lists-store.ts": { times: 1, why: "counted over all merchants for the console" },
      "database/functions/ledger_write.sql": { times: 1, why: LANE },
    },
  },
  {
    name: "recursive query",
    pattern: /\bwith\s+recursive\b/gi,
    known: {
      "apps/server/src/modules/income/records/search-store.ts": {
        times: 1,
        why: "one merchant's payers, on its own shard",
      },
    },
  },
  {
    name: "skip locked",
    pattern: /\bskip\s+locked\b/gi,
    known: {
      "apps/server/src/platform/outbox-claims.ts": { times: 1, why: ONE_NODE },
      "apps/server/src/platform/outbox.ts": { times: 1, why: ONE_NODE },
      "apps/server/src/modules/stores/connections/connections-store.ts": { times: 2, why: ONE_NODE },
      "apps/server/src/modules/developer/deliveries-store.ts": { times: 2, why: ONE_NODE },
    },
  },
  {
    name: "forced generic plan",
    pattern: /\bforce_generic_plan\b/gi,
    known: { "database/functions/ledger_write.sql": { times: 4, why: LANE } },
  },
  {
    name: "the database's own clock in a changed column",
    pattern: /\bset\s+(?:\w+\s*=\s*[^=;`]*?,\s*)?\w+\s*=\s*(?:now|clock_timestamp|random|gen_random_uuid)\s*\(/gi,
    known: {
      "apps/server/src/platform/db.ts": { times: 1, why: "one row of the platform, taken back at once" },
      "apps/server/src/platform/migrations.ts": { times: 1, why: "the list of migrations, on one node" },
    },
  },
];

const SQL_FILES = /^(apps\/server\/src\/(modules|platform|rails)\/.*\.ts|database\/functions\/.*\.sql)$/;
const NOT_PRODUCT = /\.test\.ts$|-fixture\.ts$/;
/** What is said about SQL is not SQL. */
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm;

export function refusedForms(files: readonly SourceFile[], forms: readonly Form[] = REFUSED_FORMS): string[] {
  const read = files.filter(({ path }) => SQL_FILES.test(path) && !NOT_PRODUCT.test(path));
  return forms.flatMap(({ name, pattern, known }) => {
    const found = read.flatMap(({ path, text }) => {
      const times = [...text.replaceAll(COMMENTS, "").matchAll(pattern)].length;
      const allowed = known[path]?.times ?? 0;
      if (times > allowed) return [`${path}: ${name}, ${times} instead of ${allowed}`];
      return times < allowed ? [`${path}: ${name} has become less: say ${times} instead of ${allowed}`] : [];
    });
    const gone = Object.keys(known).filter((path) => !read.some((file) => file.path === path));
    return [...found, ...gone.map((path) => `${path}: is not there any more (${name})`)];
  });
}
