import { addressOf, BRAND } from "@coralhub/domain";
import { Brand, PageHeader } from "@coralhub/ui";
import type { ReactNode } from "react";
import "./bind.css";

type Props = { title: string; intro?: string; tile?: ReactNode; children: ReactNode };

/** For somebody who is not signed in: the portal's bar without its menu. */
export function VisitorFrame({ title, intro, tile, children }: Props) {
  return (
    <>
      <div className="visitor-bar on-bar">
        <a href={addressOf("login")} aria-label={`${BRAND.name}，去登录`}>
          <Brand />
        </a>
      </div>
      <div className="visitor bind-stack">
        <PageHeader title={title} intro={intro} tile={tile} />
        {children}
      </div>
    </>
  );
}
