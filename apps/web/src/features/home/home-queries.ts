import { homeEndpoints, type CallOutput } from "@coralhub/contract";
import type { Currency } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const calls = connect(homeEndpoints);

export type Home = CallOutput<typeof homeEndpoints.home.output>;
export type CalendarMonth = CallOutput<typeof homeEndpoints.calendarMonth.output>;
export type Month = { year: number; month: number };

export const homeQuery = queryOptions({ queryKey: ["home"], queryFn: () => calls.home({}) });

export type Glance = CallOutput<typeof homeEndpoints.glance.output>;
export const glanceQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ["home", "glance", currency],
    queryFn: () => calls.glance({ currency }),
    placeholderData: keepPreviousData,
  });

export const noticesQuery = queryOptions({ queryKey: ["home", "notices"], queryFn: () => calls.notices({ limit: 4 }) });

export const monthQuery = ({ year, month }: Month) =>
  queryOptions({
    queryKey: ["calendar", year, month],
    queryFn: () => calls.calendarMonth({ a: year, b: month }),
    staleTime: 3_600_000,
    placeholderData: keepPreviousData,
  });

export const festivalsQuery = queryOptions({
  queryKey: ["calendar", "festivals"],
  queryFn: () => calls.festivals({}),
  staleTime: 3_600_000,
});
