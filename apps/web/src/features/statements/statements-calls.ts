import { statementEndpoints, type StatementRequest } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

export const calls = connect(statementEndpoints);

export const statementQuery = (request: StatementRequest) =>
  queryOptions({
    queryKey: ["statements", request],
    queryFn: () => calls.statement(request),
    placeholderData: keepPreviousData,
  });
export const asOfQuery = (at: Date) =>
  queryOptions({ queryKey: ["statements", "asOf", at.getTime()], queryFn: () => calls.balanceAsOf({ at }) });
