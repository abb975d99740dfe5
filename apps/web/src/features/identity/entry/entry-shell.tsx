import { LEGAL_TEXTS, REACH_WORDS } from "@coralhub/domain";
import { EntryFrame } from "@coralhub/ui/light";
import type { ReactNode } from "react";

const links = Object.values(LEGAL_TEXTS).map(({ title, path }) => ({ label: title, href: path }));
const promise = { headline: REACH_WORDS, line: "每笔款走到哪里、何时到账、差什么材料，都写明白" };

/** The frame all sign-in pages share; drawn at build time, only the form inside lives. */
export function EntryShell({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <EntryFrame title={title} intro={intro} links={links} promise={promise}>
      {children}
    </EntryFrame>
  );
}
