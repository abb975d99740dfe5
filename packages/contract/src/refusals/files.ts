import type { RefusalTable } from "./refusal.ts";

/** Why an upload is not taken, and what to do about it. */
export const fileRefusals = {
  "file.too_large": { code: 10420, status: 413, message: "文件不能超过 {limit}，请压缩后重新上传" },
  "file.empty": { code: 10421, status: 400, message: "文件是空的，请重新选择" },
  "file.type_refused": { code: 10422, status: 400, message: "不支持这种文件，请上传 {accepted}" },
  "file.damaged": { code: 10423, status: 400, message: "文件已损坏或不完整，请重新保存后上传" },
  "file.too_many_pixels": { code: 10424, status: 400, message: "图片尺寸太大，请缩小后重新上传" },
  "file.active_content": {
    code: 10425,
    status: 400,
    message: "PDF 含有脚本、附件、可填写的表单或外部动作，请打印为普通 PDF 后上传",
  },
  "file.locked": { code: 10426, status: 400, message: "PDF 设有密码，请去掉密码后上传" },
  "file.too_complex": {
    code: 10428,
    status: 400,
    message: "文件过于复杂，无法完成检查，请打印为普通 PDF 或导出图片后上传",
  },
  "file.too_many_rows": { code: 10430, status: 400, message: "表格最多 {rows} 行，请拆成几个文件上传" },
  "file.infected": { code: 10429, status: 400, message: "文件没有通过病毒检查，请换一个文件上传" },
  "file.missing": { code: 10427, status: 404, message: "文件不存在或已被删除，请重新上传" },
} as const satisfies RefusalTable;
