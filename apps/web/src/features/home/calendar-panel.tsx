import { beijingDay, ErrorState, icons, Panel, weekday } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { monthOf, shiftMonth, weeksOf, type Cell } from "./calendar-grid.ts";
import { festivalsQuery, monthQuery, type CalendarMonth } from "./home-queries.ts";
import "./calendar.css";

const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"];
const LEGEND = {
  payout: "平台打款",
  deadline: "您的截止日",
  own: "到期和还款",
  bankHoliday: "银行休市",
  festival: "节日",
} as const;
const UPCOMING = 5;

/** When money comes and when banks rest. */
export function CalendarPanel() {
  const today = beijingDay();
  const [month, setMonth] = useState(() => monthOf(today));
  const { data, isError, refetch } = useQuery(monthQuery(month));
  const [chosen, setChosen] = useState<string | null>(null);
  const weeks = weeksOf(month, data?.days ?? []);
  const selected = data?.days.find((day) => day.date === chosen);
  const turn = (by: number) => {
    setMonth(shiftMonth(month, by));
    setChosen(null);
  };
  return (
    <Panel
      title={`${month.year} 年 ${month.month} 月`}
      action={
        <span className="month-turn">
          <button type="button" className="icon-button" aria-label="上个月" onClick={() => turn(-1)}>
            <icons.ChevronLeft />
          </button>
          <button type="button" className="icon-button" aria-label="下个月" onClick={() => turn(1)}>
            <icons.ChevronRight />
          </button>
        </span>
      }
    >
      {isError ? (
        <ErrorState compact title="没能取到日历" onRetry={() => void refetch()} />
      ) : (
        <>
          <table className="calendar">
            <thead>
              <tr>
                {WEEKDAYS.map((name) => (
                  <th key={name} scope="col" abbr={`周${name}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]!.date}>
                  {week.map((cell) => (
                    <DayCell key={cell.date} cell={cell} today={today} chosen={chosen} onChoose={setChosen} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Legend />
          <NextFestival />
          <Upcoming
            events={
              selected
                ? selected.events.map((event) => ({ ...event, date: selected.date }))
                : (data?.upcoming.slice(0, UPCOMING) ?? [])
            }
            selected={selected}
          />
        </>
      )}
    </Panel>
  );
}

type DayProps = { cell: Cell; today: string; chosen: string | null; onChoose: (date: string | null) => void };

function DayCell({ cell, today, chosen, onChoose }: DayProps) {
  const events = cell.day?.events ?? [];
  const kinds = new Set(events.map((event) => event.kind));
  const classes = [
    "day",
    !cell.inMonth && "day-out",
    cell.date === today && "day-today",
    cell.date === chosen && "day-chosen",
    kinds.has("bankHoliday") && "day-closed",
    cell.day && !cell.day.workday && "day-rest",
  ].filter(Boolean);
  const marks = (
    <span className="day-marks" aria-hidden="true">
      {kinds.has("payout") && <i className="mark-payout" />}
      {kinds.has("deadline") && <i className="mark-deadline" />}
      {kinds.has("own") && <i className="mark-own" />}
    </span>
  );
  const label = [`${cell.number} 日`, weekday(cell.date), cell.day?.lunar, ...events.map((event) => event.title)]
    .filter(Boolean)
    .join("，");
  return (
    <td className={classes.join(" ")}>
      {cell.inMonth ? (
        <button
          type="button"
          aria-label={label}
          title={events.map((event) => event.title).join("，") || cell.day?.lunar}
          aria-pressed={cell.date === chosen}
          aria-current={cell.date === today ? "date" : undefined}
          onClick={() => onChoose(cell.date === chosen ? null : cell.date)}
        >
          {cell.number}
          {marks}
        </button>
      ) : (
        <span>{cell.number}</span>
      )}
    </td>
  );
}

function Legend() {
  return (
    <ul className="calendar-legend">
      <li>
        <i className="mark-payout" /> {LEGEND.payout}
      </li>
      <li>
        <i className="mark-deadline" /> {LEGEND.deadline}
      </li>
      <li>
        <i className="mark-own" /> {LEGEND.own}
      </li>
      <li>
        <s>26</s> {LEGEND.bankHoliday}
      </li>
    </ul>
  );
}

/** The nearest day that moves money: 「感恩节，还有 11 天」. */
function NextFestival() {
  const { data } = useQuery(festivalsQuery);
  const next = data?.find((festival) => festival.daysAway > 0);
  if (!next) return null;
  return (
    <p className="festival">
      {next.title}，还有 {next.daysAway} 天{next.body && `；${next.body}`}
    </p>
  );
}

type Event = CalendarMonth["upcoming"][number];

function Upcoming({ events, selected }: { events: Event[]; selected: CalendarMonth["days"][number] | undefined }) {
  return (
    <div className="upcoming" aria-live="polite">
      {selected && (
        <p className="row-note">
          {selected.date.slice(5)} {weekday(selected.date)}，农历{selected.lunar}
        </p>
      )}
      {events.length === 0 && <p className="row-note">{selected ? "这一天没有安排" : "近期没有打款日和休市"}</p>}
      <ul>
        {events.map((event) => (
          <li key={`${event.date} ${event.kind} ${event.title}`}>
            <span className="upcoming-date">
              {event.date.slice(5)} {weekday(event.date)}
            </span>
            <span>
              {event.title}
              {event.body && <span className="upcoming-note">{event.body}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
