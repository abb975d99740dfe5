import type { RefusalTable } from "../refusals/refusal.ts";

export const operationsRefusals = {
  "operator.sign_in_failed": { code: 11001, status: 401, message: "邮箱或密码不正确，请检查后重试" },
  "operator.locked": {
    code: 11002,
    status: 429,
    message: "连续输错次数太多，请 {seconds} 秒后再试，或换到登录过的设备或网络",
  },
  "operator.totp_required": { code: 11003, status: 401, message: "请输入验证器上的 6 位动态码，或一个恢复码" },
  "operator.totp_wrong": { code: 11004, status: 401, message: "动态码不正确或已用过，请等验证器显示新的一组再输入" },
  "operator.setup_first": { code: 11005, status: 403, message: "请先在「我的安全」修改初始密码并绑定验证器" },
  "operator.totp_not_started": { code: 11006, status: 409, message: "绑定已过期，请重新扫描二维码" },
  "operator.totp_missing": { code: 11007, status: 409, message: "还没有绑定验证器，请先绑定" },
  "operator.password_wrong": { code: 11008, status: 400, message: "当前密码不正确，请重新输入" },
  "operator.password_weak": { code: 11009, status: 400, message: "新密码不符合要求，请换一个：{problem}" },
  "operator.email_taken": { code: 11010, status: 409, message: "这个邮箱已经有操作员账号，请换一个" },
  "operator.last_admin": { code: 11011, status: 409, message: "至少要留一位在用的管理员，请先给其他人管理员角色" },
  "operator.not_yourself": {
    code: 11012,
    status: 409,
    message: "不能停用、重置或确认自己的账号，请让另一位管理员操作",
  },
  "operator.two_admins": { code: 11013, status: 409, message: "自己提出的变更要由另一位管理员确认，请联系同事" },
  "operator.change_pending": { code: 11014, status: 409, message: "同样的变更已有人提出，请先确认或撤回那一份" },
  "operator.change_lapsed": { code: 11015, status: 409, message: "这份变更已经过期，请重新提出" },
  "operator.proposer_gone": { code: 11016, status: 409, message: "提出人已不是在用的管理员，请撤回后重新提出" },
  "operator.not_independent": {
    code: 11017,
    status: 409,
    message: "您与提出人在 24 小时内有任命或重置关系，请由另一位同事处理，或等满 24 小时",
  },
  "operator.resting": {
    code: 11018,
    status: 403,
    message: "账号刚任命、重置或调整过，{until} 之后才能处理资金，请先由同事处理",
  },
  "flag.merchant_unknown": { code: 11020, status: 400, message: "名单里有不存在的商户：{merchants}，请检查后重试" },
  "sandbox.clock_too_far": { code: 11030, status: 400, message: "沙箱时间最多比真实时间快 10 年，请少拨一些" },
} as const satisfies RefusalTable;
