import type { CapabilityFacts } from "./capability-facts.ts";

export const platformFacts = {
  jobs: {
    "platform.sweep-sessions": "清理过期登录",
    "platform.sweep-rate-limits": "清理频次记录",
    "platform.sweep-files": "清理未用的上传文件",
    "platform.sweep-outbox": "清理早已送达的外发记录",
    "platform.seal-cells": "补封尚未加密的旧数据",
    "platform.purge": "清理超过保留期限的记录",
  },
} as const satisfies CapabilityFacts;
