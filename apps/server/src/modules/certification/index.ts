import { certificationEndpoints, Refusal } from "@coralhub/contract";
import {
  certificationLifecycle,
  MONEY_MAY_MOVE,
  toShanghaiDay,
  wireOf,
  type CertificationKind,
} from "@coralhub/domain";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import { findApplication, sharesNumber, type Application } from "./applications-store.ts";
import { assessApplication, ASSESS_JOB, type CaseRef } from "./assess-application.ts";
import {
  countCertifications,
  findByName,
  findCertification,
  findNameAt,
  insertCertification,
  listCertifications,
  listInForce,
  listStandings,
  type Certification,
  type Standing,
} from "./certification-store.ts";
import type { CertificationDeps, CertificationHouse } from "./deps.ts";
import { answersInWords, describeApplication, peopleIn } from "./describe-application.ts";
import { enterFaceCheck, openFaceCheck, pollFaceCheck, takeFacePicture } from "./face/check-face.ts";
import { merchantHandlers } from "./merchant-handlers.ts";
import { reviewHandlers, simulationHandlers } from "./review/handlers.ts";
import { countWaiting } from "./review/review-store.ts";
import { planSimulation, simulateCase, SIMULATE_JOB } from "./simulate-review.ts";
import { submitApplication, type Submission } from "./submit-application.ts";
import { watchExpiry } from "./watch-expiry.ts";
import { referenceHandlers } from "./reference/handlers.ts";
import { certificationTodos } from "./todos.ts";

export { FILE_PURPOSE as CERTIFICATION_FILE_PURPOSE } from "./answers.ts";
export { applicationCount } from "./applications-store.ts";
export { plantCertification } from "./certification-store.ts";
export { plantApplication, type ApplicationPlant } from "./plant-application.ts";

/** Who holds accounts with us: what kind of customer, under which name. */
export type Holder = { kind: CertificationKind; name: string };

export type CertificationModule = Capability<typeof certificationEndpoints> & {
  /** Every merchant has a record from the first moment. */
  open(tx: Tx, merchantId: string): Promise<void>;
  /** For the guard of every call that moves money. */
  mayMoveMoney(merchantId: string): Promise<boolean>;
  /** As what merchants may move money now; those that may not are missing. */
  certifiedKinds(merchantIds: readonly string[]): Promise<ReadonlyMap<string, CertificationKind>>;
  /** How many merchants may move money now. */
  countCertified(): Promise<number>;
  /** As whom a merchant may move money now; null where it may not. Inside a transaction with its own handle. */
  certifiedAs(merchantId: string, within?: Db): Promise<{ kind: CertificationKind; name: string | null } | null>;
  /** The same with the name that accounts are held under: null where there is none, so that no money moves in it. */
  holderOf(merchantId: string, within?: Db): Promise<Holder | null>;
  /** The same for many; those who may not are missing. */
  holdersOf(merchantIds: readonly string[], within: Db): Promise<ReadonlyMap<string, Holder>>;
  /** Frozen by an operator: nothing of theirs leaves. */
  isFrozen(merchantId: string, within?: Db): Promise<boolean>;
  /** Those of them that are. */
  frozenAmong(merchantIds: readonly string[], within: Db): Promise<ReadonlySet<string>>;
  /** An enterprise that has passed the big-customer form. */
  isBigCustomer(merchantId: string): Promise<boolean>;
  /** What the open API calls the merchant; null until certification has passed, and while it does not count. */
  openUserIdOf(merchantId: string): Promise<string | null>;
  /** The specification's status number. */
  statusOf(merchantId: string): Promise<number>;
  briefOf(merchantId: string): Promise<{ name: string | null; kind: CertificationKind | null }>;
  /** The name in force at a moment; the first one, where nothing was approved by then. */
  nameAt(merchantId: string, at: Date): Promise<string | null>;
  briefsOf(merchantIds: readonly string[]): Promise<ReadonlyMap<string, { name: string | null; status: number }>>;
  /** Whether the papers of both name the same document, a person's or a company's. */
  shareDocument(one: string, other: string): Promise<boolean>;
  findByName(text: string, limit: number): Promise<string[]>;
  /** The people named in the papers, with the part they have there. */
  peopleOf(merchantId: string): Promise<{ name: string; role: string }[]>;
  /** For modules whose own subjects are certified by the same machinery. */
  applications: {
    submit(tx: Tx, submission: Submission): Promise<Application>;
    /** As its owner sees it; a case of another merchant does not exist. */
    view(merchantId: string, applicationId: string): Promise<Awaited<ReturnType<typeof describeApplication>>>;
  };
};

const wireStatus = (record: Certification | undefined) => wireOf(certificationLifecycle, record?.state ?? "none");

const findPassed = async (db: Db, merchantId: string): Promise<Certification | undefined> =>
  (await listInForce(db, [merchantId]))[0];

async function certifiedKinds(db: Db, merchantIds: readonly string[]): Promise<ReadonlyMap<string, CertificationKind>> {
  const records = await listInForce(db, merchantIds);
  return new Map(records.map(({ merchantId, kind }) => [merchantId, kind ?? "person"]));
}

async function listHolders(db: Db, merchantIds: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
  const records = await listInForce(db, merchantIds);
  return new Map(
    records.flatMap(({ merchantId, kind, name }) =>
      name === null ? [] : [[merchantId, { kind: kind ?? "person", name }]],
    ),
  );
}

