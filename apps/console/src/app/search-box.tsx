import { deskAddress, type Address } from "@coralhub/domain";
import { icons, Link, useDebounced } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type KeyboardEvent as Key, type RefObject } from "react";
import { operations } from "../platform/api.ts";
import { problemText } from "../platform/refusal-fields.ts";

const PAUSE_MS = 250;
const SHORTEST = 2;

/** Anywhere in the console, `/` goes here: merchants, stores, payments in and out, accounts, references. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useSlash(() => input.current?.focus());
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const { asked, hits, problem } = useHits(text.trim());
  const shown = open && asked.length >= SHORTEST;
  const leave = (to: Address) => {
    setOpen(false);
    goTo(to);
  };
  const onKeyDown = (event: Key) => {
    if (event.key === "Escape") setOpen(false);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    setChosen((at) => Math.max(0, Math.min((hits?.length ?? 1) - 1, at + step)));
  };
  return (
    <form
      className="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        leave(hits?.[chosen]?.path ?? deskAddress("merchants", { text: text.trim() }));
      }}
    >
      <icons.Search size={16} />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && hits?.length ? `${list}-${chosen}` : undefined}
        aria-label="查找商户、店铺、收款、付款、账户、参考号"
        placeholder="商户、手机号、流水号、参考号"
        maxLength={100}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <Hits
        id={list}
        box={box}
        shown={shown}
        hits={hits}
        problem={problem}
        chosen={chosen}
        onOpen={() => setOpen(false)}
      />
    </form>
  );
}

type HitsProps = Omit<ReturnType<typeof useHits>, "asked"> & {
  id: string;
  box: RefObject<HTMLDivElement | null>;
  shown: boolean;
  chosen: number;
  onOpen(): void;
};

function Hits({ id, box, shown, hits, problem, chosen, onOpen }: HitsProps) {
  return (
    <div id={id} ref={box} role="listbox" aria-label="查找结果" className="search-hits" hidden={!shown}>
      {hits?.map(({ kind, title, detail, path }, at) => (
        <Link
          key={path}
          id={`${id}-${at}`}
          to={path}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className="search-hit"
          onClick={onOpen}
        >
          <span className="search-kind">{kind}</span>
          <span className="search-title">{title}</span>
          <span className="mono search-detail">{detail}</span>
        </Link>
      ))}
      {hits?.length === 0 && <p className="search-none">没有找到，请核对编号，账号可以只输后四位</p>}
      {problem && <p className="search-none">{problem}</p>}
    </div>
  );
}

function useHits(text: string) {
  const asked = useDebounced(text, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ["search", asked],
    queryFn: () => operations.search({ text: asked }),
    enabled: asked.length >= SHORTEST,
  });
  return { asked, hits: data, problem: error && problemText(error) };
}

function useSlash(focus: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key !== "/" || typing || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
