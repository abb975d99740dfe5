import { deskAddress } from "@coralhub/domain";
import { icons } from "@coralhub/ui";
import { useEffect, useRef } from "react";
import { go } from "../platform/navigation.ts";

/** Anywhere in the console, `/` goes here. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key !== "/" || typing || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  return (
    <form
      className="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(deskAddress("merchants", { text: input.current?.value.trim() }));
      }}
    >
      <icons.Search size={16} />
      <input
        ref={input}
        type="search"
        aria-label="查找商户：名称、编号、手机号"
        placeholder="商户、编号、手机号"
        maxLength={100}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
