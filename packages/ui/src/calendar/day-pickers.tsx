import type { DatePickerProps } from "antd";
import type { RangePickerProps } from "antd/es/date-picker";
import type { Dayjs } from "dayjs";
import { lazy, Suspense } from "react";
import "./day-pickers.css";

const LazyDay = lazy(async () => ({ default: (await import("./pickers.tsx")).Day }));
const LazyRange = lazy(async () => ({ default: (await import("./pickers.tsx")).Range }));

export type DayProps = DatePickerProps<Dayjs, false>;
type Size = "small" | undefined;
export type DayRangeProps = RangePickerProps & { size?: Size };

/** Holds the place of a field until its calendars have come: most pages show before they are needed. */
const Place = ({ size, className = "" }: { size: Size; className?: string | undefined }) => (
  <span className={`calendar-place ${size === "small" ? "calendar-small" : ""} ${className}`} aria-busy="true" />
);

export function DayPicker(props: DayProps) {
  return (
    <Suspense fallback={<Place size={undefined} />}>
      <LazyDay {...props} />
    </Suspense>
  );
}

export function DayRangePicker(props: DayRangeProps) {
  return (
    <Suspense fallback={<Place size={props.size} className={props.className} />}>
      <LazyRange {...props} />
    </Suspense>
  );
}
