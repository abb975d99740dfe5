/** One chapter of a legal text: paragraphs in order; a list belongs to the paragraph before it. */
export type Chapter = { heading: string; body: readonly (string | readonly string[])[] };
