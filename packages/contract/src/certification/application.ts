import {
  CERTIFICATION_KINDS,
  certificationLifecycle,
  DOCUMENTS,
  wiresOf,
  type CertificationKind,
  type DocumentName,
} from "@coralhub/domain";
import { z } from "zod";
import {
  answersShape,
  anyAnswers,
  applicationHead,
  enquiryView,
  fieldView,
  fileView,
  formName,
  historyView,
} from "./answers.ts";
import { done, endpoint, fileReply, nothing, uploadedFile } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const merchantCall = { family: "portal", access: "merchant" } as const;
const submitting = { ...merchantCall, method: "POST", idempotent: true } as const;

const receipt = applicationHead.extend({ status: z.literal(wiresOf(certificationLifecycle)) });
/** An application as its owner sees it. `values` are the answers last handed in. */
export const applicationView = applicationHead.extend({
  values: z.record(z.string(), z.unknown()),
  /** False while it is with us: then nothing can be changed. */
  editable: z.boolean(),
  isFace: z.boolean(),
  fields: z.array(fieldView),
  files: z.array(fileView),
  enquiries: z.array(enquiryView),
  history: z.array(historyView),
});

const uploadInput = z.object({
  file: uploadedFile(),
  /** What the picture is: decides what is read from it. */
  document: z.enum(Object.keys(DOCUMENTS) as [DocumentName, ...DocumentName[]]).default("other"),
});
const uploaded = fileView.extend({
  /** What could be read: a suggestion for the form, always editable. Null where nothing could be read, with the reason. */
  reading: z.record(z.string(), z.string()).nullable(),
  readingProblem: z.string().nullable(),
});
const upload = {
  ...merchantCall,
  rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
  method: "POST",
  body: "multipart",
  input: uploadInput,
  output: uploaded,
} as const;

const submission = (path: string, title: string, ...forms: Parameters<typeof answersShape>) =>
  endpoint({ ...submitting, path, title, input: z.object(answersShape(...forms)), output: receipt });
/** Corrects what was rejected or asked for, or changes what was approved; fields left out keep their answer. */
const update = (path: string, title: string, ...forms: Parameters<typeof answersShape>) =>
  endpoint({
    ...submitting,
    path,
    title,
    input: z.object({ ...answersShape(...forms), delBoardMemberIds: z.array(z.uuid()).max(20).optional() }),
    output: receipt,
  });
const draftOf = {
  form: formName,
  /** A seller's id; left out for the account itself. */ subjectId: z.uuid().optional(),
};

/** A merchant's way through certification. */
export const applicationEndpoints = {
  uploadCertificationFile: endpoint({ ...upload, path: "/user/new/auth/upload", title: "上传认证材料" }),
  uploadCertificationFileOld: endpoint({
    ...upload,
    path: "/user/auth/upload",
    title: "上传认证材料（旧路径）",
    alias: "/user/new/auth/upload",
  }),
  certificationFile: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/user/new/auth/file/{id}",
    title: "查看自己上传的认证材料",
    reply: "file",
    input: z.object({ id: z.uuid() }),
    output: fileReply,
  }),
  certificationOverview: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/user/new/auth/overview",
    title: "认证概况",
    input: nothing,
    output: z.object({
      status: z.literal(wiresOf(certificationLifecycle)),
      kind: z.enum(Object.keys(CERTIFICATION_KINDS) as [CertificationKind, ...CertificationKind[]]).nullable(),
      name: z.string().nullable(),
      bigCustomer: z.boolean(),
      /** The first day on which one of the documents is no longer valid. */
      expiresOn: z.string().nullable(),
      frozenReason: z.string().nullable(),
      application: applicationHead
        .extend({ rejectedFields: z.number().int(), openEnquiries: z.number().int() })
        .nullable(),
      drafts: z.array(z.object({ form: formName, savedAt: wireTime })),
    }),
  }),
  certificationApplication: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/user/new/auth/application",
    title: "认证申请详情（不指定编号时为最近一次）",
    input: z.object({ applicationId: z.uuid().optional() }),
    output: applicationView.nullable(),
  }),
  bigCustomerInfo: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/big/customer/get/info",
    title: "大客户认证详情",
    input: nothing,
    output: applicationView.nullable(),
  }),
  certificationDraft: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/user/new/auth/draft",
    title: "读取认证草稿",
    input: z.object(draftOf),
    output: z
      .object({ values: z.record(z.string(), z.unknown()), files: z.array(fileView), savedAt: wireTime })
      .nullable(),
  }),
  saveCertificationDraft: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/user/new/auth/draft",
    title: "保存认证草稿",
    input: z.object({ ...draftOf, values: anyAnswers }),
    /** Rows without an id come back with one. */
    output: z.object({ values: z.record(z.string(), z.unknown()), savedAt: wireTime }),
  }),
  submitPerson: submission("/user/new/auth/personSubmit", "提交个人认证", "person"),
  submitCompany: submission("/user/new/auth/companySubmit", "提交内地企业认证", "mainland"),
  submitAbroad: submission("/user/new/auth/abroadSubmit", "提交香港或海外公司认证", "hongkong"),
  updateCertification: update("/user/new/authInfo/update", "修改认证资料", "person", "mainland", "hongkong"),
  submitBigMainland: submission("/big/customer/mainland/insert", "提交大客户认证（内地企业）", "bigMainland"),
  submitBigHongkong: submission("/big/customer/hongKong/insert", "提交大客户认证（香港或海外公司）", "bigHongkong"),
  updateBigMainland: update("/big/customer/mainland/update", "修改大客户认证（内地企业）", "bigMainland"),
  updateBigHongkong: update("/big/customer/hongKong/update", "修改大客户认证（香港或海外公司）", "bigHongkong"),
  answerEnquiry: endpoint({
    ...submitting,
    path: "/user/new/auth/enquiry/{id}/answer",
    title: "答复补充资料要求",
    input: z.object({
      id: z.uuid(),
      text: z.string().trim().min(1, "请写明情况").max(1_000, "最多 1000 个字"),
      fileIds: z.array(z.uuid()).max(10, "最多 10 个文件").default([]),
    }),
    output: done,
  }),
};
