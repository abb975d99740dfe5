import { certificationEndpoints as calls, type CallInput, type Endpoint } from "@coralhub/contract";
import {
  answersOf,
  isPrcIdNumber,
  isUscc,
  sampleAnswers,
  type CertificationForm,
  type CertificationValues,
  type PartRow,
} from "@coralhub/domain";
import {
  lawByQuery,
  type Merchant,
  type MerchantKind,
  type MerchantStep,
  type Simulation,
  type Step,
} from "@coralhub/testkit/simulate";
import { drawDocument } from "./certification-fixture.ts";

const FORMS = {
  person: { form: "person", submit: calls.submitPerson, update: calls.updateCertification },
  mainland: { form: "mainland", submit: calls.submitCompany, update: calls.updateCertification },
  hongkong: { form: "hongkong", submit: calls.submitAbroad, update: calls.updateCertification },
  overseas: { form: "hongkong", submit: calls.submitAbroad, update: calls.updateCertification },
  big: { form: "bigMainland", submit: calls.submitBigMainland, update: calls.updateBigMainland },
} as const satisfies Record<MerchantKind, { form: CertificationForm; submit: Endpoint; update: Endpoint }>;

let drawn: Promise<Blob> | undefined;
const picture = (): Promise<Blob> => (drawn ??= drawDocument());

const completed = (start: string, signs: string, isGood: (text: string) => boolean): string =>
  Array.from(signs, (sign) => start + sign).find(isGood)!;
const idNumber = (at: number) =>
  completed(`110105${1960 + (at % 40)}0101${String(at % 1000).padStart(3, "0")}`, "0123456789X", isPrcIdNumber);
const uscc = (at: number) =>
  completed(`91440300MA5${String(at).padStart(6, "0")}`, "0123456789ABCDEFGHJKLMNPQRTUWXY", isUscc);

const FAMILY_NAMES = "赵钱孙李周吴郑王冯陈";
/** Nobody shares a name or a number with anybody: that would be a risk of its own. */
export const personName = (at: number): string =>
  `${FAMILY_NAMES[at % 10]}见${"东南西北春夏秋冬山海"[Math.floor(at / 10) % 10]}`;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const englishName = (at: number): string =>
  `NANYU ${LETTERS[at % 26]}${LETTERS[Math.floor(at / 26) % 26]} HARBOUR LIMITED`;
const companyName = (at: number): string => `深圳市${personName(at)}贸易有限公司`;

/** Now and then two merchants are one person's: the risk check marks that, and it takes a second reviewer. */
const whoseNumbers = ({ number }: Merchant): number => (number % 7 === 6 ? number - 1 : number);
const answers = (me: Merchant): Promise<CertificationValues> => answersFor(me, FORMS[me.kind].form, whoseNumbers(me));
export async function answersFor(me: Merchant, form: CertificationForm, at: number): Promise<CertificationValues> {
  const { fileId } = await me.call(calls.uploadCertificationFile, { file: await picture(), document: "other" });
  const values = sampleAnswers(form, () => fileId);
  if (me.kind === "overseas" && form === FORMS.overseas.form)
    Object.assign(values, { certType: "2", dirCountry: "SG", companyName: "" });
  for (const { field, path, values: row } of answersOf(form, values)) {
    if (field.kind !== "text") continue;
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (field.check === "idNumber") (row as PartRow)[name] = idNumber(at + 1);
    if (field.check === "uscc") (row as PartRow)[name] = uscc(me.number + 1);
    if (field.check === "personName") (row as PartRow)[name] = personName(form.startsWith("seller") ? at : me.number);
    if (field.check === "companyName") (row as PartRow)[name] = companyName(me.number);
    if (field.check === "latinName") (row as PartRow)[name] = englishName(me.number);
    if (field.check === "registrationNumber") (row as PartRow)[name] = String(3_012_345 + me.number);
    if (field.check === "businessRegistration") (row as PartRow)[name] = String(71_234_567 + me.number);
  }
  return form === "person" ? { ...values, faceAuthId: await showFace(me, values) } : values;
}
/** What was handed in is remembered: a correction may change nothing but what was refused. */
async function handIn(me: Merchant, how: "submit" | "update", whole: CertificationValues): Promise<void> {
  await me.call(FORMS[me.kind][how], whole);
  me.memory.set("answers", whole);
}

