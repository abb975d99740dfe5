import type { LinkTarget } from "@coralhub/domain";
import type { ReactNode } from "react";
import { ChevronLeft } from "../icons.tsx";
import { Link } from "../link.tsx";
import "./page-parts.css";

type PageHeaderProps = {
  title: ReactNode;
  /** One line of why, or facts with `Sep` between. */
  intro?: ReactNode;
  /** Beside the title: a state pill, a switch. */
  aside?: ReactNode;
  /** Before the title: a tile. */
  tile?: ReactNode;
  /** At the right: buttons, 「已自动保存 14:32」. */
  actions?: ReactNode;
  back?: { label: string; to: LinkTarget };
};

export function PageHeader({ title, intro, aside, tile, actions, back }: PageHeaderProps) {
  return (
    <div className="page-header">
      {back && (
        <Link to={back.to} className="page-back">
          <ChevronLeft size={16} />
          {back.label}
        </Link>
      )}
      <div className="page-header-line">
        {tile}
        <div className="page-header-words">
          <div className="page-header-title">
            <h1 className="type-title">{title}</h1>
            {aside}
          </div>
          {intro && <p className="page-intro">{intro}</p>}
        </div>
        {actions && <div className="page-header-actions">{actions}</div>}
      </div>
    </div>
  );
}
