import { sql, type RawBuilder } from "kysely";

/** What somebody typed, inside a pattern of `like`: its signs stand for themselves. */
export const likeText = (typed: string): string => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** For `in (…)`, as words and not as values: a partial index over the same words is found by them. */
export const sqlWords = (words: readonly string[]): RawBuilder<unknown> => sql.join(words.map((word) => sql.lit(word)));
