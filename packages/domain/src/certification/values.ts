import { businessItem, GOODS_CATEGORIES, MAIN_BUSINESS_TYPES } from "../reference/categories.ts";
import { FIELD_CHECKS, isDay, LONG_TERM, type CheckContext } from "./checks.ts";
import { formSpec, type CertificationForm } from "./forms.ts";
import { DOCUMENTS, type FormField, type FormFields } from "./parts.ts";
import { COUNTRIES, isCountry } from "../reference/countries.ts";
import { riskLevelOf } from "../reference/risk-countries.ts";

/** One answer is text (a file is its id); a repeated part is rows, each with an id of its own. */
export type PartRow = { id?: string; [field: string]: string | undefined };
export type CertificationValues = { [field: string]: string | PartRow | PartRow[] | undefined };

/** One question with its answer, wherever in the form it stands. */
export type Answer = {
  /** Stable over versions: `companyName`, `cbos.<row id>.name`. Decisions and questions hang on it. */
  path: string;
  /** As the form counts it: `cbos.0.name`. */
  place: string;
  section: string;
  label: string;
  field: FormField;
  value: string;
  /** The answers beside it. */
  values: Readonly<Record<string, unknown>>;
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** What hangs on an answer that is not asked itself is not asked either. */
function isAsked({ when }: FormField, fields: FormFields, values: Readonly<Record<string, unknown>>): boolean {
  if (!when) return true;
  const decider = fields[when.field];
  return when.is.includes(textOf(values[when.field]).trim()) && (!decider || isAsked(decider, fields, values));
}
/** The questions of one part that these answers lead to. */
export const askedFields = (fields: FormFields, values: Readonly<Record<string, unknown>>): [string, FormField][] =>
  Object.entries(fields).filter(([, field]) => isAsked(field, fields, values));

export const rowsOf = (value: CertificationValues[string]): PartRow[] => {
  if (Array.isArray(value)) return value;
  return value && typeof value === "object" ? [value] : [];
};

/** Every question the form asks with these answers, in its order. */
export function answersOf(form: CertificationForm, values: CertificationValues): Answer[] {
  const within = (
    fields: FormFields,
    row: Readonly<Record<string, unknown>>,
    at: { section: string; path: string; place: string; prefix: string },
  ) =>
    askedFields(fields, row).map(([name, field]) => ({
      path: at.path + name,
      place: at.place + name,
      section: at.section,
      label: at.prefix + field.label,
      field,
      value: textOf(row[name]).trim(),
      values: row,
    }));
  return formSpec(form).sections.flatMap((section) => {
    if ("fields" in section)
      return within(section.fields, values, { section: section.title, path: "", place: "", prefix: "" });
    const { group, single, rowLabel, title } = section;
    return rowsOf(values[group]).flatMap((row, at) =>
      within(section.rows, row, {
        section: title,
        path: single ? `${group}.` : `${group}.${row.id ?? at}.`,
        place: single ? `${group}.` : `${group}.${at}.`,
        prefix: single ? "" : `${rowLabel} ${at + 1}：`,
      }),
    );
  });
}

/** What is wrong with the answers, by the place of each; empty means ready to submit. */
export function checkAnswers(
  form: CertificationForm,
  values: CertificationValues,
  today: string,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { place, field, label, value, values: beside } of answersOf(form, values)) {
    const problem = checkAnswer(field, value, { values: beside, today }, label);
    if (problem) problems[place] = problem;
  }
  if (isOther(values) && textOf(values["itemName"]).trim() === "") problems["itemName"] ??= "请写明经营的商品或服务";
  return { ...groupProblems(form, values), ...problems };
}

/** 其他 says nothing by itself. */
const isOther = (values: CertificationValues): boolean => businessItem(Number(values["itemCode"]))?.name === "其他";

function groupProblems(form: CertificationForm, values: CertificationValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const section of formSpec(form).sections) {
    if ("fields" in section) continue;
    const rows = rowsOf(values[section.group]);
    if (rows.length < section.least) problems[section.group] = `请至少填写 ${section.least} 位${section.rowLabel}`;
    if (rows.length > section.most) problems[section.group] = `最多填写 ${section.most} 位${section.rowLabel}`;
    const shares = rows.reduce((sum, row) => sum + (Number(row["shareRatio"]) || 0), 0);
    if (shares > 100) problems[section.group] = "持股比例合计不能超过 100%";
  }
  return problems;
}

