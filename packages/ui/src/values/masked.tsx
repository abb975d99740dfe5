import { Fragment } from "react";
import "./values.css";

/** A hairline between two facts: the full-width dot of Chinese fonts is never typed. */
export function Sep() {
  return <span className="sep" role="presentation" />;
}

type MaskedProps = {
  /** What may be seen before and after the dots. */
  start?: string;
  end?: string;
  /** Groups of four dots. */
  groups?: number;
  mono?: boolean;
};

/** `6222 •••• •••• 0831`. The dots are set in the system's own font, where they are not full-width. */
export function Masked({ start, end, groups = 1, mono }: MaskedProps) {
  return (
    <span className={mono ? "masked mono" : "masked"}>
      {start && <span>{start} </span>}
      {Array.from({ length: groups }, (_, index) => (
        <Fragment key={index}>
          <span className="masked-dots" aria-hidden="true">
            {"••••"}
          </span>{" "}
        </Fragment>
      ))}
      <span className="visually-hidden">已隐藏</span>
      {end && <span>{end}</span>}
    </span>
  );
}

/** 13800000001 → 138 •••• 0001. Longer and shorter texts show their last four only. */
export function MaskedPhone({ mobile }: { mobile: string }) {
  return /^1\d{10}$/.test(mobile) ? (
    <Masked start={mobile.slice(0, 3)} end={mobile.slice(-4)} />
  ) : (
    <Masked end={mobile.slice(-4)} />
  );
}
