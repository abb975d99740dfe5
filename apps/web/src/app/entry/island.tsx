import { Toaster } from "@coralhub/ui/light";
import type { ReactNode } from "react";

export const ISLAND_ID = "island";

/** The living part of a prerendered page: drawn the same way at build time and in the browser. */
export function Island({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}
