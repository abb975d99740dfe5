import type { SourceFile } from "./source-files.ts";

/**
 * Forms of SQL a PostgreSQL that is spread over nodes by merchant refuses or cannot send to one node. Where one is used today
 * stands here with how often and why; it may only become less. docs/scale.md names the way past each.
 */
type Form = { name: string; pattern: RegExp; known: Readonly<Record<string, { times: number; why: string }>> };

const ONE_NODE = "the queue stays on one node";
const LANE = "a lane keeps to the merchants of one shard";
const SEALS = "a shard seals its own merchants";
const PURE = "reads no table, so that it is put in place of its call";
const OWN_SHARD = "one merchant's rows, on its own shard";

export const REFUSED_FORMS: readonly Form[] = [
  {
    name: "select without columns",
    pattern: /\bselect\s+from\b/gi,
    known: {
      "apps/server/src/platform/embedded-postgres/index.ts": {
        times: 1,
        why: "asks the catalogue of a database on this machine",
      },
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
      "database/functions/money_events.sql": { times: 1, why: OWN_SHARD },
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
  {
    name: "lock on rows of many merchants",
    pattern: /\bunnest\s*\([^;`]*?\bfor\s+(?:no\s+key\s+)?update\b/gi,
    known: {
      "apps/server/src/modules/developer/deliveries-store.ts": { times: 1, why: ONE_NODE },
      "apps/server/src/modules/orders/corrections-store.ts": { times: 1, why: "one merchant's orders" },
      "database/functions/ledger_write.sql": { times: 1, why: LANE },
    },
  },
  {
    name: "definer function without one merchant among its arguments",
    pattern:
      /create or replace function \w+\s*\((?![^()]*\b\w*merchant\w* uuid\b(?!\[))[^()]*\)(?!\s*returns\s+trigger)[^$]*?security definer/gi,
    known: {
      "database/functions/files.sql": {
        times: 1,
        why: "files are marked by what refers to them, on their owner's shard",
      },
      "database/functions/money_events.sql": { times: 2, why: "called by triggers with a row of one merchant" },
      "database/functions/ledger_seal_nodes.sql": { times: 2, why: SEALS },
      "database/functions/ledger_seals.sql": { times: 2, why: SEALS },
      "database/functions/ledger_write.sql": { times: 3, why: LANE },
    },
  },
  {
    name: "SQL function with parameters",
    pattern: /create or replace function \w+\s*\([^()]+\)[^$]*?language sql/gi,
    known: {
      "database/functions/ledger_write.sql": { times: 1, why: PURE },
      "database/functions/money_events.sql": { times: 1, why: PURE },
      "database/functions/service_money_events.sql": { times: 1, why: PURE },
      "database/functions/text_grams.sql": { times: 1, why: PURE },
    },
  },
  {
    name: "sub-query beside each row",
    pattern: /\bcoalesce\s*\(\s*\(\s*select\b/gi,
    known: {
      "apps/server/src/modules/activity/money-events-store.ts": { times: 2, why: OWN_SHARD },
      "apps/server/src/modules/cards/lists-store.ts": { times: 2, why: OWN_SHARD },
      "apps/server/src/modules/ledger/reconcile-store.ts": { times: 1, why: "a shard checks its own merchants" },
      "apps/server/src/modules/ledger/seals-store.ts": { times: 1, why: SEALS },
      "database/functions/ledger_seals.sql": { times: 2, why: SEALS },
      "database/functions/ledger_write.sql": { times: 1, why: LANE },
    },
  },
];

/** Triggers on tables that have no merchant and so stay on one node, with why that is right. */
const LOCAL_TRIGGERS: Readonly<Record<string, string>> = {
  audit_entry_append_only: "the audit chain stays on one node",
  audit_entry_linked: "the audit chain stays on one node",
  audit_link_append_only: "the audit chain stays on one node",
  fee_rule_forever: "prices are the same on every node",
  payout_terms_forever: "terms are the same on every node",
  ledger_closed_forever: SEALS,
  ledger_closed_whole: SEALS,
  ledger_day_forever: SEALS,
  ledger_day_nodes: SEALS,
  ledger_day_summed: SEALS,
  ledger_day_total_forever: SEALS,
  ledger_day_total_whole: SEALS,
  ledger_day_whole: SEALS,
  ledger_seal_node_forever: SEALS,
  ledger_seal_node_whole: SEALS,
};
const MIGRATION = /^database\/\d{4}_\w+\.sql$/;
const TABLE = /create (?:unlogged )?table (?:if not exists )?(\w+) \((.*?)\n\)/gis;
const TRIGGER = /create (?:constraint )?trigger (\w+)[^;]*?\bon (\w+)/gi;

/** A trigger on a table of one node is not called where the rows of merchants are written: each is known. */
export function localTriggers(
  files: readonly SourceFile[],
  known: Readonly<Record<string, string>> = LOCAL_TRIGGERS,
): string[] {
  const texts = files.filter(({ path }) => MIGRATION.test(path)).map(({ text }) => text.replaceAll(COMMENTS, ""));
  const spread = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(TABLE)]
        .filter((match) => /\b(?:merchant|owner)_id uuid/.test(match[2]!))
        .map((match) => match[1]!),
    ),
  );
  const found = texts.flatMap((text) =>
    [...text.matchAll(TRIGGER)].filter((match) => !spread.has(match[2]!)).map((match) => match[1]!),
  );
  return [
    ...found
      .filter((name) => known[name] === undefined)
      .map((name) => `${name}: a trigger on a table without a merchant`),
    ...Object.keys(known)
      .filter((name) => !found.includes(name))
      .map((name) => `${name}: is not there any more`),
  ];
}

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
