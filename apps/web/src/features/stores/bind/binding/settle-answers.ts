import type { StoreForm } from "@coralhub/contract";
import { checkStore, keyFieldsOf, SETTLED_BY_SHARING, type Platform, type StoreFieldName } from "@coralhub/domain";
import { isShown } from "./binding-steps.ts";

/**
 * What lies in the form: the answers by their names, and two choices of the page's own that decide which of them count.
 * `connectBy`: agree on the platform, or keys of a private app. `accountBy`: a new receiving account, or one there is.
 */
export type FormAnswers = Readonly<Record<string, string>>;

/** What a choice of account leaves out. */
const LEFT_OUT: Readonly<Record<string, readonly StoreFieldName[]>> = {
  new: ["foreignBankAccountId"],
  shared: SETTLED_BY_SHARING,
};

/** A platform that can be connected either way, in the way that was chosen. */
export function asChosen(platform: Platform, answers: FormAnswers): Platform {
  const { connect } = platform;
  if (connect.by !== "either") return platform;
  return answers["connectBy"] === "keys"
    ? { ...platform, connect: { by: "keys", connector: connect.keys } }
    : { ...platform, connect: { by: "oauth", connector: connect.connector }, fields: withoutKeys(platform) };
}
const withoutKeys = (platform: Platform) => platform.fields.filter((name) => !keyFieldsOf(platform).includes(name));

/** Only what is asked and counts, blanks left out: the body of the call. */
export function countingAnswers(platform: Platform, answers: FormAnswers): StoreForm {
  const chosen = asChosen(platform, answers);
  const left = LEFT_OUT[answers["accountBy"] ?? "new"] ?? [];
  return Object.fromEntries(
    chosen.fields.flatMap((name) => {
      const answer = (answers[name] ?? "").trim();
      return answer === "" || left.includes(name) || !isShown(chosen, name, answers) ? [] : [[name, answer]];
    }),
  );
}

/** What is still wrong. Secrets the server keeps already may stay empty. */
export function problemsOf(
  platform: Platform,
  answers: FormAnswers,
  kept: readonly string[] = [],
): Readonly<Record<string, string>> {
  const found = checkStore(asChosen(platform, answers), countingAnswers(platform, answers));
  if (answers["accountBy"] === "shared" && !answers["foreignBankAccountId"]) {
    for (const name of SETTLED_BY_SHARING) delete found[name];
    found["foreignBankAccountId"] = "请选择一个收款账户";
  }
  return Object.fromEntries(Object.entries(found).filter(([name]) => !kept.includes(name) || answers[name]));
}

/** Of another platform's answers those this one takes as well: what it would refuse is asked afresh. */
export function carriedOver(platform: Platform, answers: FormAnswers): FormAnswers {
  const refused = problemsOf(platform, answers);
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !refused[name]));
}