/** Asked by every program and every purchase: whoever asks at the same moment is answered by one look. */
export const createStanding = (db: Db) =>
  createCoalescer<string, boolean>({
    name: "certification",
    async work(merchantIds) {
      const kinds = await certifiedKinds(db, [...new Set(merchantIds)]);
      return merchantIds.map((merchantId) => kinds.has(merchantId));
    },
  });

/** A page asks for it in several places at once: one look answers them all, and everybody else's of that moment. */
const createRecords = (db: Db) =>
  createCoalescer<string, Standing | undefined>({
    name: "certification records",
    async work(merchantIds) {
      const records = new Map((await listStandings(db, [...new Set(merchantIds)])).map((one) => [one.merchantId, one]));
      return merchantIds.map((merchantId) => records.get(merchantId));
    },
  });

export function createCertification(house: CertificationHouse): CertificationModule {
  const deps: CertificationDeps = { ...house, ...house.rails, sendMessage: house.messages.send };
  const { db } = deps.database;
  const recordOf = createRecords(deps.database.hot);
  const passed = (merchantId: string, within: Db = db) => findPassed(within, merchantId);
  const view = async ({ merchantId }: MerchantContext) => {
    const record = await findCertification(db, merchantId);
    const mayMove = record !== undefined && MONEY_MAY_MOVE.includes(record.state);
    return { status: wireStatus(record), userId: mayMove ? record.openUserId : null };
  };
  return {
    endpoints: certificationEndpoints,
    handlers: {
      certificationView: view,
      authInfo: view,
      ...referenceHandlers(db),
      ...merchantHandlers(deps),
      faceKey: (ctx) => openFaceCheck(deps, ctx),
      faceResult: (ctx, { faceAuthId }) => pollFaceCheck(deps, ctx, faceAuthId),
      openFacePage: (ctx, { key }) => enterFaceCheck(deps, ctx, key),
      takeFacePicture: (ctx, input) => takeFacePicture(deps, ctx, input),
      ...reviewHandlers(deps),
      ...simulationHandlers(deps),
    },
    jobs: jobsOf(deps),
    open: (tx, merchantId) => insertCertification(tx, merchantId, deps.clock.now()),
    mayMoveMoney: createStanding(deps.database.hot),
    certifiedKinds: (merchantIds) => certifiedKinds(db, merchantIds),
    countCertified: () => countCertifications(db, MONEY_MAY_MOVE),
    async certifiedAs(merchantId, within) {
      const record = await passed(merchantId, within);
      return record ? { kind: record.kind ?? "person", name: record.name } : null;
    },
    holderOf: async (merchantId, within = db) => (await listHolders(within, [merchantId])).get(merchantId) ?? null,
    holdersOf: (merchantIds, within) => listHolders(within, merchantIds),
    isFrozen: async (merchantId, within = db) => (await findCertification(within, merchantId))?.state === "frozen",
    async frozenAmong(merchantIds, within) {
      const found = await listCertifications(within, merchantIds);
      return new Set(found.flatMap(({ merchantId, state }) => (state === "frozen" ? [merchantId] : [])));
    },
    isBigCustomer: async (merchantId) => (await recordOf(merchantId))?.bigCustomer ?? false,
    openUserIdOf: async (merchantId) => (await passed(merchantId))?.openUserId ?? null,
    statusOf: async (merchantId) => wireStatus(await recordOf(merchantId)),
    async briefOf(merchantId) {
      const record = await recordOf(merchantId);
      return { name: record?.name ?? null, kind: record?.kind ?? null };
    },
    nameAt: async (merchantId, at) => (await findNameAt(db, merchantId, at)) ?? null,
    async briefsOf(merchantIds) {
      const records = await listCertifications(db, merchantIds);
      return new Map(records.map((record) => [record.merchantId, { name: record.name, status: wireStatus(record) }]));
    },
    shareDocument: (one, other) => sharesNumber(db, one, other),
    findByName: (text, limit) => findByName(db, text, limit),
    peopleOf: (merchantId) => peopleIn(deps, merchantId),
    todos: async (merchantId) => certificationTodos(await recordOf(merchantId), toShanghaiDay(deps.clock.now())),
    waiting: { certification: () => countWaiting(db) },
    applications: {
      submit: (tx, submission) => submitApplication(deps, tx, submission),
      async view(merchantId, applicationId) {
        const application = await findApplication(db, merchantId, applicationId);
        if (!application) throw new Refusal("not_found");
        return describeApplication(deps, application);
      },
    },
    personalData: (merchantId) => personalDataOf(deps, merchantId),
  };
}

async function personalDataOf(deps: CertificationDeps, merchantId: string) {
  const record = await findCertification(deps.database.db, merchantId);
  return {
    实名认证: { 状态: certificationLifecycle.states[record?.state ?? "none"].label, 名称: record?.name ?? null },
    认证资料: await answersInWords(deps, merchantId),
  };
}

function jobsOf(deps: CertificationDeps): Capability["jobs"] {
  return {
    [ASSESS_JOB]: {
      async run(data) {
        const ref = data as CaseRef;
        if ((await assessApplication(deps, ref)) && deps.sandbox) await planSimulation(deps, ref);
      },
    },
    [SIMULATE_JOB]: { run: (data) => simulateCase(deps, data as CaseRef) },
    "certification.watch-expiry": { cron: "10 6 * * *", run: () => watchExpiry(deps) },
  };
}
