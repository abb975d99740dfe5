import { beneficiaryEndpoints, payeeDeskList, payeeList, Refusal, type PayeeDetail } from "@coralhub/contract";
import {
  BANK_CODE_SCHEME_NAMES,
  bankCodeOf,
  seedBankName,
  type BankDetails,
  type BankRouteKey,
  type Currency,
  type PayeeKind,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import {
  findBeneficiary,
  findMany,
  listBeneficiaries,
  listKnown,
  lockBeneficiary,
  lockMany,
  makeDefault,
  type KnownPayee,
  type Beneficiary,
  type BeneficiaryKey,
} from "./beneficiaries-store.ts";
import type { BeneficiariesDeps, BeneficiariesHouse } from "./deps.ts";
import { briefPayees, describeForms, describePayee, hongkongBanks, revealNumber } from "./describe-payee.ts";
import { decidePayee, describePayeeCase, listBank } from "./desk/decide-payee.ts";
import { draftOfOwn, draftOfPayment, draftOfSupplier, type NewPayee } from "./draft-payee.ts";
import { addRelated, disablePayee, provePayee, removePaper, uploadPaper } from "./keep-papers.ts";
import { countPending, payeeDeskSource, payeeSource } from "./lists-store.ts";
import { listAddedBanks, listRelated } from "./papers-store.ts";
import {
  addPayee,
  changePayee,
  chooseDefault,
  indexOf,
  insertPayee,
  openNumber,
  preparePayee,
  type By,
  type Prepared,
  type Saved,
} from "./save-payee.ts";
import { acceptLink, fillIn, openLink, sendLink, showLinks } from "./self-fill.ts";

export type { Beneficiary, BeneficiaryKey, KnownPayee } from "./beneficiaries-store.ts";
export type { Prepared as PreparedPayee } from "./save-payee.ts";
export type { Holder } from "./deps.ts";
export { plantBeneficiary, type BeneficiaryPlant } from "./plant-beneficiary.ts";

export type Beneficiaries = Capability<typeof beneficiaryEndpoints> & {
  of(key: BeneficiaryKey): Promise<Beneficiary | undefined>;
  many(merchantId: string, ids: readonly string[]): Promise<Beneficiary[]>;
  list(merchantId: string, kind: PayeeKind): Promise<Beneficiary[]>;
  /** As the pages show them. */
  brief(merchantId: string, kind: PayeeKind): Promise<PayeeDetail[]>;
  /** The merchant's own account that what arrives goes to by default. */
  defaultOf(merchantId: string, currency: Currency): Promise<Beneficiary | undefined>;
  /** Stays as it is until the transaction ends. */
  keep(tx: Tx, key: BeneficiaryKey): Promise<Beneficiary | undefined>;
  /** The same for many. */
  keepMany(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Beneficiary[]>;
  known(merchantId: string, kind: PayeeKind, within?: Tx): Promise<KnownPayee[]>;
  /** Finds the same account again. */
  numberIndex(country: string, number: string): Uint8Array;
  /** What our lists call a bank, as they are now. */
  bankNames(): Promise<(route: BankRouteKey, details: BankDetails) => string | undefined>;
  /** A payee of a sheet: checked and screened, then written with the payment that needs it. The sheet's own code counts. */
  prepare(merchantId: string, kind: PayeeKind, payment: NewPayee): Promise<Prepared>;
  addQuietly(tx: Tx, by: By, prepared: Prepared): Promise<Saved>;
  /** An own account that others have to do with becomes the one for its currency. */
  makeDefault(tx: Tx, key: BeneficiaryKey): Promise<void>;
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
    async certifiedAs(merchantId) {
      const certified = await house.certification.certifiedAs(merchantId);
      return certified && certified.name !== null ? { kind: certified.kind, name: certified.name } : null;
    },
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
    keep: (tx, key) => lockBeneficiary(tx, key, "share"),
    keepMany: lockMany,
    known: (merchantId, kind, within) => listKnown(within ?? db, merchantId, kind),
    numberIndex: (country, number) => indexOf(deps, country, number),
    async bankNames() {
      const added = await listAddedBanks(db, BANK_CODE_SCHEME_NAMES);
      const names = new Map(added.map(({ scheme, code, name }) => [`${scheme}:${code}`, name]));
      return (route, details) => {
        const code = bankCodeOf(route, details);
        return code && (seedBankName(code) ?? names.get(`${code.scheme}:${code.code}`));
      };
    },
    prepare: (merchantId, kind, payment) => preparePayee(deps, merchantId, draftOfPayment(kind, payment)),
    async makeDefault(tx, key) {
      const payee = await lockBeneficiary(tx, key, "update");
      if (!payee || payee.kind !== "own" || payee.state === "disabled") throw new Refusal("not_found");
      await makeDefault(tx, key, payee.currency);
    },
    addQuietly: (tx, by, prepared) => insertPayee(deps, tx, by, prepared, true),
    numberOf: (payee) => openNumber(deps, payee),
    waiting: { payees: () => countPending(db) },
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

type Handlers = Beneficiaries["handlers"];

const ownHandlers = (deps: BeneficiariesDeps) =>
  ({
    ownAccounts: ({ merchantId }) => briefPayees(deps, merchantId, "own"),
    addOwnAccount: (ctx, input) => addPayee(deps, ctx, draftOfOwn(input), input.verificationCode),
    changeOwnAccount: (ctx, { bid, ...input }) =>
      changePayee(deps, ctx, bid, draftOfOwn(input), input.verificationCode),
    removeOwnAccount: (ctx, { bid }) => disablePayee(deps, ctx, bid),
    sendAccountCode: ({ merchantId }, { channel }) => deps.codes.send({ merchantId, purpose: "bankAccount", channel }),
    chooseDefault: (ctx, { id }) => chooseDefault(deps, ctx, id),
    hongkongBanks: () => hongkongBanks(deps),
    proveOwnAccount: (ctx, { bid, certificateFile, mark }) =>
      provePayee(deps, ctx, { id: bid, papers: certificateFile ? [certificateFile] : [], remark: mark }),
  }) satisfies Partial<Handlers>;

const supplierHandlers = (deps: BeneficiariesDeps) =>
  ({
    suppliers: ({ merchantId }) => briefPayees(deps, merchantId, "supplier"),
    addSupplier: (ctx, input) => addPayee(deps, ctx, draftOfSupplier("supplier", input), input.verificationCode),
    changeSupplier: (ctx, { supplierId, ...input }) =>
      changePayee(deps, ctx, supplierId, draftOfSupplier("supplier", input), input.verificationCode),
    proveSupplier: (ctx, { supplierId, papers, remark, maximumAmount }) =>
      provePayee(deps, ctx, {
        id: supplierId,
        papers,
        remark,
        ...(maximumAmount !== undefined && { maximum: maximumAmount }),
      }),
    uploadPaper: (ctx, input) => uploadPaper(deps, ctx, input),
    removePaper: (ctx, input) => removePaper(deps, ctx, input),
    removeSupplier: (ctx, { id }) => disablePayee(deps, ctx, id),
    deleteSupplier: (ctx, { id }) => disablePayee(deps, ctx, id),
    dropSupplier: (ctx, { id }) => disablePayee(deps, ctx, id),
    addRelated: (ctx, input) => addRelated(deps, ctx, input),
    relatedParties: ({ merchantId }) => listRelated(deps.database.db, merchantId),
    bankForms: (_ctx, input) => describeForms(deps, input),
    serviceProviders: ({ merchantId }) => briefPayees(deps, merchantId, "service"),
    addServiceProvider: (ctx, input) => addPayee(deps, ctx, draftOfSupplier("service", input), input.verificationCode),
    changeServiceProvider: (ctx, { supplierId, ...input }) =>
      changePayee(deps, ctx, supplierId, draftOfSupplier("service", input), input.verificationCode),
    removeServiceProvider: (ctx, { id }) => disablePayee(deps, ctx, id),
  }) satisfies Partial<Handlers>;

const payeeHandlers = (deps: BeneficiariesDeps) =>
  ({
    payees: ({ merchantId }, input) => deps.lists.page({ ownerId: merchantId }, payeeList, payeeSource, input),
    payee: ({ merchantId }, { id }) => describePayee(deps, { merchantId, id }),
    revealNumber: (ctx, { id }) => revealNumber(deps, ctx, id),
    sendLink: (ctx, input) => sendLink(deps, ctx, input),
    payeeLinks: ({ merchantId }) => showLinks(deps, merchantId),
    openLink: (_ctx, { secret }) => openLink(deps, secret),
    fillLink: (ctx, input) => fillIn(deps, ctx, input),
    acceptLink: (ctx, input) => acceptLink(deps, ctx, input),
  }) satisfies Partial<Handlers>;

const deskHandlers = (deps: BeneficiariesDeps) =>
  ({
    payeeDeskRows: (_ctx, input) => deps.lists.page({ scope: "all" }, payeeDeskList, payeeDeskSource, input),
    payeeCase: (ctx, key) => describePayeeCase(deps, ctx, key),
    decidePayee: (ctx, input) => decidePayee(deps, ctx, input),
    listBank: (ctx, input) => listBank(deps, ctx, input),
  }) satisfies Partial<Handlers>;
