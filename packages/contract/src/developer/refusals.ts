import type { RefusalTable } from "../refusals/refusal.ts";

/** `open.refused` says the same whatever was wrong: who tries keys or addresses learns nothing from it. */
export const developerRefusals = {
  "open.refused": {
    code: 26001,
    status: 401,
    message: "请求没有通过验证，请核对应用编号、签名、时间戳、随机串和来源地址",
  },
  "open.scope_missing": { code: 26002, status: 403, message: "应用没有「{scope}」权限，请在开发者中心勾选后重试" },
  "open.too_many": { code: 26003, status: 429, message: "调用超过每分钟 {limit} 次，请 {seconds} 秒后再试" },
  "open.version_unknown": { code: 26004, status: 400, message: "没有这个版本，请用文档里列出的版本日期" },
  "open.request_id_missing": {
    code: 26005,
    status: 400,
    message: "请求缺少 X-Request-Id，请换一个 8–128 个字符的编号再发",
  },
  "open.metadata_full": { code: 26006, status: 400, message: "附加内容最多 {most} 项，请先用空字符串去掉不用的" },
  "developer.too_many_apps": { code: 26010, status: 409, message: "最多 {most} 个应用，请先停用并改用已有的应用" },
  "developer.suspended": { code: 26011, status: 409, message: "应用已被平台暂停：{reason}。请联系客服" },
  "developer.too_many_keys": { code: 26012, status: 409, message: "已有 {most} 张有效证书，请先吊销一张再申请" },
  "developer.key_unreadable": {
    code: 26013,
    status: 400,
    message: "公钥无法识别，请粘贴 PEM 格式的 RSA（2048 位以上）或 Ed25519 公钥",
  },
  "developer.address_refused": {
    code: 26014,
    status: 400,
    message: "通知地址要用 https，并且能从公网访问，请更换后重试",
  },
  "developer.sandbox_only": { code: 26015, status: 409, message: "只能在沙箱里使用，正式环境请用证书签名和真实业务" },
  "developer.webhook_off": { code: 26016, status: 409, message: "这个地址没有启用，请启用后再试" },
  "developer.no_account": { code: 26018, status: 409, message: "没有可以收这种币的收款账户，请先开通" },
  "developer.masked": { code: 26017, status: 409, message: "这次请求含有已遮盖的内容，无法重放，请由您的程序重新发送" },
} as const satisfies RefusalTable;
