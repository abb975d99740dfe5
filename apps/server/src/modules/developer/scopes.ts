import { OPEN_OBJECTS, OPEN_OPERATIONS } from "@coralhub/contract";
import { WEBHOOK_TOPICS } from "@coralhub/domain";

/** Whoever may pay may also prepare a payment. */
export const mayUse = (app: { scopes: ReadonlySet<string> }, scope: string): boolean =>
  app.scopes.has(scope) || (scope === "payouts:prepare" && app.scopes.has("payouts:write"));

/** What events tell of, by the table it is kept in; a test is about nothing. */
const SUBJECTS = new Set(Object.values(WEBHOOK_TOPICS).flatMap(({ when }) => when.map((move) => move.split(".")[0]!)));
/** Where the things of a kind are read by program, and what that takes; undefined where they are not. */
const scopeOf = (subject: string) => OPEN_OPERATIONS[OPEN_OBJECTS[subject] ?? ""]?.endpoint.scope;
/** Whether a full notice on a topic may carry the thing it tells of. */
export const mayHearWhole = (app: { scopes: ReadonlySet<string> }, topic: string): boolean =>
  ((WEBHOOK_TOPICS as Record<string, { when: readonly string[] }>)[topic]?.when ?? []).every((move) => {
    const scope = scopeOf(move.split(".")[0]!);
    return scope === undefined || mayUse(app, scope);
  });

/** An app hears in a list of what it could read by itself, and of its tests. */
export const subjectsFor = (app: { scopes: ReadonlySet<string> }): string[] => [
  "test",
  ...[...SUBJECTS].filter((subject) => {
    const scope = scopeOf(subject);
    return scope === undefined || mayUse(app, scope);
  }),
];
