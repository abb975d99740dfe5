import { useLayoutEffect } from "react";
import "./first-frame.css";

/** What the document shows until the application does. */
export const FIRST_FRAME_ID = "first-frame";

/** The application stands there: in the same moment the document's own frame goes. */
export function useTakeOver(): void {
  useLayoutEffect(() => document.getElementById(FIRST_FRAME_ID)?.remove(), []);
}
