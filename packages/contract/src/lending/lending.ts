import { icbcEndpoints } from "./icbc.ts";
import { loanEndpoints } from "./loans.ts";

/** Loans by partners: application, contract, plan, repayment; and what ICBC asks for. */
export const lendingEndpoints = { ...loanEndpoints, ...icbcEndpoints };
