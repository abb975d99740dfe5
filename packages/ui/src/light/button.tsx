import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import "./light.css";

type Look = {
  /** At most one `primary` on a screen. */
  variant?: "primary" | "default" | "text";
  /** Takes the whole width. */
  block?: boolean;
};
export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & Look & { loading?: boolean };

const className = ({ variant = "default", block }: Look) => `lk-button lk-${variant}${block ? " lk-block" : ""}`;

/** While it works it stays focusable and says so; a second click does nothing. */
export function Button({ variant, block, loading, type, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === "submit" ? "submit" : "button"}
      className={className({ variant, block })}
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      {loading && <span className="lk-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant,
  block,
  children,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> & Look) {
  return (
    <a {...rest} className={className({ variant, block })}>
      {children}
    </a>
  );
}
