import { accountClaimLifecycle, CONNECTOR_NAMES, CONNECTORS, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { fileView } from "../certification/answers.ts";
import { done, endpoint, fileReply } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const connector = z.enum(CONNECTOR_NAMES);
const merchant = { family: "portal", access: "merchant" } as const;
const claim = z.object({
  id: z.string(),
  merchantsId: z.string(),
  connector,
  account: z.string(),
  state: z.enum(stateNames(accountClaimLifecycle)),
  statement: z.string(),
  foundAt: wireTime,
  submittedAt: wireTime.nullable(),
  decidedAt: wireTime.nullable(),
  /** Why it was not granted; empty otherwise. */
  answer: z.string(),
});

/** Every claim to a platform's account, for the reviewers. */
export const accountClaimList = defineList({
  title: "平台账号归属",
  row: claim.extend({ merchantId: z.string(), storeName: z.string(), decidedBy: z.string() }),
  columns: {
    storeName: { header: "店铺" },
    merchantId: { header: "申请人", as: "code" },
    connector: { header: "平台" },
    account: { header: "平台账号", as: "code" },
    state: { header: "状态", as: "state", lifecycle: accountClaimLifecycle },
    foundAt: { header: "发现时间", as: "time" },
    submittedAt: { header: "提交时间", as: "time" },
    decidedBy: { header: "审核员" },
  },
  filters: {
    state: filter.state("状态", accountClaimLifecycle),
    connector: filter.choice(
      "平台",
      CONNECTOR_NAMES.map((value) => ({ value, label: CONNECTORS[value].label })),
    ),
    account: filter.text("平台账号", "exact"),
    merchantId: filter.text("商户编号", "exact"),
  },
  sort: ["foundAt"],
});

const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
const act = { ...reviewer, method: "POST", idempotent: true, output: done } as const;

/** A platform's account belongs to one merchant; who finds theirs with another proves it here. */
export const accountClaimEndpoints = {
  accountClaim: endpoint({
    ...merchant,
    method: "GET",
    path: "/merchant/account/claim",
    title: "平台账号归属：这家店铺的申请",
    input: z.object({ merchantsId: z.uuid() }),
    /** Null where nothing has to be proven. */
    output: claim.extend({ files: z.array(fileView) }).nullable(),
  }),
  submitAccountClaim: endpoint({
    ...merchant,
    method: "POST",
    idempotent: true,
    path: "/merchant/account/claim/submit",
    title: "平台账号归属：提交证明",
    input: z.object({
      merchantsId: z.uuid(),
      statement: z.string().trim().min(10, "请写明账号怎么登记、由谁使用，至少 10 个字").max(500, "最多 500 个字"),
      fileIds: z.array(z.uuid()).min(1, "请至少上传一份证明").max(5, "最多 5 份"),
    }),
    output: done,
  }),
  accountClaims: endpoint({
    ...reviewer,
    method: "POST",
    path: "/account_claims/list",
    title: "平台账号归属申请列表",
    input: listInput(accountClaimList),
    output: listOutput(accountClaimList),
  }),
  accountClaimCase: endpoint({
    ...reviewer,
    method: "GET",
    path: "/account_claims/{merchantId}/{id}",
    title: "平台账号归属：申请和双方（查看会记录）",
    input: z.object(ref),
    output: claim.extend({
      merchantId: z.string(),
      merchantName: z.string(),
      storeName: z.string(),
      files: z.array(fileView),
      /** Who has the account now; null: nobody any more. */
      holder: z
        .object({
          merchantId: z.string(),
          merchantName: z.string(),
          stores: z.array(z.string()),
          since: wireTime.nullable(),
        })
        .nullable(),
    }),
  }),
  accountClaimDocument: endpoint({
    ...reviewer,
    method: "GET",
    path: "/account_claims/{merchantId}/{id}/document/{fileId}",
    title: "平台账号归属：查看一份证明（查看会记录）",
    reply: "file",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  grantAccountClaim: endpoint({
    ...act,
    path: "/account_claims/{merchantId}/{id}/grant",
    title: "平台账号归属：转给申请人",
    decidesOnMoney: true,
    input: z.object(ref),
  }),
  declineAccountClaim: endpoint({
    ...act,
    path: "/account_claims/{merchantId}/{id}/decline",
    title: "平台账号归属：不通过",
    input: z.object({
      ...ref,
      reason: z.string().trim().min(4, "请写明原因，商户会看到").max(300, "最多 300 个字"),
    }),
  }),
};
