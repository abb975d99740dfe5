import { Refusal, type applicationEndpoints } from "@coralhub/contract";
import {
  certificationLifecycle,
  FORM_NAMES,
  formSpec,
  wireOf,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import type { Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import { answerEnquiry } from "./answer-enquiry.ts";
import {
  describeFiles,
  draftPlace,
  fileIdsOf,
  findDocument,
  openAnswers,
  sealAnswers,
  tidyAnswers,
} from "./answers.ts";
import { findApplication, findLatest, type Application } from "./applications-store.ts";
import { findStanding } from "./certification-store.ts";
import type { CertificationDeps } from "./deps.ts";
import { describeApplication, headOf } from "./describe-application.ts";
import { findDraft, listDrafts, saveDraft } from "./drafts-store.ts";
import { countOpen } from "./enquiries-store.ts";
import { submitApplication } from "./submit-application.ts";
import { uploadDocument } from "./upload-document.ts";
import { listVerdicts } from "./verdicts-store.ts";

type AllHandlers = Capability<typeof applicationEndpoints>["handlers"];
type Given = CertificationValues;
type Update = Given & { delBoardMemberIds?: string[] };

const accountForms = (big: boolean) =>
  FORM_NAMES.filter((form) => formSpec(form).subject === "account" && (formSpec(form).bigCustomer ?? false) === big);

export function merchantHandlers(deps: CertificationDeps): AllHandlers {
  const submit = (form: CertificationForm) => (ctx: MerchantContext, given: Given) =>
    ctx.once(async (tx) => {
      const { merchantId, now } = ctx;
      const submission = { merchantId, subjectId: merchantId, form, given, by: merchantActor(ctx), now };
      return receiptOf(tx, await submitApplication(deps, tx, submission));
    });
  const update =
    (forms: readonly CertificationForm[]) =>
    (ctx: MerchantContext, { delBoardMemberIds, ...given }: Update) =>
      ctx.once(async (tx) => {
        const { merchantId, now } = ctx;
        const latest = await findLatest(tx, merchantId, merchantId);
        if (!latest) throw new Refusal("not_found");
        if (!forms.includes(latest.form)) throw new Refusal("certification.wrong_form");
        const submission = {
          merchantId,
          subjectId: merchantId,
          form: latest.form,
          given,
          removedRows: delBoardMemberIds,
          by: merchantActor(ctx),
          now,
        };
        return receiptOf(tx, await submitApplication(deps, tx, submission));
      });
  return {
    ...reading(deps),
    ...drafts(deps),
    uploadCertificationFile: (ctx, input) => uploadDocument(deps, ctx, input),
    uploadCertificationFileOld: (ctx, input) => uploadDocument(deps, ctx, input),
    submitPerson: submit("person"),
    submitCompany: submit("mainland"),
    submitAbroad: submit("hongkong"),
    updateCertification: update(accountForms(false)) as AllHandlers["updateCertification"],
    submitBigMainland: submit("bigMainland"),
    submitBigHongkong: submit("bigHongkong"),
    updateBigMainland: update(["bigMainland"]) as AllHandlers["updateBigMainland"],
    updateBigHongkong: update(["bigHongkong"]) as AllHandlers["updateBigHongkong"],
    answerEnquiry: (ctx, input) => answerEnquiry(deps, ctx, input),
  };
}

/** What a page shows right after handing in, with the standing as it has become. */
async function receiptOf(tx: Tx, application: Application) {
  const standing = await findStanding(tx, application.merchantId);
  return { ...headOf(application), status: wireOf(certificationLifecycle, standing?.state ?? "none") };
}

function reading(deps: CertificationDeps) {
  const { db } = deps.database;
  const described = async (application: Application | undefined) =>
    application ? describeApplication(deps, application) : null;
  return {
    async certificationFile(ctx, { id }) {
      const file = await findDocument(deps.files, ctx.merchantId, id);
      if (!file) throw new Refusal("not_found");
      await ctx.once((tx) =>
        deps.audit.record(tx, {
          actor: { kind: "merchant", id: ctx.merchantId, personId: ctx.personId },
          action: "certification.document_read",
          subject: `file:${ctx.merchantId}:${id}`,
          address: ctx.address,
        }),
      );
      return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
    },
    async certificationOverview({ merchantId }) {
      const [standing, latest, saved] = await Promise.all([
        findStanding(db, merchantId),
        findLatest(db, merchantId, merchantId),
        listDrafts(db, merchantId, merchantId),
      ]);
      const [verdicts, openEnquiries] = latest
        ? await Promise.all([listVerdicts(db, latest), countOpen(db, latest)])
        : [[], 0];
      const shown = latest && latest.state !== "waiting" && latest.state !== "second";
      const rejectedFields = shown ? verdicts.filter(({ verdict }) => verdict === "rejected").length : 0;
      return {
        status: wireOf(certificationLifecycle, standing?.state ?? "none"),
        kind: standing?.kind ?? null,
        name: standing?.name ?? null,
        bigCustomer: standing?.bigCustomer ?? false,
        expiresOn: standing?.expiresOn ?? null,
        frozenReason: standing?.frozenReason ?? null,
        application: latest ? { ...headOf(latest), rejectedFields, openEnquiries } : null,
        drafts: saved,
      };
    },
    async certificationApplication({ merchantId }, { applicationId }) {
      if (applicationId === undefined) return described(await findLatest(db, merchantId, merchantId));
      const application = await findApplication(db, merchantId, applicationId);
      if (!application) throw new Refusal("not_found");
      return described(application);
    },
    bigCustomerInfo: async ({ merchantId }) =>
      described(await findLatest(db, merchantId, merchantId, accountForms(true))),
  } satisfies Partial<AllHandlers>;
}

function drafts(deps: CertificationDeps) {
  const { db } = deps.database;
  const keyOf = (
    { merchantId }: MerchantContext,
    { form, subjectId = merchantId }: { form: CertificationForm; subjectId?: string },
  ) => ({
    merchantId,
    subjectId,
    form,
  });
  /** A draft belongs to the account, or to a subject of which there is already a case. */
  const refuseStrange = async ({ merchantId, subjectId }: ReturnType<typeof keyOf>) => {
    if (subjectId !== merchantId && !(await findLatest(db, merchantId, subjectId))) throw new Refusal("not_found");
  };
  return {
    async certificationDraft(ctx, input) {
      const key = keyOf(ctx, input);
      await refuseStrange(key);
      const draft = await findDraft(db, key);
      if (!draft) return null;
      const values = openAnswers(deps.secrets, draft.answers, ...draftPlace(key));
      const files = await describeFiles(deps.files, ctx.merchantId, fileIdsOf(input.form, values));
      return { values, files, savedAt: draft.savedAt };
    },
    async saveCertificationDraft(ctx, { values: given, ...input }) {
      const key = keyOf(ctx, input);
      await refuseStrange(key);
      const values = tidyAnswers(input.form, given, deps.ids, { draft: true });
      await ctx.once(async (tx) => {
        await saveDraft(tx, key, sealAnswers(deps.secrets, values, ...draftPlace(key)), ctx.now);
        await deps.files.attach(tx, fileIdsOf(input.form, values));
      });
      return { values, savedAt: ctx.now };
    },
  } satisfies Partial<AllHandlers>;
}
