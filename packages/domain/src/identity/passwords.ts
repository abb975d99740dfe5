import { REFUSED_PASSWORDS } from "./refused-passwords.ts";

export const PASSWORD_RULES = { minLength: 8, maxLength: 20 } as const;

/** The rules a page shows as a checklist; all must hold. */
export const PASSWORD_CHECKS = [
  {
    key: "length",
    label: "8 到 20 位",
    holds: (p: string) => p.length >= PASSWORD_RULES.minLength && p.length <= PASSWORD_RULES.maxLength,
  },
  { key: "mixed", label: "字母和数字", holds: (p: string) => /[A-Za-z]/.test(p) && /\d/.test(p) },
  { key: "plain", label: "不含空格和中文", holds: (p: string) => /^[\x21-\x7e]*$/.test(p) },
] as const;

const LOOKALIKES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
};
/** `P@ssw0rd` is `password`: the list is compared with what an attacker's rules would try. */
const unleet = (text: string) => text.toLowerCase().replaceAll(/[@431!0$5]/g, (c) => LOOKALIKES[c] ?? c);
const REFUSED = new Set(REFUSED_PASSWORDS.flatMap((word) => [word.toLowerCase(), unleet(word)]));

/** True for passwords everyone tries first, with decoration removed, and for runs and repetitions. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  if (REFUSED.has(lower) || REFUSED.has(unleet(password))) return true;
  if (core.length >= 4 && password.length - core.length <= 4 && REFUSED.has(unleet(core))) return true;
  return new Set(lower).size <= 3 || hasLongRun(lower);
}

/** Six neighbours in a row (123456, abcdef, 654321) that make up most of the password. */
function hasLongRun(text: string): boolean {
  let run = 1;
  let longest = 1;
  for (let i = 1, step = 0; i < text.length; i++) {
    const next = text.charCodeAt(i) - text.charCodeAt(i - 1);
    run = Math.abs(next) === 1 && next === step ? run + 1 : Math.abs(next) === 1 ? 2 : 1;
    step = next;
    longest = Math.max(longest, run);
  }
  return longest >= 6 && longest * 2 >= text.length;
}

/** What is wrong with a new password, in the user's words; undefined when it may be used. */
export function passwordProblem(password: string, about: readonly string[] = []): string | undefined {
  const failed = PASSWORD_CHECKS.find((check) => !check.holds(password));
  if (failed) return `密码需要${failed.label}`;
  if (isCommonPassword(password)) return "这个密码太常见，容易被猜到，请换一个";
  const lower = password.toLowerCase();
  if (about.some((word) => word.length >= 6 && lower.includes(word.toLowerCase())))
    return "密码不要包含您的手机号或邮箱";
  return undefined;
}

export const PASSWORD_STRENGTHS = ["太弱", "一般", "较强", "很强"] as const;

/** 0 to 3, an index of PASSWORD_STRENGTHS: 0 may not be used. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (passwordProblem(password)) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const points =
    (kinds >= 3 ? 1 : 0) + (kinds === 4 ? 1 : 0) + (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0);
  return points >= 3 ? 3 : points >= 1 ? 2 : 1;
}
