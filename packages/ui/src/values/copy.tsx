import { useEffect, useRef, useState, type ReactNode } from "react";
import { Check, Copy } from "../icons.tsx";
import "./values.css";

/** Copies once and says so for 1.5 s, to eyes and ears alike. */
export function CopyButton({ text, label = "复制" }: { text: string; label?: string }) {
  const [state, setState] = useState<"idle" | "done" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setState(
      await navigator.clipboard.writeText(text).then(
        () => "done" as const,
        () => "failed" as const,
      ),
    );
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 1500);
  };
  const said = { idle: "", done: "已复制", failed: "没能复制，请手动选取" }[state];
  return (
    // While it says something, that is its name: what is heard is what is seen.
    <button
      type="button"
      className={`copy copy-${state}`}
      aria-label={said || label}
      title={label}
      onClick={() => void copy()}
    >
      {state === "done" ? <Check size={16} /> : <Copy size={16} />}
      <span role="status">{said}</span>
    </button>
  );
}

/** A reference, account number or address with its copy button at the right. */
export function Copyable({ text, children, mono = true }: { text: string; children?: ReactNode; mono?: boolean }) {
  return (
    <span className="copyable">
      <span className={mono ? "mono" : undefined}>{children ?? text}</span>
      <CopyButton text={text} label={`复制 ${text}`} />
    </span>
  );
}
