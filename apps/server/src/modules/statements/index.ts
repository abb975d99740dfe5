import { statementEndpoints } from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import type { StatementsDeps } from "./deps.ts";
import { readBalanceAsOf, readStatement } from "./read-statement.ts";
import { writeStatement } from "./write-statement.ts";

export function createStatements(deps: StatementsDeps): Capability<typeof statementEndpoints> {
  return {
    endpoints: statementEndpoints,
    handlers: {
      statement: ({ merchantId }, wish) => readStatement(deps, merchantId, wish),
      statementFile: ({ merchantId }, wish) => writeStatement(deps, merchantId, wish),
      balanceAsOf: ({ merchantId }, { at }) => readBalanceAsOf(deps, merchantId, at),
    },
  };
}
