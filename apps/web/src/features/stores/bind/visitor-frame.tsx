import { PageHeader } from "@coralhub/ui";
import type { ReactNode } from "react";
import "./bind.css";

type Props = { title: string; intro?: string; tile?: ReactNode; children: ReactNode };

/** A narrow page for somebody who is not signed in; the bar above it is the shell's. */
export const VisitorFrame = ({ title, intro, tile, children }: Props) => (
  <div className="visitor bind-stack">
    <PageHeader title={title} intro={intro} tile={tile} />
    {children}
  </div>
);
