import type { LinkTarget } from "@coralhub/domain";
import { Drawer } from "antd";
import { Link } from "../link.tsx";
import { countText } from "./top-bar.tsx";
import "./frame.css";

export type MobileMenuProps = {
  menu: readonly { label: string; to?: LinkTarget; onSelect?: () => void; count?: number | undefined }[];
  open: boolean;
  onClose: () => void;
};

/** Everything the bottom bar has no place for. */
export function MobileMenu({ menu, open, onClose }: MobileMenuProps) {
  return (
    <Drawer open={open} onClose={onClose} title="菜单" placement="right" size={304}>
      <Entries menu={menu} onDone={onClose} />
    </Drawer>
  );
}

function Entries({ menu, onDone }: { menu: MobileMenuProps["menu"]; onDone: () => void }) {
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
