// Written by `npm run sdk:contract` from the tables the server mounts.

/** 线下汇款：汇到哪里 */
export type GetOfflineAccountInput = Record<string, never>;
export type GetOfflineAccountOutput = Array<{ label: string; value: string }>;
