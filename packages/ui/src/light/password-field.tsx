import { useState } from "react";
import { Check, Eye, EyeOff } from "../icons.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** The caller's rules, judged: the meter only draws them. */
export type PasswordStrength = {
  level: 0 | 1 | 2 | 3 | 4;
  /** 「较弱」「一般」「较强」「很强」 */
  label: string;
  checks: readonly { text: string; passed: boolean }[];
};
export type PasswordFieldProps = Omit<TextFieldProps, "type" | "suffix" | "children" | "prefix"> & {
  strength?: PasswordStrength;
};

export function PasswordField({ strength, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <button
          type="button"
          className="lk-icon-button"
          aria-label={shown ? "隐藏密码" : "显示密码"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon />
        </button>
      }
    >
      {strength && <Strength {...strength} />}
    </TextField>
  );
}

function Strength({ level, label, checks }: PasswordStrength) {
  return (
    <div className={`lk-strength lk-strength-${level}`}>
      <div className="lk-strength-bars" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={step <= level ? "on" : ""} />
        ))}
      </div>
      <div className="lk-strength-words" aria-live="polite">
        <b>强度：{label}</b>
        {checks.map(({ text, passed }) => (
          <span key={text} className={passed ? "passed" : undefined}>
            {passed ? <Check size={14} /> : <i aria-hidden="true" />}
            {text}
            <span className="visually-hidden">{passed ? "已满足" : "未满足"}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
