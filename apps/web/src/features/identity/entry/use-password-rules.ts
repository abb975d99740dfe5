import type { PasswordStrength } from "@coralhub/ui/light";
import { useEffect, useState } from "react";

type Rules = {
  strengthOf(password: string): PasswordStrength;
  passwordProblem(password: string, about: string[]): string | undefined;
};

/** The rules and their list of refused passwords come after the page is alive: nobody types a password in its first moment. */
export function usePasswordRules(): Partial<Rules> {
  const [rules, setRules] = useState<Partial<Rules>>({});
  useEffect(() => {
    // Where they do not arrive the server still refuses a bad password, in the same words.
    import("./password-strength.ts").then(setRules, () => undefined);
  }, []);
  return rules;
}
