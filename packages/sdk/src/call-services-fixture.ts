import type { CoralHub } from "./client.ts";
import { idOf, NOBODY, picture, type World } from "./sample-world-fixture.ts";
import type { OperationName, Operations } from "./contract/operations.ts";

/** What to ask operations with whose things are made on the way. */
type Inputs = {
  [N in OperationName]: (world: World, client: CoralHub) => Operations[N]["input"] | Promise<Operations[N]["input"]>;
};
const usd = (amount: string) => ({ currency: "USD", amount });
const nothing = () => ({});
const nobody = () => ({ id: NOBODY });
/** So many days after a day. */
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const seriesOf = ({ accountId, serviceId, today }: World) => ({
  kind: "service" as const,
  accountId,
  amount: usd("105.00"),
  beneficiaryId: serviceId,
  rhythm: "monthly" as const,
  firstOn: later(today, 7),
  mostRuns: 3,
});
const begun = async (world: World, client: CoralHub): Promise<string> => {
  const id = await idOf(client.createSeries(seriesOf(world)));
  if (id !== NOBODY) await client.confirmSeries({ id }).catch(() => undefined);
  return id;
};

export const seriesInputs = {
  changeRemittance: ({ payoutId }) => ({ id: payoutId, remittance: "INV 2026-117" }),
  listSeries: nothing,
  getSeries: async (world, client) => ({ id: await idOf(client.createSeries(seriesOf(world))) }),
  createSeries: seriesOf,
  confirmSeries: async (world, client) => ({ id: await idOf(client.createSeries(seriesOf(world))) }),
  pauseSeries: async (world, client) => ({ id: await begun(world, client) }),
  resumeSeries: async (world, client) => {
    const id = await begun(world, client);
    await client.pauseSeries({ id }).catch(() => undefined);
    return { id };
  },
  endSeries: async (world, client) => ({ id: await begun(world, client) }),
  cancelSeries: async (world, client) => ({ id: await idOf(client.createSeries(seriesOf(world))) }),
  listRelatedParties: nothing,
  addRelatedParty: async (_world, client) => ({
    relateName: "南屿控股有限公司",
    relateType: "parent" as const,
    relateContract: (await client.uploadPayeeFile(picture())).fileId,
  }),
  createPayeeLink: () => ({ name: "Pacific Crate LLC", country: "US" as const, currency: "USD" }),
  listPayeeLinks: nothing,
  changeOwnPayee: () => ({
    bid: NOBODY,
    bankNo: "6225880281930499",
    bank: "招商银行",
    currency: "CNY",
    bankCountryCode: "CN" as const,
    nameOfAccountHolder: "深圳市南屿科技有限公司",
  }),
  disableOwnPayee: () => ({ bid: NOBODY }),
} satisfies Partial<Inputs>;

const offline = async ({ accountId, today }: World, client: CoralHub) => ({
  accountId,
  amount: usd("800.00"),
  payerName: "Harbor Packaging LLC",
  sentOn: today,
  proofs: [(await client.uploadOfflineFile(picture())).fileId],
});
const announced = async (world: World, client: CoralHub) => ({
  id: await idOf(client.createOfflineTransfer(await offline(world, client))),
});
const LIMITS = { day: usd("500.00"), month: null, life: null };

export const ownMoneyInputs = {
  listWalletSources: nothing,
  setWalletAccounts: () => ({ accounts: [{ currency: "USD", name: "货款", hidden: false }] }),
  createSweep: ({ accountId }) => ({ accountId, keep: usd("1000.00"), rhythm: "daily" as const }),
  removeSweep: async ({ accountId }, client) => {
    const sources = await client.listWalletSources();
    return { id: sources.find((one) => one.accountId === accountId)?.sweep?.id ?? NOBODY };
  },
  getTransferReceipt: ({ transferId }) => ({ id: transferId }),
  createWalletPayout: ({ payeeId }) => ({
    kind: "withdrawal" as const,
    accountId: "wallet:USD",
    amount: usd("105.00"),
    beneficiaryId: payeeId,
  }),
  reapplyAccount: nobody,
  listAccountCharges: nothing,
  payAccountCharge: () => ({ chargeId: NOBODY }),
  listPoolingAccounts: nothing,
  previewPooling: ({ accountId }) => ({ targetId: NOBODY, sources: [{ accountId, amount: usd("10.00") }] }),
  confirmPooling: nobody,
  listPoolings: nothing,
  getPooling: nobody,
  getOfflineAccount: nothing,
  uploadOfflineFile: picture,
  createOfflineTransfer: offline,
  listOfflineTransfers: nothing,
  getOfflineTransfer: announced,
  cancelOfflineTransfer: announced,
  getDepositOverview: nothing,
  getDepositInterest: ({ heldDepositId }) => ({ id: heldDepositId }),
  getDepositCertificate: ({ heldDepositId }) => ({ id: heldDepositId }),
  getDepositStatement: ({ today }) => ({ from: `${today.slice(0, 8)}01`, to: today }),
  updateCard: ({ activeCardId }) => ({ id: activeCardId, cardName: "广告投放", label: "ERP" }),
  replaceCard: nobody,
  listCardGroups: nothing,
  saveCardGroup: () => ({ name: "ERP 采购", limits: LIMITS }),
  removeCardGroup: async (_world, client) => {
    await client.saveCardGroup({ name: "ERP 临时", limits: LIMITS }).catch(() => undefined);
    return { id: (await client.listCardGroups()).find(({ name }) => name === "ERP 临时")?.id ?? NOBODY };
  },
  disputeCardPayment: () => ({
    id: NOBODY,
    reason: "notReceived" as const,
    statement: "两个月前付款，至今没有收到货物",
    amount: usd("10.00"),
  }),
  addDisputeEvidence: () => ({ id: NOBODY, ...picture() }),
  answerCardDispute: () => ({ id: NOBODY, note: "已补充物流记录" }),
  withdrawCardDispute: nobody,
  getCardFundingReceipt: async (_world, client) => ({ id: await idOf(client.fundCardWallet({ amount: usd("8.00") })) }),
  listCardWithdrawals: nothing,
  createCardWithdrawal: () => ({ target: "wallet" as const, money: usd("10.00") }),
  confirmCardWithdrawal: async (_world, client) => ({
    id: await idOf(client.createCardWithdrawal({ target: "wallet", money: usd("5.00") })),
  }),
  cancelCardWithdrawal: async (_world, client) => ({
    id: await idOf(client.createCardWithdrawal({ target: "wallet", money: usd("6.00") })),
  }),
} satisfies Partial<Inputs>;

