import { statementEndpoints, type StatementWish } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const calls = connect(statementEndpoints);

export const statementQuery = (wish: StatementWish) =>
  queryOptions({
    queryKey: ["statements", wish],
    queryFn: () => calls.statement(wish),
    placeholderData: keepPreviousData,
  });
export const asOfQuery = (at: Date) =>
  queryOptions({ queryKey: ["statements", "asOf", at.getTime()], queryFn: () => calls.balanceAsOf({ at }) });