async function showFace(me: Merchant, values: CertificationValues): Promise<string> {
  await me.call(calls.saveCertificationDraft, { form: "person", values });
  const { faceAuthId, key } = await me.call(calls.faceKey, {});
  await me.call(calls.takeFacePicture, { key, file: await picture() });
  return faceAuthId;
}

/** Where the merchant stands, by the numbers of the specification. */
const NONE = 0;
const REJECTED = 1;
const CERTIFIED = 3;
const SUPPLEMENT = 4;
const EXPIRED = 5;

async function certify({ me }: MerchantStep): Promise<void> {
  const { status, name, application } = await me.call(calls.certificationOverview, {});
  if (name) me.name = name;
  if (status === SUPPLEMENT && application) return answerQuestions(me);
  if (status === NONE) await handIn(me, "submit", await answers(me));
  else if (status === REJECTED) await correct(me);
  else if (status === EXPIRED) await handIn(me, "update", await answers(me));
}
/** Only what was refused may change: another picture of it. */
async function correct(me: Merchant): Promise<void> {
  const application = await me.call(calls.certificationApplication, {});
  const values = me.memory.get("answers") as CertificationValues | undefined;
  if (!application || !values) return;
  const { fileId } = await me.call(calls.uploadCertificationFile, { file: await picture(), document: "other" });
  const corrected: CertificationValues = { ...values };
  for (const { path, verdict } of application.fields) if (verdict === "rejected") corrected[path] = fileId;
  await handIn(me, "update", corrected);
}
async function answerQuestions(me: Merchant): Promise<void> {
  const application = await me.call(calls.certificationApplication, {});
  for (const { id, state } of application?.enquiries ?? [])
    if (state === "open") await me.call(calls.answerEnquiry, { id, text: "材料已补充，请查看", fileIds: [] });
}
/** Whoever is not certified, or is no more, mostly sees to that. */
async function first(step: MerchantStep): Promise<boolean> {
  const { me, chance } = step;
  if (!chance.may(me.memory.has("certified") ? 0.3 : 0.9)) return false;
  const { status, name } = await me.call(calls.certificationOverview, {});
  if (name) me.name = name;
  if (status === CERTIFIED) me.memory.set("certified", true);
  if (![NONE, REJECTED, SUPPLEMENT, EXPIRED].includes(status)) return false;
  await certify(step);
  return true;
}
/** As often as somebody is asked or refused; who is unlucky goes the usual way afterwards. */
async function welcome(step: MerchantStep): Promise<void> {
  const { me, world } = step;
  for (let tries = 0; tries < 6 && !me.memory.has("certified"); tries++) {
    await certify(step);
    await world.settle();
    await reviewCases(step);
    await world.settle();
    const { status, name } = await me.call(calls.certificationOverview, {});
    if (name) me.name = name;
    if (status === CERTIFIED) me.memory.set("certified", true);
  }
}
/** A change of what was certified: the address, by way of the whole form. */
async function change({ me, chance }: MerchantStep): Promise<void> {
  const { status } = await me.call(calls.certificationOverview, {});
  if (status !== CERTIFIED || !chance.may(0.3)) return;
  await handIn(me, "update", await answers(me));
}

