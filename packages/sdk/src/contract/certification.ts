// Written by `npm run sdk:contract` from the tables the server mounts.

/** 实名认证状态 */
export type GetCertificationInput = Record<string, never>;
export type GetCertificationOutput = { status: 0 | 1 | 2 | 3 | 4 | 5 | 9 | 15; userId: string | null };
/** 认证申请详情（不指定编号时为最近一次） */
export type GetCertificationApplicationInput = { applicationId?: string };
export type GetCertificationApplicationOutput = {
  applicationId: string;
  form:
    | "person"
    | "mainland"
    | "hongkong"
    | "bigMainland"
    | "bigHongkong"
    | "sellerPerson"
    | "sellerEnterprise"
    | "sellerHongkong";
  number: string;
  state: "waiting" | "second" | "supplement" | "rejected" | "approved" | "superseded";
  submissionKind: "first" | "resubmission" | "supplement" | "change" | "renewal";
  version: number;
  submittedAt: string;
  dueAt: string;
  decidedAt: string | null;
  values: Record<string, unknown>;
  editable: boolean;
  isFace: boolean;
  fields: Array<{
    path: string;
    place: string;
    section: string;
    label: string;
    verdict: "accepted" | "rejected" | null;
    reason: string;
    decidedAt: string | null;
  }>;
  files: Array<{ fileId: string; fileName: string; contentType: string; sizeBytes: number }>;
  enquiries: Array<{
    id: string;
    field: string;
    label: string;
    state: "open" | "answered" | "closed";
    createdAt: string;
    dueAt: string;
    posts: Array<{ id: string; byMerchant: boolean; author: string; text: string; fileIds: Array<string>; at: string }>;
  }>;
  history: Array<{
    id: string;
    at: string;
    actorKind: "merchant" | "operator" | "system";
    actor: string;
    what: string;
    detail: string;
    version: number;
  }>;
} | null;
/** 上传认证材料 */
export type UploadCertificationFileInput = {
  file: Blob;
  document?:
    | "idCardFront"
    | "idCardBack"
    | "idCardInHand"
    | "businessLicense"
    | "companyRecord"
    | "incorporation"
    | "businessRegistration"
    | "incorporationForm"
    | "goodStanding"
    | "annualReturn"
    | "authorisation"
    | "agreement"
    | "other";
};
export type UploadCertificationFileOutput = {
  fileId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  reading: Record<string, string> | null;
  readingProblem: string | null;
};
/** 答复补充资料要求 */
export type AnswerEnquiryInput = { id: string; text: string; fileIds?: Array<string> };
export type AnswerEnquiryOutput = null;
