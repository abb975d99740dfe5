import { Fragment } from "react";
import "./dotted.css";

/** Masked text from the server: its dots are set in the system's own font, because Chinese fonts draw them full-width. */
export function Dotted({ text }: { text: string }) {
  return text.split(/(•+)/).map((part, index) =>
    part.startsWith("•") ? (
      <span key={index} className="dots">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
