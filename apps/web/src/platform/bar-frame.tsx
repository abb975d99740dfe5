import { type PortalPath, BRAND, LEGAL_TEXTS } from "@coralhub/domain";
import { Brand } from "@coralhub/ui/light";
import type { ReactNode } from "react";
import "./bar-frame.css";

type Props = {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** A drawing beside the title, on a band of its own: for pages that have something to win somebody for. */
  scene?: ReactNode;
  /** For whoever is signed in; seen once the page's script knows. */
  menu?: BarMenu;
  /** Where the portal hides its bar and foot: the mark alone, and who we are. */
  bare?: boolean;
};
export type BarMenu = readonly { label: string; path: string }[];

/** An entry page that keeps the portal's bar and foot: the visitor is already inside, or reads rather than signs in. */
export function BarFrame({ title, intro, children, wide, scene, menu, bare }: Props) {
  const head = (
    <>
      <h1 className="type-title">{title}</h1>
      {intro && <p className="bar-frame-intro">{intro}</p>}
    </>
  );
  return (
    <div className="bar-frame">
      <header className="bar-frame-bar on-bar">
        <a href={"/home" satisfies PortalPath} aria-label={`${BRAND.name}，去首页`}>
          <Brand />
        </a>
        {menu && (
          <nav className="bar-frame-menu" aria-label="主菜单">
            {menu.map(({ label, path }) => (
              <a key={path} href={path}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {!bare && <a href={"/help" satisfies PortalPath}>帮助中心</a>}
      </header>
      {scene ? (
        <main>
          <section className="bar-frame-hero on-bar">
            <div>{head}</div>
            <div className="bar-frame-scene" aria-hidden="true">
              {scene}
            </div>
          </section>
          <div className="bar-frame-main bar-frame-landing">{children}</div>
        </main>
      ) : (
        <main className={wide ? "bar-frame-main bar-frame-wide" : "bar-frame-main"}>
          {head}
          {children}
        </main>
      )}
      <footer className="bar-frame-foot">
        {!bare && (
          <nav aria-label="页脚">
            <a href={"/help#about" satisfies PortalPath}>关于我们</a>
            {Object.values(LEGAL_TEXTS).map((text) => (
              <a key={text.path} href={text.path}>
                {text.title}
              </a>
            ))}
            <a href={"/help#contact" satisfies PortalPath}>联系我们</a>
          </nav>
        )}
        <span>
          © {BRAND.since} {BRAND.name}
        </span>
        <span>{BRAND.icp}</span>
      </footer>
    </div>
  );
}
