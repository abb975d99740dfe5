import { statementEndpoints } from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import type { StatementsDeps } from "./deps.ts";
import { monthPack, voucherFile } from "./month-files.ts";
import { readBalanceAsOf, readStatement } from "./read-statement.ts";
import { writeStatement } from "./write-statement.ts";

export function createStatements(deps: StatementsDeps): Capability<typeof statementEndpoints> {
  return {
    endpoints: statementEndpoints,
    handlers: {
      statement: ({ merchantId }, request) => readStatement(deps, merchantId, request),
      statementFile: ({ merchantId }, request) => writeStatement(deps, merchantId, request),
      voucherFile: ({ merchantId }, input) => voucherFile(deps, merchantId, input),
      monthPack: ({ merchantId }, { month }) => monthPack(deps, merchantId, month),
      balanceAsOf: ({ merchantId }, { at }) => readBalanceAsOf(deps, merchantId, at),
    },
  };
}
