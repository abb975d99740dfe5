import { Refusal, type UploadedFile } from "@coralhub/contract";
import {
  PAYEE_KIND_NAMES,
  PAYEE_KINDS,
  PAYEE_PAPERS,
  payeeLifecycle,
  PORTAL,
  type PayeeKind,
  type PayeePaper,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { dropDefault, lockBeneficiary, updateBeneficiary, type BeneficiaryKey } from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { attachPaper, detachPaper, insertRelated, type Related } from "./papers-store.ts";

/** The kind of paper is part of a file's purpose: it cannot become another by being named differently. */
const PURPOSE = "payee ";

export async function uploadPaper(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { file, paper }: { file: UploadedFile; paper: PayeePaper },
) {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: `${PURPOSE}${paper}`,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId: id, paper, fileName };
}

export type NamedPaper = { fileId: string; paper: PayeePaper; fileName: string };
/** Only files of the merchant's own that were handed in as papers. */
export const namePapers = (
  { files }: Pick<BeneficiariesDeps, "files">,
  merchantId: string,
  fileIds: readonly string[],
): Promise<NamedPaper[]> =>
  Promise.all(
    fileIds.map(async (fileId) => {
      const file = await files.find(merchantId, fileId);
      const paper = file?.purpose.slice(PURPOSE.length) ?? "";
      // A sheet of payees begins alike and is no paper.
      if (!file?.purpose.startsWith(PURPOSE) || !Object.hasOwn(PAYEE_PAPERS, paper))
        throw new Refusal("payee.paper_unknown");
      return { fileId, paper: paper as PayeePaper, fileName: file.fileName };
    }),
  );

export async function keepPapers(tx: Tx, key: BeneficiaryKey, papers: readonly NamedPaper[], at: Date): Promise<void> {
  for (const paper of papers) await attachPaper(tx, key, { ...paper, at });
}

/** A call that names a kind of payee takes no other. */
export const NOT_OWN: readonly PayeeKind[] = PAYEE_KIND_NAMES.filter((kind) => kind !== "own");
const PAGES = {
  own: PORTAL.cashCards,
  supplier: PORTAL.suppliers,
  service: PORTAL.serviceProviders,
  seller: PORTAL.payees,
};
async function lockKind(tx: Tx, key: BeneficiaryKey, kinds: readonly PayeeKind[]): Promise<Written> {
  const payee = await lockBeneficiary(tx, key, "update");
  if (!payee) throw new Refusal("not_found");
  if (kinds.includes(payee.kind)) return payee;
  const { label } = PAYEE_KINDS[payee.kind];
  throw new Refusal("payee.other_kind", { name: payee.name, kind: label, page: PAGES[payee.kind].title });
}

type Proof = { id: string; papers: readonly string[]; remark: string; maximum?: Written["maximum"] };
type Written = NonNullable<Awaited<ReturnType<typeof lockBeneficiary>>>;
/** What may be added without touching the account: papers, a remark, a maximum. */
export async function provePayee(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  kinds: readonly PayeeKind[],
  proof: Proof,
): Promise<null> {
  const key = { merchantId: ctx.merchantId, id: proof.id };
  const papers = await namePapers(deps, ctx.merchantId, proof.papers);
  return ctx.once(async (tx) => {
    const payee = await lockKind(tx, key, kinds);
    if (payee.state === "disabled") throw new Refusal("not_found");
    const at = deps.clock.now();
    await keepPapers(tx, key, papers, at);
    const maximum = proof.maximum === undefined ? payee.maximum : proof.maximum;
    if (maximum && maximum.currency !== payee.currency) {
      throw new Refusal("input.invalid", {}, { maximumAmount: `付款上限用账户的币种 ${payee.currency} 填写` });
    }
    const sameMaximum = maximum?.minor === payee.maximum?.minor;
    await updateBeneficiary(tx, {
      ...payee,
      maximum,
      maximumFrom: maximum === null ? null : sameMaximum ? payee.maximumFrom : at,
      profile: { ...payee.profile, ...(proof.remark && { remark: proof.remark }) },
      at,
    });
    return null;
  });
}

export async function removePaper(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { supplierId, fileId }: { supplierId: string; fileId: string },
): Promise<null> {
  const key = { merchantId: ctx.merchantId, id: supplierId };
  return ctx.once(async (tx) => {
    await lockKind(tx, key, NOT_OWN);
    if (!(await detachPaper(tx, key, fileId, deps.clock.now()))) throw new Refusal("not_found");
    return null;
  });
}

/** Nothing is paid to it from now on; what is on its way arrives. */
export async function disablePayee(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  kinds: readonly PayeeKind[],
  id: string,
): Promise<null> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const payee = await lockKind(tx, key, kinds);
    await dropDefault(tx, key);
    await deps.lifecycles.advance(tx, payeeLifecycle, key, "disable", { at: deps.clock.now(), by: merchantActor(ctx) });
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: ctx.merchantId, personId: ctx.personId },
      action: "payee.disabled",
      subject: `beneficiary:${id}`,
      address: ctx.address,
      detail: { kind: payee.kind, name: payee.name, lastFour: payee.lastFour },
    });
    return null;
  });
}

export async function addRelated(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  input: Pick<Related, "relateName" | "relateType" | "relateContract">,
): Promise<Related> {
  await namePapers(deps, ctx.merchantId, [input.relateContract]);
  return ctx.once(async (tx) => {
    const related = { id: deps.ids.next(), ...input, createdAt: deps.clock.now() };
    await insertRelated(tx, ctx.merchantId, related);
    return related;
  });
}
