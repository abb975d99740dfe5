import type { ReactNode } from "react";
import { ThemedArea } from "../theme-provider.tsx";

/** One entry of the style page: a name, a line of why, the thing itself. */
export function Specimen({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className="specimen">
      <h2 className="specimen-title">
        {title}
        {note && <span>{note}</span>}
      </h2>
      {children}
    </div>
  );
}

/** The same parts in light and dark, side by side. */
export function Both({ children }: { children: () => ReactNode }) {
  return (
    <div className="both">
      {[false, true].map((isDark) => (
        <ThemedArea key={String(isDark)} isDark={isDark}>
          <div className="both-half">{children()}</div>
        </ThemedArea>
      ))}
    </div>
  );
}
