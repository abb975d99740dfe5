import { PASSWORD_CHECKS, PASSWORD_STRENGTHS, passwordProblem, passwordStrength } from "@coralhub/domain";
import type { PasswordStrength } from "@coralhub/ui/light";

export { passwordProblem };

/** The domain's rules as the meter draws them. */
export function strengthOf(password: string): PasswordStrength {
  const level = passwordStrength(password);
  return {
    level: password ? ((level + 1) as 1 | 2 | 3 | 4) : 0,
    label: password ? PASSWORD_STRENGTHS[level] : "待填写",
    checks: [
      ...PASSWORD_CHECKS.map((rule) => ({ text: rule.label, passed: password !== "" && rule.holds(password) })),
      { text: "加符号更好", passed: /[^A-Za-z0-9\s]/.test(password) },
    ],
  };
}
