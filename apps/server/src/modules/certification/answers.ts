import {
  answersOf,
  askedFields,
  filesOf,
  formSpec,
  rowsOf,
  type Answer,
  type CertificationForm,
  type CertificationValues,
  type FormFields,
  type PartRow,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Files, StoredFile } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Secrets } from "../../platform/secrets.ts";

/** Every upload for certification carries this; a file of another kind cannot be handed in as a document. */
export const FILE_PURPOSE = "certification";

const known = (fields: FormFields, row: PartRow | CertificationValues): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = row[name];
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [];
    }),
  );

/** Without what other answers hide: nobody reviews it, so it must not stand among what was certified. */
const asked: typeof known = (fields, row) => known(Object.fromEntries(askedFields(fields, row)), row);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Verdicts hang on a row's id: one that is no id, or another row's, would let one verdict speak for two rows. */
function rowIds(ids: Ids): (given: string | undefined) => string {
  const taken = new Set<string>();
  return (given) => {
    const id = given !== undefined && UUID.test(given) && !taken.has(given) ? given : ids.next();
    taken.add(id);
    return id;
  };
}

/**
 * Only what the form asks, in its order; each row of a repeated part gets an id to be recognised by later. A draft keeps
 * what is hidden for now, should its question come back.
 */
export function tidyAnswers(
  form: CertificationForm,
  values: CertificationValues,
  ids: Ids,
  { draft = false } = {},
): CertificationValues {
  const kept = draft ? known : asked;
  const tidy: CertificationValues = {};
  const idOf = rowIds(ids);
  for (const section of formSpec(form).sections) {
    if ("fields" in section) Object.assign(tidy, kept(section.fields, values));
    else {
      const rows = rowsOf(values[section.group]).slice(0, section.most);
      if (section.single) {
        const row = rows[0] && kept(section.rows, rows[0]);
        if (row && Object.keys(row).length > 0) tidy[section.group] = row;
      } else tidy[section.group] = rows.map((row) => ({ id: idOf(row.id), ...kept(section.rows, row) }));
    }
  }
  return tidy;
}

/** Answers given over those that were there: a field left out keeps its answer, a part is replaced as a whole. */
export function mergeAnswers(
  form: CertificationForm,
  before: CertificationValues,
  given: CertificationValues,
  removedRows: readonly string[] = [],
): CertificationValues {
  const merged: CertificationValues = { ...before };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) merged[name] = value ?? undefined;
  for (const section of formSpec(form).sections) {
    if ("fields" in section || section.single) continue;
    merged[section.group] = rowsOf(merged[section.group]).filter(({ id }) => !id || !removedRows.includes(id));
  }
  return merged;
}

/** Paths whose answer differs, appeared or disappeared. */
export function changedPaths(
  form: CertificationForm,
  before: CertificationValues,
  after: CertificationValues,
): Set<string> {
  const valueAt = (answers: Answer[]) => new Map(answers.map(({ path, value }) => [path, value]));
  const [old, now] = [valueAt(answersOf(form, before)), valueAt(answersOf(form, after))];
  return new Set([...old.keys(), ...now.keys()].filter((path) => (old.get(path) ?? "") !== (now.get(path) ?? "")));
}

type Sealer = Pick<Secrets, "seal" | "openText">;
const contextOf = (place: readonly (string | number)[]) => `certification:${place.join(":")}`;
export const sealAnswers = (secrets: Sealer, values: CertificationValues, ...place: (string | number)[]): Uint8Array =>
  secrets.seal(JSON.stringify(values), contextOf(place));
export const openAnswers = (secrets: Sealer, sealed: Uint8Array, ...place: (string | number)[]): CertificationValues =>
  JSON.parse(secrets.openText(sealed, contextOf(place))) as CertificationValues;

/** Where a draft is sealed for. */
export const draftPlace = ({ merchantId, subjectId, form }: { merchantId: string; subjectId: string; form: string }) =>
  ["draft", merchantId, subjectId, form] as const;

/** The merchant's own certification file, or nothing: another's does not exist. */
export async function findDocument(
  files: Files,
  merchantId: string,
  fileId: string,
  tx?: Tx,
): Promise<StoredFile | undefined> {
  if (!UUID.test(fileId)) return undefined;
  const file = await files.find(merchantId, fileId, tx);
  return file?.purpose === FILE_PURPOSE ? file : undefined;
}

export async function describeFiles(files: Files, merchantId: string, fileIds: Iterable<string>, tx?: Tx) {
  const found = await Promise.all([...new Set(fileIds)].map((id) => findDocument(files, merchantId, id, tx)));
  return found.flatMap((file) =>
    file
      ? [{ fileId: file.id, fileName: file.fileName, contentType: file.contentType, sizeBytes: file.sizeBytes }]
      : [],
  );
}

export const fileIdsOf = (form: CertificationForm, values: CertificationValues): string[] =>
  filesOf(form, values).map(({ fileId }) => fileId);
