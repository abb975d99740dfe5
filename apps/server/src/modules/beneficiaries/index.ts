import { beneficiaryEndpoints, payeeDeskList, payeeList, Refusal, type PayeeBrief } from "@coralhub/contract";
import {
  BANK_CODE_SCHEME_NAMES,
  bankCodeOf,
  branchCodeOf,
  INTERMEDIARY_BANKS,
  PAYEE_KIND_NAMES,
  seedBankName,
  type Currency,
  type NameOfBank,
  type PayeeKind,
  ibanFromParts,
} from "@coralhub/domain";
import type { AccessEnd } from "../../platform/access-end.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import {
  findBeneficiary,
  findMany,
  listBeneficiaries,
  listKnown,
  lockBeneficiary,
  lockMany,
  type KnownPayee,
  type Beneficiary,
  type BeneficiaryKey,
} from "./beneficiaries-store.ts";
import { addMany } from "./add-many.ts";
import { adoptSeller } from "./adopt-seller.ts";
import type { BeneficiariesDeps, BeneficiariesHouse } from "./deps.ts";
import {
  briefPayees,
  describeForms,
  describeIntermediary,
  describePayee,
  hongkongBanks,
  revealNumber,
  suppliersOf,
} from "./describe-payee.ts";
import { decidePayee, describePayeeCase, listBank } from "./desk/decide-payee.ts";
import { doubtPayees, holdDoubted } from "./doubt-payees.ts";
import { draftOfOwn, draftOfPayment, draftOfSupplier, type NewPayee } from "./draft-payee.ts";
import { exportPayees } from "./export-payees.ts";
import { findPayees } from "./find-store.ts";
import { addRelated, disablePayee, namePapers, NOT_OWN, provePayee, removePaper, uploadPaper } from "./keep-papers.ts";
import { checkPayeeSheet, importPayees, payeeTemplate } from "./import-payees.ts";
import { countPending, payeeDeskSource, payeeSource } from "./lists-store.ts";
import { listAddedBanks, listRelated, type Related } from "./papers-store.ts";
import {
  addPayee,
  changePayee,
  chooseDefault,
  chooseDefaultIn,
  indexOf,
  insertPayee,
  openNumber,
  preparePayee,
  type By,
  type Prepared,
  type Saved,
} from "./save-payee.ts";
import { acceptLink, fillIn, openLink, sendLink, showLinks, withdrawLink } from "./self-fill.ts";

export type { Beneficiary, BeneficiaryKey, KnownPayee } from "./beneficiaries-store.ts";
export type { Prepared as PreparedPayee } from "./save-payee.ts";
export { indexOf as payeeIndex } from "./save-payee.ts";
export { plantBeneficiary, type BeneficiaryPlant } from "./plant-beneficiary.ts";

export type Beneficiaries = Capability<typeof beneficiaryEndpoints> & {
  of(key: BeneficiaryKey): Promise<Beneficiary | undefined>;
  many(merchantId: string, ids: readonly string[]): Promise<Beneficiary[]>;
  list(merchantId: string, kind: PayeeKind): Promise<Beneficiary[]>;
  /** As the pages show them. */
  brief(merchantId: string, kind: PayeeKind): Promise<PayeeBrief[]>;
  /** The merchant's own account that what arrives goes to by default. */
  defaultOf(merchantId: string, currency: Currency): Promise<Beneficiary | undefined>;
  /** Whom the merchant has named as belonging to it. */
  related(merchantId: string, within?: Tx): Promise<Related[]>;
  /** Refuses whatever was not handed in as a contract or an invoice. */
  requireTradePapers(merchantId: string, fileIds: readonly string[]): Promise<void>;
  /** Stays as it is until the transaction ends. */
  keep(tx: Tx, key: BeneficiaryKey): Promise<Beneficiary | undefined>;
  /** The same for many. */
  keepMany(tx: Tx, keys: readonly BeneficiaryKey[]): Promise<Beneficiary[]>;
  /** Those an end of access will doubt, before anything else of theirs is locked. */
  holdDoubted(tx: Tx, merchantId: string, why: AccessEnd): Promise<void>;
  known(merchantId: string, kind: PayeeKind): Promise<KnownPayee[]>;
  /** Those of them with one of these numbers, as they are within the transaction. */
  knownByNumber(tx: Tx, merchantId: string, kind: PayeeKind, numbers: readonly Uint8Array[]): Promise<KnownPayee[]>;
  /** Finds the same account again. */
  numberIndex(country: string, number: string): Uint8Array;
  /** What our lists call a bank, as they are now. */
  bankNames(): Promise<NameOfBank>;
  /** A payee of a sheet: checked and screened, then written with the payment that needs it. The sheet's own code counts. */
  prepare(merchantId: string, kind: PayeeKind, payment: NewPayee): Promise<Prepared>;
  add(tx: Tx, by: By, prepared: Prepared): Promise<Saved>;
  /** A sheet's, whose owner is told of all of them together when it is confirmed; their ids in the same order. */
  addMany(tx: Tx, by: By, prepared: readonly Prepared[]): Promise<string[]>;
  /** An own account that others have to do with becomes the one for its currency. */
  chooseDefault(tx: Tx, by: By, id: string): Promise<void>;
  /** For the bank's instruction, and nothing else. */
  numberOf(payee: Beneficiary): string;
};

