/** The call was answered, but came out otherwise than the step is for: in words, named among the refused. */
export class OtherOutcome extends Error {
  override readonly name = "OtherOutcome";
}

/** A step that may end in several states counts as taken only in the one it is for. */
export async function endingIn<S extends string>(wanted: S, answer: Promise<{ state: S }>, otherwise: string) {
  if ((await answer).state !== wanted) throw new OtherOutcome(otherwise);
}

type Taken<Row> = { done: Row[]; refused: { row: Row; why: unknown }[] };

/** One after the other, each on its own: what one is refused for does not keep the others from being done. */
export async function takeEach<Row>(rows: readonly Row[], take: (row: Row) => Promise<unknown>): Promise<Taken<Row>> {
  const taken: Taken<Row> = { done: [], refused: [] };
  for (const row of rows) {
    try {
      await take(row);
      taken.done.push(row);
    } catch (why) {
      taken.refused.push({ row, why });
    }
  }
  return taken;
}
