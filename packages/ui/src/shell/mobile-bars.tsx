import type { LinkTarget } from "@coralhub/domain";
import { Drawer } from "antd";
import { useState, type ComponentType, type ReactNode } from "react";
import { Bell, ChevronLeft, Menu, type IconProps } from "../icons.tsx";
import { Link } from "../link.tsx";
import { Brand } from "../parts/brand.tsx";
import { Badge, countText, unreadLabel } from "./top-bar.tsx";
import "./top-bar.css";
import "./frame.css";

type MobileBarProps = {
  /** A page's name with a way back; without it the brand stands there. */
  title?: string;
  onBack?: () => void;
  homeTo: LinkTarget;
  tone?: "ink" | "ops";
  messages?: { to: LinkTarget; unread: number };
  /** Everything the bottom bar has no place for. */
  menu?: readonly { label: string; to?: LinkTarget; onSelect?: () => void; count?: number | undefined }[];
  /** Instead of messages and menu: 「已保存 14:32」. */
  status?: ReactNode;
  /** Before messages. */
  finder?: ReactNode;
};

/** The phone's bar, 52 high. */
export function MobileBar({ title, onBack, homeTo, tone = "ink", messages, menu, status, finder }: MobileBarProps) {
  const [open, setOpen] = useState(false);
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
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <Menu />
          </button>
        )}
      </span>
      {menu && (
        <Drawer open={open} onClose={() => setOpen(false)} title="菜单" placement="right" size={304}>
          <MobileMenu menu={menu} onDone={() => setOpen(false)} />
        </Drawer>
      )}
    </header>
  );
}

function MobileMenu({ menu, onDone }: { menu: NonNullable<MobileBarProps["menu"]>; onDone: () => void }) {
  return (
    <ul className="mobile-menu">
      {menu.map(({ label, to, onSelect, count }) => {
        const select = () => {
          onDone();
          onSelect?.();
        };
        return (
          <li key={label}>
            {to === undefined ? (
              <button type="button" className="menu-item" onClick={select}>
                {label}
              </button>
            ) : (
              <Link to={to} className="menu-item" onClick={select}>
                {label}
                {count !== undefined && <span className="bar-count">{countText(count)}</span>}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
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
