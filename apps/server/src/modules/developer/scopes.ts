import { OPEN_OBJECTS, OPEN_OPERATIONS } from "@coralhub/contract";
import { WEBHOOK_TOPICS } from "@coralhub/domain";

/** Whoever may pay may also prepare a payment. */
export const mayUse = (app: { scopes: ReadonlySet<string> }, scope: string): boolean =>
  app.scopes.has(scope) || (scope === "payouts:prepare" && app.scopes.has("payouts:write"));

/** What events tell of, by the table it is kept in; a test is about nothing. */
const SUBJECTS = new Set(Object.values(WEBHOOK_TOPICS).flatMap(({ when }) => when.map((move) => move.split(".")[0]!)));
/** An app hears in a list of what it could read by itself, and of its tests. */
export const subjectsFor = (app: { scopes: ReadonlySet<string> }): string[] => [
  "test",
  ...[...SUBJECTS].filter((subject) => {
    const scope = OPEN_OPERATIONS[OPEN_OBJECTS[subject] ?? ""]?.endpoint.scope;
    return scope === undefined || mayUse(app, scope);
  }),
];
