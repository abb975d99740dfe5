import { useRef, type KeyboardEvent } from "react";
import { ChevronLeft, ChevronRight } from "../icons.tsx";
import { addDays, weekday } from "../values/time-text.ts";
import { addMonths, weeksOf } from "./month.ts";
import "./calendar.css";

export type DayMark = {
  /** 平台打款 is a dot, 您的截止日 a ring, 银行休市 strikes the number, 节日 is said on hover and in the list. */
  kind: "payout" | "deadline" | "bankHoliday" | "festival";
  title: string;
};
type MonthCalendarProps = {
  /** `2026-11` */
  month: string;
  onMonth: (month: string) => void;
  /** `2026-11-13` */
  today: string;
  marks: Readonly<Record<string, readonly DayMark[]>>;
  selected?: string;
  onSelect?: (day: string) => void;
};

const NAMES = ["一", "二", "三", "四", "五", "六", "日"];
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month in a grid; arrows walk over days, Page Up and Down over months. */
export function MonthCalendar({ month, onMonth, today, marks, selected, onSelect }: MonthCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = selected?.startsWith(month) ? selected : today.startsWith(month) ? today : `${month}-01`;
  const focus = (day: string) => {
    if (!day.startsWith(month)) onMonth(day.slice(0, 7));
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const day = (event.target as HTMLElement).dataset["day"];
    const step = STEPS[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (!day || (step === undefined && months === undefined)) return;
    event.preventDefault();
    focus(step === undefined ? `${addMonths(month, months!)}-01` : addDays(day, step));
  };
  const title = `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;
  return (
    <div className="calendar">
      <div className="calendar-head">
        <h2 className="type-section" aria-live="polite">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="上个月" onClick={() => onMonth(addMonths(month, -1))}>
          <ChevronLeft />
        </button>
        <button type="button" className="icon-button" aria-label="下个月" onClick={() => onMonth(addMonths(month, 1))}>
          <ChevronRight />
        </button>
      </div>
      <div ref={grid} className="calendar-grid" role="grid" tabIndex={-1} aria-label={title} onKeyDown={walk}>
        <div role="row" className="calendar-week">
          {NAMES.map((name) => (
            <span key={name} role="columnheader" aria-label={`周${name}`}>
              {name}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row" className="calendar-week">
            {week.map((day) => (
              <Day
                key={day}
                day={day}
                marks={marks[day] ?? []}
                inMonth={day.startsWith(month)}
                isToday={day === today}
                selected={day === selected}
                inTabOrder={day === focused}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
      </div>
      <Legend />
    </div>
  );
}

type DayProps = {
  day: string;
  marks: readonly DayMark[];
  inMonth: boolean;
  isToday: boolean;
  selected: boolean;
  inTabOrder: boolean;
  onSelect?: (day: string) => void;
};

function Day({ day, marks, inMonth, isToday, selected, inTabOrder, onSelect }: DayProps) {
  const kinds = new Set(marks.map(({ kind }) => kind));
  const names = [
    inMonth ? "" : "outside",
    isToday ? "today" : "",
    kinds.has("bankHoliday") ? "closed" : "",
    ["周六", "周日"].includes(weekday(day)) ? "weekend" : "",
  ];
  const said = [
    `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日 ${weekday(day)}`,
    ...marks.map(({ title }) => title),
  ];
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      aria-selected={selected}
      className={names.filter(Boolean).join(" ") || undefined}
    >
      <button
        type="button"
        data-day={day}
        disabled={!inMonth}
        tabIndex={inTabOrder ? 0 : -1}
        aria-current={isToday ? "date" : undefined}
        aria-label={said.join("，")}
        title={marks.map(({ title }) => title).join("\n") || undefined}
        onClick={() => onSelect?.(day)}
      >
        <span className="calendar-number">{Number(day.slice(8))}</span>
        <span className="calendar-marks">
          {kinds.has("payout") && <i className="mark-payout" />}
          {kinds.has("deadline") && <i className="mark-deadline" />}
        </span>
      </button>
    </div>
  );
}

function Legend() {
  return (
    <ul className="calendar-legend">
      <li>
        <i className="mark-payout" aria-hidden="true" />
        平台打款
      </li>
      <li>
        <i className="mark-deadline" aria-hidden="true" />
        您的截止日
      </li>
      <li>
        <s aria-hidden="true">26</s>
        银行休市
      </li>
    </ul>
  );
}
