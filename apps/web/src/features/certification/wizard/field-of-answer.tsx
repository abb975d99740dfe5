import {
  BUSINESS_ITEMS,
  checkAnswer,
  COUNTRIES,
  GOODS_CATEGORIES,
  MAIN_BUSINESS_TYPES,
  RISK_LEVELS,
  type Answer,
  type Category,
  type FormField,
  type RiskLevel,
} from "@coralhub/domain";
import { beijingDay, type Field, type FieldValue, type Option, type Review } from "@coralhub/ui";
import { DocumentControl, type Reading } from "../documents/document-control.tsx";
import type { StoredFile } from "../certification-calls.ts";
import { AddressControl } from "./address-control.tsx";
import { FaceControl } from "./face-control.tsx";
import { LatinNameControl } from "./latin-name-control.tsx";
import { TermDateControl } from "./term-date-control.tsx";

const optionsOf = (table: Readonly<Record<string, string>>): Option[] =>
  Object.entries(table).map(([value, label]) => ({ value, label }));
const categories = (list: readonly Category[]): Option[] =>
  list.map(({ code, name }) => ({ value: String(code), label: name }));

const COUNTRY_OPTIONS = optionsOf(COUNTRIES);
const LISTS: Partial<Record<FormField["kind"], readonly Option[]>> = {
  country: COUNTRY_OPTIONS,
  businessItem: categories(BUSINESS_ITEMS),
  goods: categories(GOODS_CATEGORIES),
  mainBusinessType: categories(MAIN_BUSINESS_TYPES),
};
function listFor(field: FormField, { mainBusinessTypes, risks }: FieldSurroundings): readonly Option[] {
  const { kind } = field;
  if (kind === "mainBusinessType" && mainBusinessTypes) return categories(mainBusinessTypes);
  // Countries we open no account for, or not by this question, are not offered; the check says why when one comes from a
  // document.
  if (kind === "country")
    return COUNTRY_OPTIONS.filter(
      ({ value }) => levelOf(risks, value) !== "prohibited" && field.refuses?.[value] === undefined,
    );
  return LISTS[kind] ?? [];
}

type Risk = { code: string; level: RiskLevel };
const levelOf = (risks: readonly Risk[] | undefined, country: string): RiskLevel | undefined =>
  risks?.find(({ code }) => code === country)?.level;
/** What a country means for the review is said where it is chosen. */
const riskNote = ({ field, value }: Answer, { risks }: FieldSurroundings): string | undefined =>
  field.kind === "country" && levelOf(risks, value) === "high"
    ? `该国家或地区${RISK_LEVELS.high}：由两位审核员核对，可能请您补充资金来源说明`
    : undefined;
const CARDS_AT_MOST = 3;
const MONO = new Set<string>(["idNumber", "uscc", "registrationNumber", "businessRegistration"]);
const UPPER = new Set<string>(["idNumber", "uscc"]);

export type FieldSurroundings = {
  files: ReadonlyMap<string, StoredFile>;
  locked: boolean;
  /** The document that was handed in and not accepted. */
  rejectedFile?: StoredFile | undefined;
  onUploaded: (place: string, file: StoredFile, reading: Reading) => void;
  onFace: (place: string, faceAuthId: string) => void;
  /** Brings what is typed to the server; says whether it is there. */
  save: () => Promise<boolean>;
  /** The Chinese name this one is the Latin writing of. */
  chineseName: string;
  /** What the server offers, once it has answered. */
  mainBusinessTypes: readonly Category[] | undefined;
  risks: readonly Risk[] | undefined;
};

/** One question of the matrix as the form draws it. */
export function fieldOfAnswer(answer: Answer, review: Review | undefined, around: FieldSurroundings): Field {
  const { place, field, values } = answer;
  const help = riskNote(answer, around) ?? field.help;
  const base = {
    name: place,
    label: field.label,
    ...(help && field.kind !== "document" && { help }),
    ...(field.optional && { optional: true }),
    ...(review && { review }),
    rules: [
      (value: FieldValue) =>
        checkAnswer(field, typeof value === "string" ? value.trim() : "", { values, today: beijingDay() }),
    ],
  };
  if (around.locked && field.kind !== "document") return lockedField(base, answer);
  return { ...base, ...controlOf(answer, around) } as Field;
}

type Base = Pick<Field, "name" | "label" | "review">;
const lockedField = (base: Base, { field }: Answer): Field => {
  const options = field.kind === "choice" ? optionsOf(field.options) : LISTS[field.kind];
  if (options) return { ...base, kind: "select", options };
  return {
    ...base,
    kind: "text",
    ...(field.kind === "text" && field.check && MONO.has(field.check) && { mono: true }),
  };
};

/** The part of a field that depends on its kind. */
function controlOf(answer: Answer, around: FieldSurroundings): Partial<Field> & { kind: Field["kind"] } {
  const { field, place, label } = answer;
  switch (field.kind) {
    case "text":
      return textControl(answer, around);
    case "textarea":
      return { kind: "textarea", maxLength: field.maxLength };
    case "address":
      return {
        kind: "own",
        render: (control) => <AddressControl control={control} label={label} maxLength={field.maxLength} />,
      };
    case "date":
      if (!field.longTerm)
        return {
          kind: "date",
          width: 232,
          ...(field.past && { latest: beijingDay() }),
          ...(field.future && { earliest: beijingDay() }),
        };
      return {
        kind: "own",
        width: 232,
        render: (control) => (
          <TermDateControl control={control} label={label} {...(field.future && { earliest: beijingDay() })} />
        ),
      };
    case "document":
      return {
        kind: "own",
        width: around.rejectedFile ? 480 : 232,
        render: ({ id }) => (
          <DocumentControl
            id={id}
            label={label}
            document={field.document}
            file={around.files.get(answer.value)}
            rejected={around.rejectedFile}
            locked={around.locked}
            onUploaded={(file, reading) => around.onUploaded(place, file, reading)}
          />
        ),
      };
    case "choice": {
      const options = optionsOf(field.options);
      return options.length > CARDS_AT_MOST ? { kind: "select", options } : { kind: "choice", options };
    }
    case "face":
      return {
        kind: "own",
        render: (control) => (
          <FaceControl
            id={control.id}
            value={answer.value}
            save={around.save}
            onPassed={(id) => around.onFace(place, id)}
          />
        ),
      };
    case "agreement":
      return { kind: "check", words: field.label };
    default:
      return { kind: "select", searchable: true, options: listFor(field, around) };
  }
}

function textControl(answer: Answer, { chineseName }: FieldSurroundings): Partial<Field> & { kind: Field["kind"] } {
  const { field, label } = answer;
  if (field.kind !== "text") return { kind: "text" };
  const { check, maxLength } = field;
  if (check === "latinName")
    return {
      kind: "own",
      render: (control) => (
        <LatinNameControl control={control} label={label} maxLength={maxLength} chinese={chineseName} />
      ),
    };
  return {
    kind: "text",
    maxLength,
    ...(check && MONO.has(check) && { mono: true }),
    ...(check === "share" && { width: 160 as const, inputMode: "decimal" as const, suffix: "%" }),
    ...(check === "mobile" && { inputMode: "tel" as const, autoComplete: "tel" }),
    ...(check === "website" && { inputMode: "url" as const }),
  };
}

/** Letters of numbers are capitals, and spaces copied along are not part of them. */
export const tidied = (field: FormField, value: string): string =>
  field.kind === "text" && field.check && UPPER.has(field.check) ? value.replaceAll(/\s/g, "").toUpperCase() : value;
