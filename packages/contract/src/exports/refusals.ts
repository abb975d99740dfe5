import type { RefusalTable } from "../refusals/refusal.ts";

export const exportRefusals = {
  "export.not_ready": { code: 18511, status: 409, message: "文件还没有准备好，请稍后再下载" },
  "export.gone": { code: 18512, status: 409, message: "文件已过期或没有完成，请重新导出" },
  "export.ended": { code: 18513, status: 409, message: "这个导出已经结束，不能取消，请刷新页面" },
  "export.too_many": { code: 18514, status: 409, message: "已有 {most} 个导出在进行，请等其中一个完成或先取消" },
} as const satisfies RefusalTable;
