import type { CapabilityFacts } from "../capability-facts.ts";
import { DEVELOPER_EVENTS } from "./events.ts";

export const developerFacts = {
  jobs: {
    "developer.watch-keys": "开放接口证书到期提醒",
    "developer.sweep": "清理开放接口的随机串、日志和用量",
    "developer.deliver": "投递没有送达的开放接口通知",
  },
  auditActions: {
    "developer.app_applied": "创建开放接口应用",
    "developer.app_changed": "修改开放接口应用",
    "developer.key_issued": "签发开放接口证书",
    "developer.key_revoked": "吊销开放接口证书",
    "developer.token_issued": "签发沙箱令牌",
    "developer.webhook_saved": "设置开放接口通知",
    "developer.webhook_removed": "删除开放接口通知",
    "developer.secret_rotated": "更换通知签名密钥",
    "developer.app_viewed": "查看开放接口应用",
    "developer.app_suspended": "暂停开放接口应用",
    "developer.app_resumed": "恢复开放接口应用",
    "developer.limit_set": "调整开放接口频率上限",
  },
  messages: DEVELOPER_EVENTS,
  apiScopes: {
    "events:read": "读取事件",
    "metadata:write": "给业务附上自己的内容",
  },
} as const satisfies CapabilityFacts;
