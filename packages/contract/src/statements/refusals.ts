import type { RefusalTable } from "../refusals/refusal.ts";

export const statementRefusals = {
  "statement.not_begun": { code: 21101, status: 400, message: "这段时间还没有开始，请选择今天或以前" },
  "statement.too_many_lines": {
    code: 21102,
    status: 409,
    message: "这份对账单有 {entries} 笔，最多 {most} 笔，请按日下载或选择 CSV",
  },
} as const satisfies RefusalTable;
