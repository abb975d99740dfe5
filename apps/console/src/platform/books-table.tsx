import { useNarrow } from "@coralhub/ui";
import type { ReactNode } from "react";
import "./page.css";

type BooksTableProps = { name: string; className?: string; children: ReactNode };

/** Whole amounts are wider than a phone: there the table is moved inside its frame, by thumb or by the arrow keys. */
export function BooksTable({ name, className = "books-table", children }: BooksTableProps) {
  const narrow = useNarrow();
  return (
    <div className="books-scroll" {...(narrow && { role: "region", "aria-label": name, tabIndex: 0 })}>
      <table className={className}>
        <caption className="visually-hidden">{name}</caption>
        {children}
      </table>
    </div>
  );
}
