import { CallRefused, FOUND_KINDS, homeEndpoints, type FoundOwn } from "@coralhub/contract";
import type { Address } from "@coralhub/domain";
import { icons, useDebounced } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect, useId, useRef, useState, type KeyboardEvent as Key } from "react";
import { authRecordQuery } from "../../platform/account.ts";
import { connect } from "../../platform/api.ts";
import { GLOBAL_ERRORS } from "../../platform/error-catalogue.ts";
import { flagsQuery } from "../../platform/flags.ts";
import { pinyinQuery } from "../../platform/pinyin.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { commandsOf, isNamed } from "./commands.ts";
import "./finder.css";

/** What could not be found is said where it is looked for. */
const calls = connect(homeEndpoints, { background: true });
const PAUSE_MS = 200;
const SHORTEST = 2;
const SHOWN_OF_A_KIND = 6;

type Line = { key: string; group: string; title: string; detail: string; amount: FoundOwn["amount"]; to: Address };

/** Everything the merchant has and can do, by number, name or amount; the keyboard is enough. */
export function Finder({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const { lines, waiting, problem } = useLines(text);
  const at = Math.min(chosen, Math.max(0, lines.length - 1));
  const open = (line: Line | undefined) => {
    if (!line) return;
    onClose();
    goTo(line.to);
  };
  const onKeyDown = (event: Key) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) open(lines[at]);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setChosen((at + (event.key === "ArrowDown" ? 1 : -1) + lines.length) % Math.max(1, lines.length));
  };
  return (
    <Modal open footer={null} closable={false} width={600} className="finder" title="搜索和快捷操作" onCancel={onClose}>
      <div className="finder-field">
        <icons.Search size={20} />
        <input
          autoFocus
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={lines.length > 0 ? `${list}-${at}` : undefined}
          aria-label="搜索页面、店铺、账户、收款人、收支、订单和珊瑚卡"
          placeholder="页面、店铺、账号、收款人、流水号、金额"
          maxLength={60}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <Lines id={list} lines={lines} chosen={at} onOpen={open} onPoint={setChosen} />
      <p className="finder-foot" role="status">
        {problem ??
          (waiting
            ? "正在查找"
            : lines.length === 0
              ? "没有找到，请换一个名称、尾号、流水号或金额"
              : "↑↓ 选择，回车打开")}
      </p>
    </Modal>
  );
}

type LinesProps = {
  id: string;
  lines: readonly Line[];
  chosen: number;
  onOpen: (line: Line) => void;
  onPoint: (at: number) => void;
};
function Lines({ id, lines, chosen, onOpen, onPoint }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div id={id} ref={box} role="listbox" aria-label="搜索结果" className="finder-lines">
      {lines.map((line, at) => (
        <button
          key={line.key}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className="finder-line"
          onClick={() => onOpen(line)}
          onPointerMove={() => at === chosen || onPoint(at)}
        >
          <span className="finder-group">{lines[at - 1]?.group === line.group ? "" : line.group}</span>
          <span className="finder-title">{line.title}</span>
          {line.amount ? <MoneyOf value={line.amount} /> : <span className="finder-detail">{line.detail}</span>}
        </button>
      ))}
    </div>
  );
}

function useLines(typed: string): { lines: Line[]; waiting: boolean; problem: string | undefined } {
  const text = typed.trim();
  const asked = useDebounced(text, PAUSE_MS);
  const { data: flags = {} } = useQuery(flagsQuery);
  const { data: record } = useQuery(authRecordQuery);
  const { data: pinyin } = useQuery({ ...pinyinQuery, enabled: /[a-z]/i.test(text) });
  const found = useQuery({
    queryKey: ["find", asked],
    queryFn: () => calls.findOwn({ text: asked }),
    enabled: asked.length >= SHORTEST,
    staleTime: 10_000,
  });
  const named = commandsOf({ flags, openApiUserId: record?.userId }).filter(({ label }) =>
    isNamed(label, text, pinyin?.of(label) ?? []),
  );
  const own = (kind: "begin" | "page", group: string): Line[] =>
    named
      .filter((command) => command.kind === kind)
      .slice(0, SHOWN_OF_A_KIND)
      .map(({ label, to }) => ({ key: `${kind} ${to}`, group, title: label, detail: "", amount: null, to }));
  const finds = asked.length >= SHORTEST && text.length >= SHORTEST ? (found.data ?? []) : [];
  return {
    lines: [
      ...own("begin", "操作"),
      ...(text === "" ? [] : own("page", "页面")),
      ...finds.map(({ kind, title, detail, amount, path }, n) => ({
        key: `${kind} ${path} ${n}`,
        group: FOUND_KINDS[kind],
        title,
        detail,
        amount,
        to: path,
      })),
    ],
    waiting: text.length >= SHORTEST && (asked !== text || found.isFetching),
    problem: found.error
      ? found.error instanceof CallRefused
        ? found.error.message
        : GLOBAL_ERRORS.transport
      : undefined,
  };
}
