import type { CertificationKind } from "../certification/certification.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** An account with 网商银行 that withdrawals may go to by its own channel: the bank says yes, no, or later that it is over. */
export const mybankLifecycle = defineLifecycle({
  name: "网商银行绑定",
  initial: "applied",
  states: {
    applied: { label: "绑定中", tone: "info" },
    bound: { label: "已绑定", tone: "success" },
    refused: { label: "未通过", tone: "danger" },
    unbound: { label: "已解绑", tone: "neutral" },
  },
  groups: { open: ["bound"], moving: ["applied"], ended: ["refused", "unbound"] },
  stored: {
    table: "mybank_binding",
    changedAt: "changed_at",
    reachedAt: { bound: "bound_at" },
    timeline: true,
    columns: ["reason", "asked_at"],
  },
  actions: {
    accept: { label: "银行同意绑定", from: ["applied"], to: "bound", by: "rail", tells: "mybank.bound" },
    refuse: { label: "银行没有同意", from: ["applied"], to: "refused", by: "rail", tells: "mybank.refused" },
    endByBank: { label: "银行解除绑定", from: ["bound"], to: "unbound", by: "rail", tells: "mybank.unbound" },
    end: { label: "解除绑定", from: ["applied", "bound"], to: "unbound", by: "merchant" },
  },
});
export type MybankState = keyof typeof mybankLifecycle.states;

/** As 网商银行 is written on a payment inside the mainland. */
export const MYBANK = { name: "浙江网商银行", clearCode: "323331000001" } as const;

/** What the bank wants to see of each kind of holder. */
export const MYBANK_NEEDS: Record<CertificationKind, readonly string[]> = {
  person: ["身份证与实名认证一致", "网商银行个人账户，已开通跨境收款"],
  mainland: ["营业执照与实名认证一致", "法定代表人在网商银行 App 里授权", "网商银行企业账户，已开通跨境收款"],
  hongkong: ["商业登记证与实名认证一致", "董事在网商银行 App 里授权", "网商银行 NRA 账户，户名是公司全称"],
};

/** How the sandbox's bank treats a new binding. */
export const SANDBOX_MYBANK_PLANS = { accept: "同意绑定", refuse: "不同意绑定", silent: "收下申请，不给结果" } as const;
export type SandboxMybankPlan = keyof typeof SANDBOX_MYBANK_PLANS;
export const SANDBOX_MYBANK_PLAN_NAMES = Object.keys(SANDBOX_MYBANK_PLANS) as [
  SandboxMybankPlan,
  ...SandboxMybankPlan[],
];