export function createBeneficiaries(house: BeneficiariesHouse): Beneficiaries {
  const deps: BeneficiariesDeps = {
    ...house,
    screening: house.rails.screening,
    codes: house.identity.codes,
    displayName: house.identity.displayName,
    sendMessage: house.messages.send,
    certifiedAs: house.certification.holderOf,
  };
  const { db } = deps.database;
  return {
    endpoints: beneficiaryEndpoints,
    handlers: { ...ownHandlers(deps), ...supplierHandlers(deps), ...payeeHandlers(deps), ...deskHandlers(deps) },
    of: (key) => findBeneficiary(db, key),
    many: (merchantId, ids) => findMany(db, merchantId, ids),
    list: (merchantId, kind) => listBeneficiaries(db, merchantId, kind),
    brief: (merchantId, kind) => briefPayees(deps, merchantId, kind),
    async defaultOf(merchantId, currency) {
      const own = (await listBeneficiaries(db, merchantId, "own")).filter((payee) => payee.currency === currency);
      return own.find(({ isDefault }) => isDefault) ?? own[0];
    },
    related: (merchantId, within) => listRelated(within ?? db, merchantId),
    async requireTradePapers(merchantId, fileIds) {
      const papers = await namePapers(deps, merchantId, fileIds);
      if (papers.some(({ paper }) => paper === "certificate")) throw new Refusal("payee.paper_unknown");
    },
    keep: (tx, key) => lockBeneficiary(tx, key, "share"),
    keepMany: lockMany,
    holdDoubted: (tx, merchantId, why) => holdDoubted(deps, tx, merchantId, why),
    known: (merchantId, kind) => listKnown(db, merchantId, kind),
    knownByNumber: listKnown,
    numberIndex: (country, number) => indexOf(deps, country, number),
    bankNames: () => bankNames(db),
    prepare: (merchantId, kind, payment) => preparePayee(deps, merchantId, draftOfPayment(kind, payment)),
    chooseDefault: (tx, by, id) => chooseDefaultIn(deps, tx, by, id),
    add: (tx, by, prepared) => insertPayee(deps, tx, by, prepared),
    addMany: (tx, by, prepared) => addMany(deps, tx, by, prepared),
    numberOf: (payee) => openNumber(deps, payee),
    endsAccess: (tx, merchantId, why) => doubtPayees(deps, tx, merchantId, why),
    waiting: { payees: () => countPending(db) },
    find: (merchantId, wanted) =>
      findPayees(db, merchantId, wanted, (country, number) => indexOf(deps, country, number)),
    async personalData(merchantId) {
      const own = await listBeneficiaries(db, merchantId, "own");
      return {
        提现银行账户: own.map(({ holderName, bankName, lastFour, createdAt }) => ({
          户名: holderName,
          开户银行: bankName,
          账号末四位: lastFour,
          绑定时间: createdAt,
        })),
      };
    },
  };
}

async function bankNames(db: Db): Promise<NameOfBank> {
  const added = await listAddedBanks(db, BANK_CODE_SCHEME_NAMES);
  const names = new Map(added.map(({ scheme, code, name }) => [`${scheme}:${code}`, name]));
  return (route, details) => {
    const [code, branch] = [bankCodeOf(route, details), branchCodeOf(route, details)];
    const known = branch && names.get(`${branch.scheme}:${branch.code}`);
    return known ?? (code && (seedBankName(code) ?? names.get(`${code.scheme}:${code.code}`)));
  };
}

type Handlers = Beneficiaries["handlers"];

const ownHandlers = (deps: BeneficiariesDeps) =>
  ({
    ownAccounts: ({ merchantId }) => briefPayees(deps, merchantId, "own"),
    addOwnAccount: (ctx, input) => addPayee(deps, ctx, draftOfOwn(input), input.verificationCode),
    changeOwnAccount: (ctx, { bid, ...input }) =>
      changePayee(deps, ctx, bid, draftOfOwn(input), input.verificationCode),
    removeOwnAccount: (ctx, { bid }) => disablePayee(deps, ctx, ["own"], bid),
    sendAccountCode: ({ merchantId }, { channel }) => deps.codes.send({ merchantId, purpose: "bankAccount", channel }),
    chooseDefault: (ctx, { id }) => chooseDefault(deps, ctx, id),
    hongkongBanks: () => hongkongBanks(deps),
    proveOwnAccount: (ctx, { bid, certificateFile, mark }) =>
      provePayee(deps, ctx, ["own"], { id: bid, papers: certificateFile ? [certificateFile] : [], remark: mark }),
  }) satisfies Partial<Handlers>;

