import type { WalletSource } from "@coralhub/contract";

/** Nothing is moved from an account with a problem; a rule that it has can still be ended. */
export const isChoosable = ({ problem, sweep }: Pick<WalletSource, "problem" | "sweep">): boolean =>
  problem === null || sweep !== null;
