import { BRAND } from "@coralhub/domain";
import type { ReactNode } from "react";
import { Brand } from "../parts/brand.tsx";
import { Branches } from "../parts/branches.tsx";
import "./light.css";
import "./entry.css";

export type EntryFrameProps = {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  /** The promise under the drawing, on wide screens. */
  promise: { headline: ReactNode; line?: ReactNode };
  /** Links at the lower left: 服务协议, 隐私政策. */
  links?: readonly { label: string; href: string }[];
  homeHref?: string;
};

/** Entry pages: the form at the left, the currencies flowing together at the right; on a phone the drawing is the head. */
export function EntryFrame({ title, intro, children, promise, links, homeHref = "/login" }: EntryFrameProps) {
  return (
    <div className="lk-entry">
      <header className="lk-entry-brand">
        <a href={homeHref} aria-label={`${BRAND.name}，回到登录`}>
          <Brand size={26} />
        </a>
      </header>
      <main className="lk-entry-main">
        <h1 className="type-hero">{title}</h1>
        {intro && <p className="lk-entry-intro">{intro}</p>}
        {children}
      </main>
      <footer className="lk-entry-foot">
        <span>
          {links?.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </span>
        <span>{BRAND.icp}</span>
      </footer>
      <aside className="lk-entry-aside" aria-label={BRAND.name}>
        <Branches />
        <p className="type-figure">{promise.headline}</p>
        {promise.line && <p className="type-body-lg lk-entry-line">{promise.line}</p>}
      </aside>
      <div className="lk-entry-band" aria-hidden="true">
        <Branches drawing="small" />
      </div>
    </div>
  );
}
