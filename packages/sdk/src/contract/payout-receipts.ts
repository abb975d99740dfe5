// Written by `npm run sdk:contract` from the tables the server mounts.

/** 付款回单：多笔打包下载（ZIP） */
export type GetPayoutReceiptsInput = { ids: Array<string> };
export type GetPayoutReceiptsOutput = Blob;
