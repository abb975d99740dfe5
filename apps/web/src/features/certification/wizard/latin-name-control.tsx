import type { ControlProps } from "@coralhub/ui";
import { Input } from "antd";
import { useLatinSuggestion } from "./latin-suggestion.ts";

type Props = { control: ControlProps; label: string; maxLength: number; chinese: string };

/** A name in Latin letters, with a first guess from the Chinese one. */
export function LatinNameControl({ control, label, maxLength, chinese }: Props) {
  const suggestion = useLatinSuggestion(chinese);
  const value = typeof control.value === "string" ? control.value : "";
  return (
    <>
      <Input
        id={control.id}
        lang="en"
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        aria-label={label}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        {...(control.invalid && { status: "error" as const })}
        onChange={(event) => control.onChange(event.target.value)}
        onBlur={control.onBlur}
      />
      {suggestion && suggestion !== value && (
        <div className="suggestion">
          <span>参考写法</span>
          <button type="button" className="text-button" onClick={() => control.onChange(suggestion)}>
            {suggestion}
          </button>
        </div>
      )}
    </>
  );
}
