import { z } from "zod";

/** The most rows a sheet of shops or payees is read for at once. */
export const MOST_IMPORTED_ROWS = 200;

const problem = z.object({ field: z.string(), label: z.string(), text: z.string() });
/** A row of somebody's sheet, as it would be saved; an account by its end. */
const checkedRow = z.object({
  /** As in the file: the heading is line 1. */
  line: z.number().int(),
  name: z.string(),
  note: z.string(),
  /** What has to be changed before it can be saved; empty: nothing. */
  problems: z.array(problem),
});
export type CheckedRow = z.output<typeof checkedRow>;
export const checkedSheet = z.object({ fileId: z.uuid(), rows: z.array(checkedRow) });
export type CheckedSheet = z.output<typeof checkedSheet>;

/** What became of the rows that were asked for. */
export const importedSheet = z.object({
  saved: z.number().int(),
  rows: z.array(z.object({ line: z.number().int(), name: z.string(), id: z.uuid().nullable(), problem: z.string() })),
});
export type ImportedSheet = z.output<typeof importedSheet>;

export const importedLines = z
  .array(z.number().int().min(2))
  .min(1, "请至少选一行")
  .max(MOST_IMPORTED_ROWS, `一次最多 ${MOST_IMPORTED_ROWS} 行`);
