import type { LinkTarget } from "@coralhub/domain";
import { useId, useState } from "react";
import { ChevronDown, ChevronLeft, ChevronRight } from "../icons.tsx";
import { Link } from "../link.tsx";
import { countText } from "./top-bar.tsx";
import "./side-bar.css";

export type SideItem = { key: string; label: string; to: LinkTarget; count?: number | undefined };
export type SideGroup = { key: string; label: string; items: readonly SideItem[] };
type Props = { groups: readonly SideGroup[]; activeKey: string | undefined };

/** Which groups are folded and whether the whole bar is: a habit of this browser, nothing more. */
const FOLDED = "sideBar.folded";
const WHOLE = "*";

function useFolded(): [ReadonlySet<string>, (key: string) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(FOLDED) ?? "").split(",").filter(Boolean)),
  );
  const toggle = (key: string) => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    localStorage.setItem(FOLDED, [...next].join(","));
    setFolded(next);
  };
  return [folded, toggle];
}

/** The console's desks in groups, each with what waits there. Groups fold one by one, the bar as a whole. */
export function SideBar({ groups, activeKey }: Props) {
  const [folded, toggle] = useFolded();
  const hidden = folded.has(WHOLE);
  const Arrow = hidden ? ChevronRight : ChevronLeft;
  return (
    <nav className={hidden ? "side-bar side-bar-folded" : "side-bar"} aria-label="主导航">
      {!hidden &&
        groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            activeKey={activeKey}
            folded={folded.has(group.key)}
            onToggle={() => toggle(group.key)}
          />
        ))}
      <button type="button" className="side-fold" aria-expanded={!hidden} onClick={() => toggle(WHOLE)}>
        <Arrow size={16} />
        <span className={hidden ? "visually-hidden" : undefined}>{hidden ? "展开导航" : "收起导航"}</span>
      </button>
    </nav>
  );
}

type GroupProps = { group: SideGroup; activeKey: string | undefined; folded: boolean; onToggle(): void };

function Group({ group: { label, items }, activeKey, folded, onToggle }: GroupProps) {
  const id = useId();
  const waiting = items.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <section>
      <h2>
        <button type="button" className="side-group" aria-expanded={!folded} aria-controls={id} onClick={onToggle}>
          <span>{label}</span>
          {folded && waiting > 0 && <Count count={waiting} />}
          {folded ? <ChevronRight size={16} /> : <ChevronDown size={16} />}
        </button>
      </h2>
      <ul id={id} hidden={folded}>
        {items.map(({ key, label: words, to, count }) => (
          <li key={key}>
            <Link to={to} className="side-link" aria-current={key === activeKey ? "page" : undefined}>
              <span>{words}</span>
              {count !== undefined && <Count count={count} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="side-count">
      {countText(count)}
      <span className="visually-hidden"> 件在等</span>
    </span>
  );
}
