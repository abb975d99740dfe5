// Written by `npm run sdk:contract` from the tables the server mounts.

/** 中转行：一个币种常用的 */
export type ListIntermediaryBanksInput = { currency?: string };
export type ListIntermediaryBanksOutput = Array<{ swiftCode: string; name: string; currencies: Array<string> }>;