async function reviewCases({ world, chance }: Step): Promise<void> {
  const which = chance.pick([1, 2] as const);
  const reviewer = world.operator("reviewer", which);
  const { records } = await reviewer.call(calls.reviewQueue, {
    filters: { state: ["waiting", "second"] },
    pageSize: 20,
  });
  for (const { merchantId, id } of records) {
    const ref = { merchantId, id };
    const found = await reviewer.call(calls.reviewCase, ref);
    if (!found.risk.assessed || (await reviewer.attempt(calls.takeCase, ref)) === undefined) continue;
    if (chance.may(0.1)) {
      const question = { ...ref, version: found.version, questions: [{ field: "", text: "请补充近三个月的经营材料" }] };
      await reviewer.attempt(calls.askMerchant, question);
      continue;
    }
    const reject = chance.may(0.2);
    const unclear = found.fields.find(({ kind }) => kind === "document")?.path;
    const verdicts: CallInput<typeof calls.judgeFields.input>["verdicts"] = found.fields.map(({ path }) =>
      reject && path === unclear
        ? { field: path, verdict: "rejected", reason: "看不清，请重新拍摄" }
        : { field: path, verdict: "accepted", reason: "" },
    );
    await reviewer.attempt(calls.judgeFields, { ...ref, version: found.version, verdicts });
    const outcome = reject ? "reject" : chance.may(0.05) && found.state === "second" ? "sendBack" : "approve";
    await reviewer.attempt(calls.decideCase, { ...ref, version: found.version, outcome, note: "已核对" });
  }
}
async function pursueAnswers({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 1);
  const merchant = pickMerchant({ world, chance });
  if (!merchant) return;
  const { records } = await reviewer.call(calls.reviewQueue, { filters: {}, pageSize: 50 });
  for (const { merchantId, id } of records.filter((row) => row.merchantId === merchant.userId)) {
    const { enquiries } = await reviewer.call(calls.reviewCase, { merchantId, id });
    for (const one of enquiries)
      if (one.state === "answered")
        await reviewer.attempt(calls.pursueEnquiry, {
          merchantId,
          id: one.id,
          ...(chance.may(0.3) ? { text: "请再补充一份" } : {}),
        });
  }
}
async function askCertified({ world, chance }: Step): Promise<void> {
  const reviewer = world.operator("reviewer", 2);
  const { records } = await reviewer.call(calls.reviewQueue, { filters: { state: ["approved"] }, pageSize: 50 });
  if (records.length === 0) return;
  const { merchantId, id } = chance.pick(records);
  const { version } = await reviewer.call(calls.reviewCase, { merchantId, id });
  await reviewer.attempt(calls.askMerchant, {
    merchantId,
    id,
    version,
    questions: [{ field: "", text: "请说明主营商品" }],
  });
}

const pickMerchant = ({ world, chance }: Step): Merchant | undefined => {
  const present = world.merchants.filter(Boolean);
  return present.length > 0 ? chance.pick(present) : undefined;
};
const FROZEN = "经核查需要冻结";
async function freeze({ world, chance }: Step): Promise<void> {
  const merchant = pickMerchant({ world, chance });
  if (!merchant) return;
  const reviewer = world.operator("reviewer", 1);
  await reviewer.attempt(calls.freezeMerchant, { merchantId: merchant.userId, reason: FROZEN });
}
async function unfreeze({ world }: Step): Promise<void> {
  const frozen = await world.database.query<{ merchant_id: string }>(
    "select merchant_id from certification where state = 'frozen' order by merchant_id",
  );
  for (const { merchant_id: merchantId } of frozen)
    await world.operator("reviewer", 2).attempt(calls.unfreezeMerchant, { merchantId, reason: "核查完毕" });
}

export const certificationSimulation: Simulation = {
  async prepare({ lever }) {
    await lever.call(calls.setSimulatedReviewer, { on: false, delaySeconds: 0 });
  },
  first,
  welcome,
  actors: [
    { name: "商户办理认证", by: "merchant", weight: 1, act: certify },
    { name: "商户变更认证资料", by: "merchant", weight: 1, act: change },
    { name: "审核员处理认证", by: "operator", perDay: 2, act: reviewCases },
    { name: "审核员跟进补充资料", by: "operator", perDay: 0.5, act: pursueAnswers },
    { name: "审核员追问已认证商户", by: "operator", perDay: 0.06, act: askCertified },
    { name: "审核员冻结商户", by: "operator", perDay: 0.08, act: freeze },
    { name: "审核员解冻商户", by: "operator", perDay: 0.4, act: unfreeze },
  ],
  laws: [
    // Between the move into `frozen` and the next one no payment of this merchant may begin to be sent.
    lawByQuery(
      "冻结期间没有钱出去",
      "always",
      `
            select 'payout ' || p.id || ' of ' || p.merchant_id || ' was sent while frozen' as problem
              from simulation.move p
             where p.lifecycle = 'payout' and p.to_state = 'processing' and p.from_state = 'submitted'
               and (select c.to_state from simulation.move c where c.lifecycle = 'certification'
                      and c.merchant_id = p.merchant_id and c.number < p.number order by c.number desc limit 1) = 'frozen'`,
    ),
  ],
};
