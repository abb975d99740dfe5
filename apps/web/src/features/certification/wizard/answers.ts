import {
  answersOf,
  checkAnswer,
  FACE_SPEAKS_FOR,
  formSpec,
  rowsOf,
  type Answer,
  type CertificationForm,
  type CertificationValues,
  type FormSection,
  type PartRow,
} from "@coralhub/domain";

/** What was decided about one field when the application came back. */
export type Decision = {
  path: string;
  verdict: "accepted" | "rejected" | null;
  reason: string;
  decidedAt: Date | null;
};

/** `cbos.0.name` → its part and the name in it; a field outside the parts has no part. */
function split(place: string): { group?: string; at: number; many: boolean; name: string } {
  const [first = "", second, third] = place.split(".");
  if (second === undefined) return { at: 0, many: false, name: first };
  if (third === undefined) return { group: first, at: 0, many: false, name: second };
  return { group: first, at: Number(second), many: true, name: third };
}

/** What a person answers. Another document number takes the face check with it: it spoke for the number before. */
export function giveAnswer(values: CertificationValues, asked: readonly Answer[], place: string, value: string) {
  const faces =
    place === FACE_SPEAKS_FOR && values[place] !== value ? asked.filter(({ field }) => field.kind === "face") : [];
  return faces.reduce((all, face) => putAnswer(all, face.place, ""), putAnswer(values, place, value));
}

export function putAnswer(values: CertificationValues, place: string, value: string): CertificationValues {
  const { group, at, many, name } = split(place);
  if (group === undefined) return { ...values, [name]: value };
  const rows = rowsOf(values[group]).map((row, index) => (index === at ? { ...row, [name]: value } : row));
  return { ...values, [group]: many ? rows : rows[0] };
}

/** The field beside this one: `cbos.0.name` and `country` → `cbos.0.country`. */
export const besides = (place: string, name: string): string => place.slice(0, place.lastIndexOf(".") + 1) + name;

type Part = Extract<FormSection, { group: string }>;

export function addRow(values: CertificationValues, { group, single }: Part, id: string): CertificationValues {
  if (single) return { ...values, [group]: {} };
  return { ...values, [group]: [...rowsOf(values[group]), { id }] };
}

export function removeRow(values: CertificationValues, { group, single }: Part, at: number): CertificationValues {
  if (single) return { ...values, [group]: undefined };
  return { ...values, [group]: rowsOf(values[group]).filter((_row, index) => index !== at) };
}

/** A part that must be there at least so often is there from the start. */
export function withLeastRows(form: CertificationForm, values: CertificationValues, newId: () => string) {
  let all = values;
  for (const section of formSpec(form).sections) {
    if ("fields" in section) continue;
    for (let have = rowsOf(all[section.group]).length; have < section.least; have++)
      all = addRow(all, section, newId());
  }
  return all;
}

/** What could be read from a document, into the fields beside it that are still empty. */
export function fillFromReading(
  values: CertificationValues,
  asked: readonly Answer[],
  place: string,
  reading: Readonly<Record<string, string>>,
): { values: CertificationValues; filled: Answer[] } {
  const filled = asked.filter(
    (answer) => answer.value === "" && Object.entries(reading).some(([name]) => besides(place, name) === answer.place),
  );
  const next = filled.reduce((all, answer) => putAnswer(all, answer.place, reading[split(answer.place).name]!), values);
  return { values: next, filled };
}

/**
 * What may not be changed in an application that came back: accepted answers, unless time has made them wrong, their
 * whole row was sent back, or they are a face whose number may still change. The server holds to the same rule.
 */
export function lockedPlaces(asked: readonly Answer[], decisions: ReadonlyMap<string, Decision>, today: string) {
  const rowOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(".")));
  const rejectedRows = new Set(
    [...decisions.values()].filter(({ verdict }) => verdict === "rejected").map(({ path }) => rowOf(path)),
  );
  return new Set(
    asked
      .filter(
        ({ path, field, value, values }) =>
          decisions.get(path)?.verdict === "accepted" &&
          !(path.includes(".") && rejectedRows.has(rowOf(path))) &&
          !(field.kind === "face" && decisions.get(FACE_SPEAKS_FOR)?.verdict !== "accepted") &&
          !checkAnswer(field, value, { values, today }),
      )
      .map(({ place }) => place),
  );
}

/** What the answers of one section are missing: the group itself and every place in it. */
export const problemsOf = (
  section: FormSection,
  asked: readonly Answer[],
  problems: Readonly<Record<string, string>>,
) =>
  Object.fromEntries(
    Object.entries(problems).filter(
      ([place]) =>
        ("group" in section && place === section.group) ||
        asked.some((answer) => answer.place === place && answer.section === section.title),
    ),
  );

/** Rejected answers that are still the same as when they were handed in. */
export function untouched(
  form: CertificationForm,
  submitted: CertificationValues,
  asked: readonly Answer[],
  decisions: ReadonlyMap<string, Decision>,
): Answer[] {
  const before = new Map(answersOf(form, submitted).map(({ path, value }) => [path, value]));
  return asked.filter(({ path, value }) => decisions.get(path)?.verdict === "rejected" && before.get(path) === value);
}

/** Rows that were handed in and are gone now. */
export function removedRowIds(
  form: CertificationForm,
  before: CertificationValues,
  now: CertificationValues,
): string[] {
  const ids = (values: CertificationValues) =>
    formSpec(form).sections.flatMap((section) =>
      "group" in section ? rowsOf(values[section.group]).flatMap(({ id }: PartRow) => (id ? [id] : [])) : [],
    );
  const kept = new Set(ids(now));
  return ids(before).filter((id) => !kept.has(id));
}
