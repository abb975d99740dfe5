import { ICBC_DATA_NAMES, ICBC_UPLOAD_NAMES, loanLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { field } from "../identity/fields.ts";
import { wireAddress } from "../wire-address.ts";
import { wireTime } from "../wire-time.ts";

/** The specification asks for all of these by GET; what they write, they write once however often they are called. */
const asks = { family: "portal", access: "certified", method: "GET" } as const;
/** A paper of many pages is work for the server. */
const paper = {
  ...asks,
  reply: "file",
  rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
  input: nothing,
  output: fileReply,
} as const;
const upload = z.enum(ICBC_UPLOAD_NAMES);
const uploaded = z.object({
  state: upload,
  count: z.number().int(),
  at: wireTime.nullable(),
  /** What the bank asks, or why it gave them back. */
  reason: z.string().nullable(),
});
const loan = z.object({
  id: z.uuid(),
  state: z.enum(stateNames(loanLifecycle)),
  amount: money,
  outstanding: money,
  due: money,
  rate: z.string(),
  createdAt: wireTime,
});
const card = z.object({ cardNo: z.string(), holder: z.string(), openedAt: wireTime });

/** Financing by ICBC: what it is told of a merchant, what it answers, and the papers that prove it. */
export const icbcEndpoints = {
  icbcUserUpload: endpoint({
    ...asks,
    path: "/icbc/userupload",
    title: "向工行报送认证资料",
    input: nothing,
    output: uploaded,
  }),
  icbcOrderUpload: endpoint({
    ...asks,
    path: "/icbc/orderUpload/user",
    title: "向工行报送近十二个月的收款和订单",
    input: nothing,
    output: uploaded,
  }),
  icbcOrderStatus: endpoint({
    ...asks,
    path: "/icbc/getIcbcOrderStatus",
    title: "订单报送状态",
    input: nothing,
    output: uploaded,
  }),
  answerIcbcUpload: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/icbc/upload/answer",
    title: "回答工行对报送资料的问题",
    idempotent: true,
    input: z.object({
      kind: z.enum(ICBC_DATA_NAMES),
      answer: z.string().trim().min(2, "请写明情况").max(500, "最多 500 个字"),
    }),
    output: uploaded,
  }),
  icbcIncomeProof: endpoint({
    ...paper,
    path: "/icbc/incomeProof/pdf",
    title: "收款证明（PDF）",
  }),
  icbcOrderProof: endpoint({
    ...paper,
    path: "/icbc/orderProof/pdf",
    title: "订单证明（PDF）",
  }),
  icbcAccountProof: endpoint({
    ...paper,
    path: "/icbc/accountProof/pdf",
    title: "账户证明（PDF）",
  }),
  icbcCredit: endpoint({
    ...asks,
    path: "/icbc/usersxquery",
    title: "工行授信查询",
    input: nothing,
    output: z.object({ joined: z.boolean(), limit: money, used: money, available: money, score: z.number().int() }),
  }),
  icbcFinanceStatus: endpoint({
    ...asks,
    // Whoever is not certified yet reads that nothing is open; opening it asks for more.
    access: "merchant",
    path: "/icbc/financeStatus",
    title: "融资服务状态",
    input: nothing,
    output: z.object({
      joined: z.boolean(),
      joinedAt: wireTime.nullable(),
      user: uploaded,
      orders: uploaded,
      card: card.nullable(),
    }),
  }),
  icbcUserByMobile: endpoint({
    ...asks,
    path: "/icbc/queryUserByMobile",
    title: "按手机号查询报送给工行的客户（只能查自己的）",
    input: z.object({ mobile: field.mobile }),
    output: z.object({ name: z.string(), joined: z.boolean(), user: upload }),
  }),
  icbcLoans: endpoint({
    ...asks,
    path: "/icbc/loanList",
    title: "工行贷款列表",
    input: nothing,
    output: z.array(loan),
  }),
  icbcResult: endpoint({
    ...asks,
    path: "/icbc/resultQuery",
    title: "工行审批结果",
    input: z.object({ id: z.uuid() }),
    output: loan.extend({ reason: z.string().nullable() }),
  }),
  icbcPageJump: endpoint({
    ...asks,
    path: "/icbc/pagejump",
    title: "接下来去哪一页：开通、申请、签约或还款",
    input: nothing,
    output: z.object({ step: z.enum(["join", "apply", "answer", "sign", "repay", "wait"]), url: wireAddress }),
  }),
  icbcLinkRepay: endpoint({
    ...asks,
    path: "/icbc/linkrepay",
    title: "还款链接和今天应还的金额",
    input: z.object({ id: z.uuid() }),
    output: z.object({ url: wireAddress, due: money, payoff: money }),
  }),
  updateFinanceStatus: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/icbc/updaterFinanceStatus",
    title: "开通或停用工银融资服务",
    idempotent: true,
    input: z.object({ joined: z.boolean() }),
    output: done,
  }),
  insertFinanceCard: endpoint({
    ...asks,
    path: "/insertFinanceCard",
    title: "开立融资卡：工行放款和还款用的账户标识",
    input: nothing,
    output: card,
  }),
};
