import { mybankLifecycle, SANDBOX_MYBANK_PLAN_NAMES, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { field } from "../identity/fields.ts";
import { certified, merchant, ofId } from "../payouts/families.ts";
import { wireTime } from "../wire-time.ts";

const kind = z.enum(["person", "mainland", "hongkong"]);
const binding = z.object({
  id: z.uuid(),
  state: z.enum(stateNames(mybankLifecycle)),
  holderKind: kind,
  holderName: z.string(),
  /** The own account it became. */
  bid: z.uuid(),
  bankName: z.string(),
  lastFour: z.string(),
  isDefault: z.boolean(),
  reason: z.string().nullable(),
  createdAt: wireTime,
  boundAt: wireTime.nullable(),
});
export type MybankBinding = z.output<typeof binding>;
const status = z.object({
  /** The bank takes bindings at all now. */
  open: z.boolean(),
  /** Whether anything can be withdrawn that way. */
  bound: z.boolean(),
  bindings: z.array(binding),
});
/** What the bank is told about the holder, as certified; and what it wants to see besides. */
const holderInfo = z.object({
  kind,
  /** Whether this merchant is of that kind. */
  fits: z.boolean(),
  holderName: z.string().nullable(),
  people: z.array(z.object({ name: z.string(), role: z.string() })),
  needs: z.array(z.string()),
});
const changed = z.object({ id: z.uuid(), state: binding.shape.state });
const infoCall = <P extends string>(path: P, title: string) =>
  endpoint({ ...merchant, method: "GET", path, title, input: nothing, output: holderInfo });

export const mybankEndpoints = {
  mybankStatus: endpoint({
    ...merchant,
    method: "GET",
    path: "/web/mybank/bindStatus",
    title: "网商银行：绑定状态",
    input: nothing,
    output: status,
  }),
  mybankPerson: infoCall("/web/mybank/personInfo", "网商银行：个人资料"),
  mybankCompany: infoCall("/web/mybank/corporationInfo", "网商银行：企业资料"),
  mybankHongkong: infoCall("/web/mybank/hkCorporationInfo", "网商银行：香港公司资料"),
  bindMybank: endpoint({
    ...certified,
    method: "POST",
    path: "/web/mybank/newBind",
    title: "网商银行：申请绑定账户",
    idempotent: true,
    rateLimit: { per: "caller", limit: 20, windowSeconds: 3600 },
    input: z.object({
      bankNo: z.string("请填写网商银行账号").trim().min(6, "请填写网商银行账号").max(40, "账号最多 32 位数字"),
      verificationCode: field.code,
      agreed: z.literal(true, "请先同意授权网商银行核对资料"),
    }),
    output: changed,
  }),
  chooseMybank: endpoint({
    ...merchant,
    method: "POST",
    path: "/web/mybank/defaultBank",
    title: "网商银行：设为默认提现账户",
    idempotent: true,
    input: ofId,
    output: done,
  }),
  checkMybank: endpoint({
    ...merchant,
    method: "POST",
    path: "/web/mybank/checkBind",
    title: "网商银行：现在问一次绑定结果",
    rateLimit: { per: "caller", limit: 30, windowSeconds: 60 },
    input: ofId,
    output: changed,
  }),
  unbindMybank: endpoint({
    ...merchant,
    method: "POST",
    path: "/web/mybank/unbind",
    title: "网商银行：解除绑定",
    idempotent: true,
    input: ofId,
    output: changed,
  }),
};

const settings = z.object({
  plan: z.enum(SANDBOX_MYBANK_PLAN_NAMES),
  delaySeconds: z.number().int().min(0).max(86_400),
});
export const mybankControlEndpoints = {
  mybankSettings: endpoint({
    family: "sandbox",
    access: "operator",
    method: "GET",
    path: "/mybank/settings",
    title: "模拟网商银行：怎样对待新的绑定",
    input: nothing,
    output: settings,
  }),
  setMybankSettings: endpoint({
    family: "sandbox",
    access: "operator:admin",
    method: "POST",
    path: "/mybank/settings",
    title: "模拟网商银行：改变做法",
    idempotent: true,
    input: settings,
    output: done,
  }),
  mybankApplications: endpoint({
    family: "sandbox",
    access: "operator",
    method: "GET",
    path: "/mybank/applications",
    title: "模拟网商银行：收到的绑定申请",
    input: nothing,
    output: z.array(
      z.object({
        reference: z.string(),
        holder: z.string(),
        accountEnd: z.string(),
        state: z.enum(["taken", "accepted", "refused", "unbound"]),
        reason: z.string().nullable(),
        at: wireTime,
      }),
    ),
  }),
  decideMybank: endpoint({
    family: "sandbox",
    access: "operator:admin",
    method: "POST",
    path: "/mybank/decide",
    title: "模拟网商银行：同意、不同意或解除绑定",
    idempotent: true,
    input: z.object({ reference: z.string().max(60), decision: z.enum(["accept", "refuse", "unbind"]) }),
    output: done,
  }),
};
