import { type Address, addressOf, certificationLifecycle, MONEY_MAY_MOVE, wireOf } from "@coralhub/domain";

type Step = {
  key: "certify" | "bindStore" | "giveAccount";
  title: string;
  body: string;
  state: "done" | "current" | "later";
  action: { label: string; path: Address } | null;
};

const wires = MONEY_MAY_MOVE.map((state) => wireOf(certificationLifecycle, state));
const REVIEWING = wireOf(certificationLifecycle, "reviewing");
const NONE = wireOf(certificationLifecycle, "none");

/** The guide of a new merchant: three steps to the first money. What each platform wants can be read while the review is under way. */
export function firstSteps(certification: number, hasStore: boolean): Step[] {
  const certified = wires.includes(certification);
  const certify = certified
    ? { body: "已通过", action: null }
    : certification === REVIEWING
      ? { body: "审核中，通常 4 个工作小时内出结果", action: { label: "查看进度", path: addressOf("certification") } }
      : {
          body: "填写约 10 分钟，通常 4 个工作小时内出结果",
          action: { label: certification === NONE ? "开始认证" : "修改后重新提交", path: addressOf("certification") },
        };
  return [
    { key: "certify", title: "完成认证", ...certify, state: certified ? "done" : "current" },
    {
      key: "bindStore",
      title: "绑定店铺，拿到收款账户",
      body: certified ? "绑定后收款账户自动开通" : "认证通过后就能绑定，收款账户自动开通。现在可以先看要准备什么",
      state: hasStore ? "done" : certified ? "current" : "later",
      action: { label: "选择平台", path: addressOf("bind") },
    },
    {
      key: "giveAccount",
      title: "把收款账户填到平台后台",
      body: "一键复制户名、账号和银行代码。下一个打款日，款项就会出现在这里",
      state: certified && hasStore ? "current" : "later",
      action: hasStore ? { label: "查看收款账户", path: addressOf("accounts") } : null,
    },
  ];
}