const supplierHandlers = (deps: BeneficiariesDeps) =>
  ({
    suppliers: ({ merchantId }, { merid }) => suppliersOf(deps, merchantId, merid),
    addSupplier: (ctx, input) => addPayee(deps, ctx, draftOfSupplier("supplier", input), input.verificationCode),
    changeSupplier: (ctx, { supplierId, ...input }) =>
      changePayee(deps, ctx, supplierId, draftOfSupplier("supplier", input), input.verificationCode),
    proveSupplier: (ctx, { supplierId, papers, remark, maximumAmount }) =>
      provePayee(deps, ctx, NOT_OWN, {
        id: supplierId,
        papers,
        remark,
        ...(maximumAmount !== undefined && { maximum: maximumAmount }),
      }),
    uploadPaper: (ctx, input) => uploadPaper(deps, ctx, input),
    removePaper: (ctx, input) => removePaper(deps, ctx, input),
    removeSupplier: (ctx, { id }) => disablePayee(deps, ctx, ["supplier"], id),
    deleteSupplier: (ctx, { id }) => disablePayee(deps, ctx, ["supplier"], id),
    dropSupplier: (ctx, { id }) => disablePayee(deps, ctx, ["supplier"], id),
    addRelated: (ctx, input) => addRelated(deps, ctx, input),
    relatedParties: ({ merchantId }) => listRelated(deps.database.db, merchantId),
    async workOutIban(_ctx, { country, bankCode, accountNumber }) {
      return { iban: null, problem: null, ...ibanFromParts(country, bankCode, accountNumber) };
    },
    bankForms: (_ctx, input) => describeForms(deps, input),
    intermediaryBanks: (_ctx, { currency }) =>
      Promise.resolve(
        INTERMEDIARY_BANKS.filter(({ currencies }) => currency === undefined || currencies.includes(currency)).map(
          (bank) => ({ ...bank, currencies: [...bank.currencies] }),
        ),
      ),
    intermediaryBank: (_ctx, { swiftCode }) => describeIntermediary(deps, swiftCode),
    serviceProviders: ({ merchantId }) => briefPayees(deps, merchantId, "service"),
    addServiceProvider: (ctx, input) => addPayee(deps, ctx, draftOfSupplier("service", input), input.verificationCode),
    changeServiceProvider: (ctx, { supplierId, ...input }) =>
      changePayee(deps, ctx, supplierId, draftOfSupplier("service", input), input.verificationCode),
    removeServiceProvider: (ctx, { id }) => disablePayee(deps, ctx, ["service"], id),
  }) satisfies Partial<Handlers>;

const payeeHandlers = (deps: BeneficiariesDeps) =>
  ({
    payees: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, payeeList, payeeSource, input),
    payee: ({ merchantId }, { id }) => describePayee(deps, { merchantId, id }),
    disablePayee: (ctx, { id }) => disablePayee(deps, ctx, PAYEE_KIND_NAMES, id),
    adoptSeller: (ctx, input) => adoptSeller(deps, ctx, input),
    exportPayees: (ctx, request) => exportPayees(deps, ctx, request),
    revealNumber: (ctx, { id }) => revealNumber(deps, ctx, id),
    payeeSheetTemplate: (_ctx, { country, currency, format }) => payeeTemplate(country, currency, format),
    checkPayeeSheet: async (ctx, input) =>
      checkPayeeSheet(deps, ctx, { ...input, nameOf: await bankNames(deps.database.db) }),
    importPayees: async (ctx, input) =>
      importPayees(deps, ctx, { ...input, nameOf: await bankNames(deps.database.db) }),
    sendLink: (ctx, input) => sendLink(deps, ctx, input),
    payeeLinks: ({ merchantId }) => showLinks(deps, merchantId),
    openLink: (_ctx, { secret }) => openLink(deps, secret),
    fillLink: (ctx, input) => fillIn(deps, ctx, input),
    acceptLink: (ctx, input) => acceptLink(deps, ctx, input),
    withdrawLink: (ctx, { id }) => withdrawLink(deps, ctx, id),
  }) satisfies Partial<Handlers>;

const deskHandlers = (deps: BeneficiariesDeps) =>
  ({
    payeeDeskRows: (_ctx, input) => deps.lists.page({ scope: "all" }, payeeDeskList, payeeDeskSource, input),
    payeeCase: (ctx, key) => describePayeeCase(deps, ctx, key),
    decidePayee: (ctx, input) => decidePayee(deps, ctx, input),
    listBank: (ctx, input) => listBank(deps, ctx, input),
  }) satisfies Partial<Handlers>;
