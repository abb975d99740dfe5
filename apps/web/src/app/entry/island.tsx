import type { ReactNode } from "react";
import { ToastHost } from "../../platform/toast-host.tsx";

export const ISLAND_ID = "island";

/** The living part of a prerendered page: drawn the same way at build time and in the browser. */
export function Island({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ToastHost />
    </>
  );
}