const VERBS: Partial<Record<FormField["kind"], string>> = {
  document: "上传",
  date: "选择",
  choice: "选择",
  country: "选择",
  face: "完成",
  agreement: "勾选",
};
const labelWords = (label: string) => label.replace(/^.*：/, "");

export function checkAnswer(
  field: FormField,
  value: string,
  context: CheckContext,
  label = field.label,
): string | undefined {
  if (value === "") return field.optional ? undefined : `请${VERBS[field.kind] ?? "填写"}${labelWords(label)}`;
  switch (field.kind) {
    case "text":
    case "textarea":
    case "address":
      if (Array.from(value).length > field.maxLength) return `最多 ${field.maxLength} 个字`;
      return field.kind === "text" && field.check ? FIELD_CHECKS[field.check](value, context) : undefined;
    case "date":
      return checkDate(field, value, context);
    case "choice":
      return Object.hasOwn(field.options, value) ? undefined : "请从给出的选项中选择";
    case "country":
      if (!isCountry(value)) return "请选择国家或地区";
      if (field.refuses?.[value]) return field.refuses[value];
      return riskLevelOf(value) === "prohibited" ? `暂不支持${COUNTRIES[value]}，请联系客服` : undefined;
    case "businessItem":
      return businessItem(Number(value)) ? undefined : "请选择经营类目";
    case "goods":
      return GOODS_CATEGORIES.some(({ code }) => code === Number(value)) ? undefined : "请选择商品类目";
    case "mainBusinessType":
      return MAIN_BUSINESS_TYPES.some(({ code }) => code === Number(value)) ? undefined : "请选择主营业务类型";
    default:
      return undefined;
  }
}

function checkDate(
  field: FormField & { kind: "date" },
  value: string,
  { values, today }: CheckContext,
): string | undefined {
  if (value === LONG_TERM) return field.longTerm ? undefined : "请选择具体日期";
  if (!isDay(value)) return "日期格式应为 2026-11-15";
  if (field.past && value > today) return "不能晚于今天";
  if (field.future && value <= today) return "证件已过期，请更换有效证件";
  const start = field.after === undefined ? "" : textOf(values[field.after]);
  return start !== "" && value <= start ? "截止日期应晚于开始日期" : undefined;
}

/** The first day on which one of the documents is no longer valid; undefined where all are for good. */
export function firstExpiry(form: CertificationForm, values: CertificationValues): string | undefined {
  return answersOf(form, values)
    .flatMap(({ field, value }) => (field.kind === "date" && field.future && isDay(value) ? [value] : []))
    .toSorted()[0];
}

/** The files among the answers. */
export const filesOf = (
  form: CertificationForm,
  values: CertificationValues,
): { path: string; label: string; fileId: string }[] =>
  answersOf(form, values).flatMap(({ path, label, field, value }) =>
    field.kind === "document" && value !== "" ? [{ path, label, fileId: value }] : [],
  );

/** Only an answer that was asked names anybody: nobody reviews or screens the others. */
export function nameIn(form: CertificationForm, values: CertificationValues): string {
  const { nameField, abroadNameField } = formSpec(form);
  const answers = answersOf(form, values);
  const answerTo = (name: string | undefined) => answers.find(({ path }) => path === name)?.value;
  return answerTo(nameField) || answerTo(abroadNameField) || "";
}

/** An answer as a person reads it. */
export function answerText({ field, value }: Pick<Answer, "field" | "value">): string {
  if (value === "") return "";
  switch (field.kind) {
    case "choice":
      return field.options[value] ?? value;
    case "country":
      return isCountry(value) ? COUNTRIES[value] : value;
    case "businessItem":
      return businessItem(Number(value))?.name ?? value;
    case "goods":
      return GOODS_CATEGORIES.find(({ code }) => code === Number(value))?.name ?? value;
    case "mainBusinessType":
      return MAIN_BUSINESS_TYPES.find(({ code }) => code === Number(value))?.name ?? value;
    case "document":
      return DOCUMENTS[field.document].label;
    case "face":
      return "已完成";
    default:
      return value;
  }
}