const escrowOf = ({ other: { mobile, name }, today }: World) => ({
  role: "buyer" as const,
  otherMobile: mobile,
  otherName: name,
  subject: "首批打样",
  conditions: "样品验收合格后放款",
  amount: usd("120.00"),
  deliverBy: later(today, 30),
});
const proposed = async (world: World, client: CoralHub) => ({ id: await idOf(client.createEscrow(escrowOf(world))) });
const owing = async (client: CoralHub): Promise<string> => {
  const { records } = await client.listLoans({ pageSize: 50 });
  return records.find(({ state }) => state === "active")?.id ?? records[0]?.id ?? NOBODY;
};
const exportOf = ({ today }: World) => ({
  declaration: {
    number: "531620260110000018",
    exportedOn: today,
    goods: "LED 台灯",
    quantity: "500",
    unit: "台",
    amount: usd("6000.00"),
    consignor: "深圳市南屿科技有限公司",
  },
  invoice: {
    number: "26442000000117330091",
    issuedOn: today,
    goods: "LED 台灯",
    quantity: "500",
    unit: "台",
    net: { currency: "CNY", amount: "30000.00" },
    vatRate: 13 as const,
    buyer: "深圳市南屿科技有限公司",
  },
});
const filedWith = async (world: World, client: CoralHub, number: string) => {
  const { declaration, invoice } = exportOf(world);
  const paper = async (kind: "declaration" | "invoice") =>
    (await client.uploadTaxFile({ ...picture(), paper: kind })).fileId;
  return {
    declaration: { ...declaration, number },
    invoice: { ...invoice, number: `26442${number.slice(0, 15)}` },
    receipts: [world.incomeId],
    papers: [await paper("declaration"), await paper("invoice")],
  };
};

export const agreementInputs = {
  getLoanOverview: nothing,
  listLoans: nothing,
  getLoan: async (_world, client) => ({ id: await owing(client) }),
  getLoanContract: async (_world, client) => ({ id: await owing(client) }),
  repayLoan: async (_world, client) => ({ id: await owing(client), amount: usd("50.00") }),
  setLoanIncomeShare: async (_world, client) => ({ id: await owing(client), incomeShare: 10 as const }),
  listEscrows: nothing,
  getEscrow: proposed,
  createEscrow: escrowOf,
  acceptEscrow: nobody,
  declineEscrow: nobody,
  cancelEscrow: proposed,
  deliverEscrow: nobody,
  disputeEscrow: () => ({ id: NOBODY, note: "货物与样品不符" }),
  addEscrowEvidence: async (world, client) => ({ ...(await proposed(world, client)), ...picture(), note: "报价单" }),
  fundEscrow: nobody,
  releaseEscrow: () => ({ id: NOBODY, amount: usd("60.00") }),
  refundEscrow: nobody,
  listTaxReceipts: nothing,
  listTaxRefunds: nothing,
  getTaxRefund: async (world, client) => ({
    id: await idOf(client.createTaxRefund(await filedWith(world, client, "531620260110000026"))),
  }),
  uploadTaxFile: () => ({ ...picture(), paper: "invoice" as const }),
  checkTaxRefund: (world) => ({ ...exportOf(world), receipts: [world.incomeId] }),
  createTaxRefund: (world, client) => filedWith(world, client, "531620260110000034"),
  correctTaxRefund: async (world, client) => {
    const filed = await filedWith(world, client, "531620260110000042");
    return { ...filed, id: await idOf(client.createTaxRefund(filed)) };
  },
  cancelTaxRefund: async (world, client) => ({
    id: await idOf(client.createTaxRefund(await filedWith(world, client, "531620260110000050"))),
  }),
} satisfies Partial<Inputs>;
