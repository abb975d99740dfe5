import { sql, type RawBuilder } from "kysely";

/** For `in (…)`, as words and not as values: a partial index over the same words is found by them. */
export const sqlWords = (words: readonly string[]): RawBuilder<unknown> => sql.join(words.map((word) => sql.lit(word)));
