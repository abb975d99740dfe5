import { BRAND, type LinkTarget } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Warning } from "../icons.tsx";
import { Link } from "../link.tsx";
import { useNarrow } from "../use-media-query.ts";
import "./top-bar.css";
import "./frame.css";

type AppFrameProps = {
  /** Bars and footer are left out on pages without chrome. */
  topBar?: ReactNode;
  mobileBar?: ReactNode;
  /** Left of the page in a wide window: the console's desks. */
  sideBar?: ReactNode;
  bottomBar?: ReactNode;
  banner?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  /** `wide` gives the console's desks the whole window. */
  width?: "content" | "wide" | "full";
};

/** The page around a page: skip link, bar, banner, content, and a footer that sticks to the bottom of short pages. */
export function AppFrame(props: AppFrameProps) {
  const { topBar, mobileBar, sideBar, bottomBar, banner, footer, children, width = "content" } = props;
  const narrow = useNarrow();
  return (
    <div className={`frame ${narrow && bottomBar ? "frame-with-bottom" : ""}`}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      {narrow ? (mobileBar ?? topBar) : topBar}
      <div className="frame-body">
        {!narrow && sideBar}
        <div className="frame-column">
          {banner}
          <main id="content" tabIndex={-1} className={`frame-main frame-${width}`}>
            {children}
          </main>
          {footer}
        </div>
      </div>
      {narrow && bottomBar}
    </div>
  );
}

/** Under the bar, on every page, until it is put right. */
export function Banner({ children, to, action }: { children: ReactNode; to: LinkTarget; action: string }) {
  return (
    <div className="banner" role="alert">
      <div className="frame-content banner-inner">
        <Warning />
        <span className="banner-text">{children}</span>
        <Link to={to}>{action}</Link>
      </div>
    </div>
  );
}

export function Footer({ links }: { links: readonly { label: string; to: LinkTarget }[] }) {
  return (
    <footer className="footer">
      <div className="frame-content footer-inner">
        <ul>
          {links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        <ul>
          <li>时间均为北京时间</li>
          <li>
            © {BRAND.since} {BRAND.name}
          </li>
          <li>{BRAND.icp}</li>
        </ul>
      </div>
    </footer>
  );
}
