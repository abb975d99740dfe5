import { useRef } from "react";

/** The same content sent again is the same wish: a retry after a broken line must not move money twice. */
export function useOnceKey(): (content: unknown) => string {
  const last = useRef({ content: "", key: "" });
  return (content) => {
    const text = JSON.stringify(content, (_name, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
