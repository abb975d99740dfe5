import {
  askedFields,
  formSpec,
  rowsOf,
  sampleAnswers,
  type CertificationForm,
  type CertificationValues,
} from "@coralhub/domain";
import { demoPersonId } from "../ids.ts";
import {
  applicationCount,
  CERTIFICATION_FILE_PURPOSE,
  plantApplication,
  plantCertification,
  type ApplicationPlant,
} from "../../modules/certification/index.ts";
import { plantMerchant } from "../../modules/identity/index.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { DEMO_PASSWORD } from "../merchants.ts";
import { DEMO_OPERATORS } from "../operators.ts";
import { DEMO_APPLICANTS, DEMO_NEWCOMERS, type Applicant } from "./applicants.ts";
import { drawIdentityCard, drawLicense, drawPaper } from "../../rails/document-reading/index.ts";

type Deps = {
  database: Pick<Database, "db" | "transaction">;
  passwords: Passwords;
  files: Files;
  ids: Ids;
  lifecycles: Lifecycles;
  random: Random;
  secrets: Secrets;
  now: Date;
};
const HOUR_MS = 3_600_000;

/** What the demo merchants once handed in, and a queue for the review desk. Whoever has a case already keeps it. */
export async function plantCertifications(deps: Deps): Promise<void> {
  await plantNewcomers(deps);
  for (const applicant of DEMO_APPLICANTS) {
    if ((await applicationCount(deps.database.db, applicant.merchantId)) > 0) continue;
    const plant = await prepare(deps, applicant);
    await deps.database.transaction((tx) => plantApplication(deps, tx, plant));
  }
}

async function plantNewcomers({ database, passwords, secrets }: Deps): Promise<void> {
  let hash: Promise<string> | undefined;
  const hashOnce = () => (hash ??= passwords.hash(DEMO_PASSWORD));
  for (const newcomer of DEMO_NEWCOMERS) {
    const { merchantId } = newcomer;
    const registeredAt = new Date(newcomer.registered);
    await database.transaction(async (tx) => {
      const merchant = {
        ...newcomer,
        personId: demoPersonId(merchantId),
        registeredAt,
        source: "website" as const,
        email: null,
      };
      if (!(await plantMerchant(secrets, tx, merchant, hashOnce))) return;
      const standing = { state: "reviewing" as const, kind: null, name: null, openUserId: null };
      await plantCertification(tx, { ...standing, merchantId, changedAt: registeredAt });
    });
  }
}

async function prepare(deps: Deps, applicant: Applicant): Promise<ApplicationPlant> {
  const { merchantId, form, state, rejected = {}, corrected, riskFacts } = applicant;
  const at = (hours: number) => new Date(deps.now.getTime() - hours * HOUR_MS);
  const values = await answersFor(deps, applicant);
  const reviewer = DEMO_OPERATORS[0]!;
  return {
    merchantId,
    form,
    state,
    versions: [
      { values, at: at(applicant.ago) },
      ...(corrected ? [{ values: { ...values, ...corrected }, at: at(applicant.ago / 4) }] : []),
    ],
    ...(applicant.reviewedAgo !== undefined && {
      reviewed: { by: { id: reviewer.id, name: reviewer.name }, at: at(applicant.reviewedAgo), rejected },
    }),
    ...(riskFacts && { riskFacts }),
  };
}

/** A whole form in this applicant's name, with documents drawn for it. */
async function answersFor(deps: Deps, applicant: Applicant): Promise<CertificationValues> {
  const { merchantId, form, answers, person } = applicant;
  const store = async (fileName: string, bytes: Uint8Array): Promise<string> => {
    const received = await deps.files.receive({
      ownerId: merchantId,
      purpose: CERTIFICATION_FILE_PURPOSE,
      kind: "image",
      fileName,
      bytes,
    });
    return deps.database.transaction(async (tx) => (await deps.files.record(tx, received)).id);
  };
  const address = answers["businessAddress"] ?? answers["permanentAddress"] ?? "";
  const title = answers["companyName"] ?? answers["companyEnName"] ?? person.name;
  const paper = await store(
    "材料.jpg",
    await drawPaper(title, ["本页为沙箱样本材料", `主体：${title}`, `负责人：${person.name}`]),
  );
  const values = sampleAnswers(form, () => paper);
  const card = await store("身份证.jpg", await drawIdentityCard({ ...person, address }));
  Object.assign(values, { idCardImgFace: card, name: person.name, idCardNumber: person.number }, answers);
  if (answers["companyName"] && answers["rcNo"]) {
    const license = { name: title, number: answers["rcNo"], holder: person.name, from: "2019-04-16", address };
    values["businessLicenseImage"] = await store(
      "IMG_2041.jpg",
      await drawLicense({ ...license, covered: applicant.covered }),
    );
  }
  // Everybody else in the form is the same person: a small company, and numbers that pass their own checks.
  for (const group of ["cbos", "boardMemberOwners"]) {
    for (const row of rowsOf(values[group]))
      Object.assign(row, { name: person.name, idCardNumber: person.number, idCardImgFace: card });
  }
  // The owner acts for the company in person.
  delete values["userAuthAgentDTO"];
  return onlyAsked(form, values);
}

/** Without what this company is not asked: elsewhere than in Hong Kong there is no business registration. */
function onlyAsked(form: CertificationForm, values: CertificationValues): CertificationValues {
  const own = formSpec(form).sections.flatMap((section) => ("fields" in section ? [section.fields] : []));
  const unasked = own.flatMap((fields) => {
    const asked = new Set(askedFields(fields, values).map(([name]) => name));
    return Object.keys(fields).filter((name) => !asked.has(name));
  });
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unasked.includes(name)));
}
