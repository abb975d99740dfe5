import type { LinkTarget } from "@coralhub/domain";
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { Bell, ChevronLeft, Menu, type IconProps } from "../icons.tsx";
import { Link } from "../link.tsx";
import { Brand } from "../parts/brand.tsx";
import type { MobileMenuProps } from "./mobile-menu.tsx";
import { Badge, unreadLabel } from "./top-bar.tsx";
import "./top-bar.css";
import "./frame.css";

/** Comes when it is opened for the first time: the drawer is no part of what a page waits for. */
const MobileMenu = lazy(async () => ({ default: (await import("./mobile-menu.tsx")).MobileMenu }));

type MobileBarProps = {
  /** A page's name with a way back; without it the brand stands there. */
  title?: string;
  onBack?: () => void;
  homeTo: LinkTarget;
  tone?: "ink" | "ops";
  messages?: { to: LinkTarget; unread: number };
  /** Everything the bottom bar has no place for. */
  menu?: MobileMenuProps["menu"];
  /** Instead of messages and menu: 「已保存 14:32」. */
  status?: ReactNode;
  /** Before messages. */
  finder?: ReactNode;
};

/** The phone's bar, 52 high. */
export function MobileBar({ title, onBack, homeTo, tone = "ink", messages, menu, status, finder }: MobileBarProps) {
  const [open, setOpen] = useState<boolean>();
  return (
    <header className={`mobile-bar top-bar-${tone} ${tone === "ink" ? "on-bar" : ""}`}>
      {title && onBack && (
        <button type="button" className="bar-icon" aria-label="返回" onClick={onBack}>
          <ChevronLeft />
        </button>
      )}
      {title ? (
        <span className="mobile-bar-title">{title}</span>
      ) : (
        <Link to={homeTo} className="top-bar-brand">
          <Brand />
          {tone === "ops" && <span className="ops-mark">运营</span>}
        </Link>
      )}
      <span className="mobile-bar-tools">
        {status}
        {!status && finder}
        {messages && !status && (
          <Link to={messages.to} className="bar-icon" aria-label={unreadLabel(messages.unread)}>
            <Bell />
            <Badge count={messages.unread} />
          </Link>
        )}
        {menu && !status && (
          <button
            type="button"
            className="bar-icon"
            aria-label="菜单"
            aria-expanded={open ?? false}
            onClick={() => setOpen(true)}
          >
            <Menu />
          </button>
        )}
      </span>
      {menu && open !== undefined && (
        <Suspense>
          <MobileMenu menu={menu} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

export type BottomItem = { key: string; label: string; to: LinkTarget; icon: ComponentType<IconProps> };

/** Five items at most: 首页 收款 收支 珊瑚卡 我的. */
export function BottomBar({ items, activeKey }: { items: readonly BottomItem[]; activeKey?: string }) {
  return (
    <nav className="bottom-bar" aria-label="底部导航">
      {items.map(({ key, label, to, icon: Icon }) => (
        <Link key={key} to={to} aria-current={key === activeKey ? "page" : undefined}>
          <Icon size={22} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
