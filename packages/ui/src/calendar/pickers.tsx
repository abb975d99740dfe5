/** antd's calendars, in a file of their own that is fetched when a field for days is first shown. */
import { DatePicker } from "antd";
import type { DayProps, DayRangeProps } from "./day-pickers.tsx";

export const Day = (props: DayProps) => <DatePicker {...props} />;
export const Range = (props: DayRangeProps) => <DatePicker.RangePicker {...props} />;
