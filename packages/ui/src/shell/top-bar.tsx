import { BRAND, type LinkTarget } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Bell, ChevronDown, Help } from "../icons.tsx";
import { Link } from "../link.tsx";
import { Brand } from "../parts/brand.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { breakpoint } from "../theme.ts";
import { MenuButton, type MenuEntry } from "./menu-button.tsx";
import "./top-bar.css";

export type BarItem = {
  key: string;
  label: string;
  to: LinkTarget;
  /** A quiet number beside the word (the console's queues). */
  count?: number | undefined;
  /** Opens a list instead of a page. */
  children?: readonly { label: string; to: LinkTarget }[];
  /** Moves into the last list when the window is narrow. */
  secondary?: boolean;
};
export type Account = { name: string; initial: string; menu: readonly MenuEntry[] };
export type TopBarProps = {
  /** `ink` is the portal's, `ops` the white bar of the console: nobody confuses the two. */
  tone?: "ink" | "ops";
  homeTo: LinkTarget;
  /** None where the menu stands at the side. */
  items?: readonly BarItem[];
  activeKey?: string;
  onSelect?: (key: string) => void;
  messages?: { to: LinkTarget; unread: number };
  helpTo?: LinkTarget;
  account: Account;
  /** In the place of the menu, where that stands at the side: the console's search. */
  search?: ReactNode;
  /** Before messages: the portal's finder. */
  finder?: ReactNode;
};

/** Nobody reads a larger number at a glance. */
export const countText = (count: number): string => (count > 99 ? "99+" : String(count));

/** Capped at 99, gone at zero. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return <span className="badge">{countText(count)}</span>;
}

export const unreadLabel = (count: number) =>
  count > 0 ? `消息，${count > 99 ? "99 条以上" : `${count} 条`}未读` : "消息";

/** Secondary items join the last list, so that one line is always enough. */
export function foldItems(items: readonly BarItem[]): BarItem[] {
  const folded = items.filter((item) => item.secondary);
  const kept = items.filter((item) => !item.secondary);
  const last = kept.findLastIndex((item) => item.children);
  return last < 0
    ? [...items]
    : kept.map((item, index) => (index === last ? { ...item, children: [...folded, ...item.children!] } : item));
}

export function TopBar(props: TopBarProps) {
  const { tone = "ink", homeTo, items = [], activeKey, onSelect, messages, helpTo, account, search, finder } = props;
  const compact = useMediaQuery(`(max-width: ${breakpoint.wide - 1}px)`);
  const shown = compact ? foldItems(items) : items;
  return (
    <header className={`top-bar top-bar-${tone} ${tone === "ink" ? "on-bar" : ""}`}>
      <div className="top-bar-inner">
        <Link to={homeTo} className="top-bar-brand" aria-label={`${BRAND.name}${tone === "ops" ? "运营" : ""}，首页`}>
          <Brand />
          {tone === "ops" && <span className="ops-mark">运营</span>}
        </Link>
        {items.length > 0 ? (
          <nav aria-label="主导航" className="top-bar-nav">
            <ul>
              {shown.map((item) => (
                <li key={item.key} className={item.key === activeKey ? "active" : undefined}>
                  <BarLink item={item} active={item.key === activeKey} onSelect={onSelect} />
                </li>
              ))}
            </ul>
          </nav>
        ) : (
          <div className="top-bar-search">{search}</div>
        )}
        <div className="top-bar-tools">
          {finder}
          {messages && (
            <Link to={messages.to} className="bar-icon" aria-label={unreadLabel(messages.unread)} title="消息">
              <Bell />
              <Badge count={messages.unread} />
            </Link>
          )}
          {helpTo && (
            <Link to={helpTo} className="bar-help" aria-label="帮助中心">
              <Help className="bar-help-icon" />
              <span>帮助中心</span>
            </Link>
          )}
          <MenuButton className="bar-account" entries={account.menu} align="end">
            <span className="avatar" aria-hidden="true">
              {account.initial}
            </span>
            <span className="bar-account-name">{account.name}</span>
            <ChevronDown size={16} />
          </MenuButton>
        </div>
      </div>
    </header>
  );
}

function BarLink({ item, active, onSelect }: { item: BarItem; active: boolean; onSelect?: (key: string) => void }) {
  if (item.children) {
    return (
      <MenuButton
        className="bar-link"
        entries={item.children.map(({ label, to }) => ({ label, to, onSelect: () => onSelect?.(item.key) }))}
      >
        {item.label}
        <ChevronDown size={16} />
      </MenuButton>
    );
  }
  return (
    <Link
      to={item.to}
      className="bar-link"
      aria-current={active ? "page" : undefined}
      onClick={() => onSelect?.(item.key)}
    >
      {item.label}
      {item.count !== undefined && <span className="bar-count">{countText(item.count)}</span>}
    </Link>
  );
}
