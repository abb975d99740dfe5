import { BRAND, type CampaignPage, type PortalPath } from "@coralhub/domain";
import { Brand } from "@coralhub/ui/light";
import type { ReactNode } from "react";
import "./campaigns.css";

type FrameProps = { page: CampaignPage; title: string; slogan: string; scene: ReactNode; children: ReactNode };

/** A marketing page: drawn whole at build time, only what is inside `children` lives. */
export function CampaignFrame({ page, title, slogan, scene, children }: FrameProps) {
  return (
    <div className={`campaign campaign-${page}`}>
      <header className="campaign-head">
        <a href={"/home" satisfies PortalPath} aria-label={`${BRAND.name}，去首页`}>
          <Brand />
        </a>
      </header>
      <main>
        <section className="campaign-hero">
          <div className="campaign-scene" aria-hidden="true">
            {scene}
          </div>
          <div className="campaign-title">
            <h1>{title}</h1>
            <p>{slogan}</p>
          </div>
        </section>
        {children}
      </main>
      <footer className="campaign-foot">
        <span>
          © {BRAND.since} {BRAND.name}
        </span>
        <span>{BRAND.icp}</span>
      </footer>
    </div>
  );
}
