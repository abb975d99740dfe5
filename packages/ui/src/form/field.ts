import type { ReactNode } from "react";

export type FieldValue = string | boolean | readonly string[] | undefined;
export type Values = Readonly<Record<string, FieldValue>>;

/** Says how to repair, or nothing when all is well. */
export type Rule = (value: FieldValue, values: Values) => string | undefined;

export type Option = { value: string; label: string; note?: string };

/** What the reviewer decided about a field, in the reviewer's own words. */
export type Review = { verdict: "accepted" } | { verdict: "rejected"; reason: string; by: string };

type Base = {
  name: string;
  label: string;
  help?: ReactNode;
  /** Required is the default; only what may be left empty is marked. */
  optional?: boolean;
  rules?: readonly Rule[];
  /** Says how long the answer is: short 160, half 232, usual 480, or the whole column. */
  width?: 160 | 232 | 480 | "full";
  /** Asked only when this is true of the other answers. */
  when?: (values: Values) => boolean;
  review?: Review;
};
type TextLike = {
  placeholder?: string;
  prefix?: ReactNode;
  suffix?: ReactNode;
  mono?: boolean;
  maxLength?: number;
  inputMode?: "text" | "numeric" | "decimal" | "email" | "tel" | "url";
  autoComplete?: string;
};

/** What a control of a page's own gets. */
export type ControlProps = {
  id: string;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  onBlur: () => void;
  invalid: boolean;
  describedBy: string | undefined;
};

export type Field =
  | (Base & TextLike & { kind: "text" | "password" | "amount" })
  | (Base & { kind: "textarea"; placeholder?: string; maxLength?: number; rows?: number })
  | (Base & { kind: "select"; options: readonly Option[]; placeholder?: string; searchable?: boolean })
  | (Base & { kind: "choice"; options: readonly Option[] })
  | (Base & { kind: "date"; placeholder?: string; earliest?: string; latest?: string })
  | (Base & { kind: "check"; words: ReactNode })
  | (Base & { kind: "readonly" })
  | (Base & { kind: "own"; render: (control: ControlProps) => ReactNode });

/** A title and a line, never a box. */
export type Section = { title?: string; intro?: ReactNode; fields: readonly Field[] };
