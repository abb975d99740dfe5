// Written by `npm run sdk:contract` from the tables the server mounts.

/** 开发者：给一笔业务附上自己的内容（合并；空字符串去掉一项） */
export type SetMetadataInput = {
  object:
    | "payout"
    | "payee"
    | "batch"
    | "conversion"
    | "transfer"
    | "income"
    | "order"
    | "account"
    | "store"
    | "card"
    | "cardPayment"
    | "deposit";
  id: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata: Record<string, string>;
};
export type SetMetadataOutput = {
  object:
    | "payout"
    | "payee"
    | "batch"
    | "conversion"
    | "transfer"
    | "income"
    | "order"
    | "account"
    | "store"
    | "card"
    | "cardPayment"
    | "deposit";
  id: string /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
