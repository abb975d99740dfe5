import type { LinkTarget } from "@coralhub/domain";
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "../link.tsx";
import { useOpen } from "../use-open.ts";
import "./top-bar.css";

export type MenuEntry =
  | { label: ReactNode; to: LinkTarget; onSelect?: () => void; icon?: ReactNode; note?: ReactNode; danger?: boolean }
  | { label: ReactNode; onSelect: () => void; to?: undefined; icon?: ReactNode; note?: ReactNode; danger?: boolean }
  | "divider";

type MenuButtonProps = {
  /** What stands on the button. */
  children: ReactNode;
  /** Spoken name where the content is only an icon. */
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
  align?: "start" | "end";
};

/** A button that opens a list of links and actions; arrows walk through it. */
export function MenuButton({ children, label, entries, className, align = "start" }: MenuButtonProps) {
  const { open, setOpen, close, root, button } = useOpen();
  const id = useId();
  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (!open) setOpen(true);
    requestAnimationFrame(() => {
      const items = [...root.current!.querySelectorAll<HTMLElement>("[data-menu-item]")];
      const at = items.indexOf(document.activeElement as HTMLElement);
      items.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % items.length)?.focus();
    });
  };
  return (
    <div className="menu" ref={root} role="presentation" onKeyDown={walk}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <ul id={id} className={`menu-list menu-${align}`}>
          {entries.map((entry, index) => (
            <Entry key={index} entry={entry} onDone={() => setOpen(false)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  if (entry === "divider") {
    return (
      <li>
        <hr className="menu-divider" />
      </li>
    );
  }
  const content = (
    <>
      {entry.icon}
      <span>
        {entry.label}
        {entry.note && <span className="menu-note">{entry.note}</span>}
      </span>
    </>
  );
  const select = () => {
    onDone();
    entry.onSelect?.();
  };
  const className = entry.danger ? "menu-item menu-danger" : "menu-item";
  return (
    <li>
      {entry.to === undefined ? (
        <button type="button" data-menu-item="" className={className} onClick={select}>
          {content}
        </button>
      ) : (
        <Link to={entry.to} data-menu-item="" className={className} onClick={select}>
          {content}
        </Link>
      )}
    </li>
  );
}
