import { CallRefused } from "@coralhub/contract";
import {
  type Address,
  answersOf,
  checkAnswers,
  formSpec,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import { beijingDay, type FieldValue } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { regionsQuery } from "../../../platform/regions.ts";
import {
  mainBusinessTypesQuery,
  sellerBusinessTypesQuery,
  valuesOf,
  type Application,
  type StoredFile,
} from "../certification-calls.ts";
import { isAccountForm, type FormPage } from "../form-pages.ts";
import {
  fillFromReading,
  giveAnswer,
  lockedPlaces,
  problemsOf,
  removedRowIds,
  untouched,
  withLeastRows,
  type Decision,
} from "./answers.ts";
import { tidied } from "./field-of-answer.tsx";
import { useAnswers } from "./use-answers.ts";

export type WizardStart = {
  form: CertificationForm;
  page: FormPage;
  subjectId?: string;
  /** The last one of the same form: came back, or certified and about to change. */
  application: Application | null;
  draft: { values: Record<string, unknown>; files: readonly StoredFile[] } | null;
};

const newId = () => crypto.randomUUID();
/** The first field of a step that is wrong, brought into view. */
const focusPlace = (place: string) =>
  requestAnimationFrame(() => {
    const target = document.getElementById(placeId(place));
    const control = target?.matches("input,textarea,button")
      ? target
      : target?.querySelector<HTMLElement>("input,button");
    control?.focus();
    target?.scrollIntoView({ block: "center" });
  });
export const placeId = (place: string): string => `answer-${place.replaceAll(".", "-")}`;

/** What follows from the answers as they stand: the questions, what is wrong, what is locked, what still waits. */
function useFindings(form: CertificationForm, values: CertificationValues, application: Application | null) {
  const submitted = useMemo(() => (application ? valuesOf(application.values) : {}), [application]);
  const today = beijingDay();
  const asked = useMemo(() => answersOf(form, values), [form, values]);
  const problems = useMemo(() => checkAnswers(form, values, today), [form, values, today]);
  const correcting = application?.editable === true;
  const decisions = useMemo(() => decisionsOf(correcting ? application : null), [correcting, application]);
  const locked = useMemo(
    () => lockedPlaces(answersOf(form, submitted), decisions, today),
    [form, submitted, decisions, today],
  );
  const waiting = useMemo(() => untouched(form, submitted, asked, decisions), [form, submitted, asked, decisions]);
  const { sections } = formSpec(form);
  const sectionOf = (place: string): number =>
    sections.findIndex((section) => Object.keys(problemsOf(section, asked, { [place]: "" })).length > 0);
  return { submitted, asked, problems, correcting, decisions, locked, waiting, sections, sectionOf };
}
type Findings = ReturnType<typeof useFindings>;

/** Which problems are shown: those of a field that was left, of a step that was tried, of an answer the server refused. */
function useShownProblems({ asked, problems, sections, sectionOf }: Findings) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const clear = (place: string) =>
    setErrors((before) => without(without(before, place), place.includes(".") ? place.split(".")[0]! : place));
  const blur = (place: string) => {
    const answer = asked.find((candidate) => candidate.place === place);
    const problem = problems[place];
    if (answer && answer.value !== "" && problem) setErrors((before) => ({ ...before, [place]: problem }));
  };
  /** True when nothing is wrong in this section; else its problems show and the first has focus. */
  const checkSection = (at: number): boolean => {
    const section = sections[at];
    if (!section) return true;
    const found = problemsOf(section, asked, problems);
    setErrors((before) => ({ ...before, ...found }));
    setTried((before) => new Set(before).add(section.title));
    const first = asked.find(({ place }) => found[place])?.place;
    if (first) focusPlace(first);
    return Object.keys(found).length === 0;
  };
  /** All of them, wherever they are; says which section has the first. */
  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    setTried(new Set(sections.map(({ title }) => title)));
    const first = asked.find(({ place }) => found[place])?.place ?? Object.keys(found)[0]!;
    focusPlace(first);
    return { section: Math.max(0, sectionOf(first)) };
  };
  return { errors, tried, clear, blur, checkSection, show };
}

/** What a business may mainly do is asked of the server: each form of its own call. The list in the page stands in until then. */
function useMainBusinessTypes(form: CertificationForm) {
  const asks = formSpec(form).sections.some(
    (section) => "fields" in section && Object.values(section.fields).some(({ kind }) => kind === "mainBusinessType"),
  );
  const isAccount = isAccountForm(form);
  const { data } = useQuery({ ...(isAccount ? mainBusinessTypesQuery : sellerBusinessTypesQuery), enabled: asks });
  return data;
}

/** Everything a form in work knows: its answers, what is wrong with them, what is locked, and how it is handed in. */
export function useWizard({ form, page, subjectId, application, draft }: WizardStart) {
  const answers = useAnswers({
    form,
    ...(subjectId && { subjectId }),
    values: withLeastRows(form, draft ? valuesOf(draft.values) : valuesOf(application?.values ?? {}), newId),
    files: [...(application?.files ?? []), ...(draft?.files ?? [])],
  });
  const { values, change } = answers;
  const findings = useFindings(form, values, application);
  const shownProblems = useShownProblems(findings);
  const { asked, problems, submitted } = findings;
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);

  const put = (place: string, value: FieldValue) => {
    const field = asked.find((answer) => answer.place === place)?.field;
    const text = typeof value === "boolean" ? (value ? "1" : "") : typeof value === "string" ? value : "";
    change((before) => giveAnswer(before, asked, place, field ? tidied(field, text) : text));
    shownProblems.clear(place);
  };
  /** Fills empty fields beside the document; says how many. */
  const read = (place: string, fields: Record<string, string>): number => {
    let count = 0;
    change((before) => {
      const result = fillFromReading(before, answersOf(form, before), place, fields);
      count = result.filled.length;
      return result.values;
    });
    return count;
  };
  const submit = async (): Promise<{ receipt: Address } | { section: number } | undefined> => {
    if (Object.keys(problems).length > 0) return shownProblems.show(problems);
    setBusy(true);
    setMessage(undefined);
    try {
      const send = application ? page.update : page.submit;
      const receipt = await answers.hand(() => send(values, removedRowIds(form, submitted, values)));
      answers.finish();
      return { receipt };
    } catch (error) {
      if (!(error instanceof CallRefused)) return undefined;
      setMessage(error.message);
      return Object.keys(error.fields).length > 0 ? shownProblems.show(error.fields) : undefined;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...findings,
    ...shownProblems,
    form,
    page,
    application,
    mainBusinessTypes: useMainBusinessTypes(form),
    risks: useQuery(regionsQuery).data?.riskCountries,
    answers,
    message,
    busy,
    put,
    read,
    submit,
    focusPlace,
  };
}
export type Wizard = ReturnType<typeof useWizard>;

const without = (all: Readonly<Record<string, string>>, name: string) => {
  const { [name]: _gone, ...rest } = all;
  return rest;
};

function decisionsOf(application: Application | null): ReadonlyMap<string, Decision> {
  return new Map(application?.fields.map((field) => [field.path, field]));
}

/** What an answer of the handed-in version was. */
export const submittedValue = (form: CertificationForm, values: CertificationValues, path: string): string =>
  answersOf(form, values).find((answer) => answer.path === path)?.value ?? "";
