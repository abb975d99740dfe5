import { answersOf, nameIn, type CertificationValues } from "./values.ts";
import { formSpec, type CertificationForm } from "./forms.ts";
import { isDay } from "./checks.ts";
import { COUNTRIES, isCountry } from "../reference/countries.ts";
import { riskLevelOf } from "../reference/risk-countries.ts";

/** What adds to a risk score, and how much. An operator reads the fact, not the number. */
export const RISK_RULES = {
  screeningHit: { points: 60, label: "名单筛查有命中" },
  notScreened: { points: 40, label: "名单筛查没有接入，需要人工核查" },
  riskCountry: { points: 40, label: "涉及风险国家或地区" },
  sharedDocument: { points: 40, label: "证件号码已用于其他账户" },
  overseasCompany: { points: 15, label: "海外公司" },
  manyOwners: { points: 10, label: "受益所有人较多" },
  expiringSoon: { points: 10, label: "证件 60 天内到期" },
  sensitiveBusiness: { points: 15, label: "经营类目需要留意" },
  manyAttempts: { points: 10, label: "多次提交" },
} as const satisfies Record<string, { points: number; label: string }>;
export type RiskRule = keyof typeof RISK_RULES;
export type RiskFact = { rule: RiskRule; detail: string };

/** From here a second pair of eyes decides. */
export const HIGH_RISK_SCORE = 40;
const EXPIRING_DAYS = 60;
const MANY_OWNERS = 5;
const MANY_VERSIONS = 3;
const SENSITIVE_ITEMS: readonly number[] = [127, 130, 324, 325, 326, 327];

export type Hit = { listed: string; list: string; matched: string; score: number; reason: string };
type Facts = {
  form: CertificationForm;
  values: CertificationValues;
  today: string;
  version: number;
  /** Undefined where no list could be asked: silence is no clearance. */
  hits: readonly Hit[] | undefined;
  /** How many other accounts use one of its document numbers. */
  sharedWith: number;
};

export function riskFacts({ form, values, today, version, hits, sharedWith }: Facts): RiskFact[] {
  const facts: RiskFact[] = hits
    ? hits.map(({ matched, listed, reason }) => ({
        rule: "screeningHit",
        detail: `「${matched}」与名单「${listed}」相似：${reason}`,
      }))
    : [{ rule: "notScreened", detail: "请在名单网站逐一核查姓名、公司和国家" }];
  const answers = answersOf(form, values);
  for (const { field, value, label } of answers) {
    if (field.kind === "country" && isCountry(value) && riskLevelOf(value))
      facts.push({ rule: "riskCountry", detail: `${label}：${COUNTRIES[value]}` });
    if (field.kind === "businessItem" && SENSITIVE_ITEMS.includes(Number(value)))
      facts.push({ rule: "sensitiveBusiness", detail: `类目 ${value}` });
    if (field.kind === "date" && field.future && isDay(value) && daysBetween(today, value) < EXPIRING_DAYS)
      facts.push({ rule: "expiringSoon", detail: `${label} ${value}` });
  }
  if (sharedWith > 0) facts.push({ rule: "sharedDocument", detail: `另有 ${sharedWith} 个账户` });
  if (formSpec(form).kind === "hongkong" && values["certType"] === "2")
    facts.push({ rule: "overseasCompany", detail: nameIn(form, values) });
  const owners = values["cbos"];
  if (Array.isArray(owners) && owners.length >= MANY_OWNERS)
    facts.push({ rule: "manyOwners", detail: `${owners.length} 位` });
  if (version >= MANY_VERSIONS) facts.push({ rule: "manyAttempts", detail: `第 ${version} 次提交` });
  return facts;
}

/** Each rule counts once, however many facts speak for it. */
export const riskScore = (facts: readonly RiskFact[]): number =>
  [...new Set(facts.map(({ rule }) => rule))].reduce((sum, rule) => sum + RISK_RULES[rule].points, 0);

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** People and companies to look for on lists, and the countries they belong to. */
export function screeningSubjects(
  form: CertificationForm,
  values: CertificationValues,
): { names: string[]; countries: string[] } {
  const names = new Set<string>();
  const countries = new Set<string>();
  for (const { field, value } of answersOf(form, values)) {
    if (value === "") continue;
    if (field.kind === "country") countries.add(value);
    if (field.kind === "text" && NAME_CHECKS.has(field.check ?? "")) names.add(value);
  }
  return { names: [...names], countries: [...countries] };
}
const NAME_CHECKS = new Set<string>(["personName", "companyName", "latinName"]);
