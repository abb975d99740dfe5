// Written by `npm run sdk:contract` from the tables the server mounts.

/** 一段时间的定期存款对账单（PDF） */
export type GetDepositStatementInput = { from: string; to: string };
export type GetDepositStatementOutput = Blob;
