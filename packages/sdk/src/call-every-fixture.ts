import { CoralHubError } from "./call-error.ts";
import type { CoralHub } from "./client.ts";
import { platformByCode, sampleStoreAnswers } from "@coralhub/domain";
import { OPERATIONS, type OperationName, type Operations } from "./contract/operations.ts";
import {
  newSupplier,
  picture,
  prepareSamples,
  until,
  NOBODY,
  type OtherWallet,
  type World,
} from "./sample-world-fixture.ts";
import { agreementInputs, ownMoneyInputs, seriesInputs } from "./call-services-fixture.ts";

/** What to ask each operation with; exhaustive, so that a new one does not compile without its own. */
type Inputs = {
  [N in OperationName]: (world: World, client: CoralHub) => Operations[N]["input"] | Promise<Operations[N]["input"]>;
};

const usd = (amount: string) => ({ currency: "USD", amount });
const DEPOSIT = { amount: usd("1000.00"), termMonths: 3 as const, instruction: "payOut" as const };
const nothing = () => ({});
const request = ({ accountId, payeeId }: World) => ({ accountId, amount: usd("110.00"), beneficiaryId: payeeId });
const supplied = ({ accountId, supplierId }: World) => ({
  accountId,
  amount: usd("110.00"),
  beneficiaryId: supplierId,
});
const served = ({ accountId, serviceId }: World) => ({ accountId, amount: usd("110.00"), beneficiaryId: serviceId });
const file = (name: string, text: string) => new File([text], name);
const monthOf = ({ today }: World) => today.slice(0, 7);
const template = () => ({ country: "US" as const, currency: "USD", format: "csv" as const });
const storeForm = (code: string, { storeFileId }: World) => {
  const platform = platformByCode(code)!;
  const attach = platform.fields.includes("attach") ? { attach: storeFileId } : {};
  return { ...sampleStoreAnswers(platform, "erp-01"), ...attach };
};
const SHEET = "收款人名称\t金额\t币种\n广州白云皮具厂\t120.00\tUSD";

const standing = {
  getCertification: nothing,
  getCertificationApplication: nothing,
  uploadCertificationFile: picture,
  answerEnquiry: () => ({ id: NOBODY, text: "已补充", fileIds: [] }),
  listStores: nothing,
  getStore: ({ storeId }) => ({ id: storeId }),
  listStorePlatforms: nothing,
  renameStore: ({ storeId }) => ({ merchantsId: storeId, name: "南屿家居旗舰店" }),
  remarkStores: ({ storeId }) => ({ merchantsIds: [storeId], remark: "ERP 同步" }),
  hideStores: ({ storeId }) => ({ merchantsIds: [storeId], hidden: false }),
  moveStores: ({ storeId }) => ({ merchantsIds: [storeId], remark: "ERP 同步" }),
  removeStore: () => ({ id: NOBODY }),
  uploadStoreFile: picture,
  bindShopifyStore: (world) => storeForm("SHOPIFY", world),
  bindEbayStore: (world) => storeForm("EBAY", world),
  bindAmazonStore: (world) => storeForm("AMAZON", world),
  bindOtherStore: (world) => ({ ...storeForm("TIKTOK", world), platformCode: "TIKTOK" as const }),
  getStoreAuthorisation: ({ storeId }) => ({ merchantsId: storeId }),
  listAccounts: nothing,
  getAccount: ({ accountId }) => ({ id: accountId }),
  getAccountLetter: ({ accountId }) => ({ accountId }),
  listAccountEntries: ({ accountId }) => ({ accountId }),
  getStatement: (world) => ({ accountId: world.accountId, month: monthOf(world) }),
  getStatementPdf: (world) => ({ accountId: world.accountId, month: monthOf(world) }),
  listIncomes: () => ({ expand: "store,account" }),
  getIncome: ({ incomeId }) => ({ id: incomeId, expand: "store" }),
  getIncomeReceipt: ({ incomeId }) => ({ id: incomeId }),
  uploadIncomeFile: picture,
  supplementIncome: ({ supplementId, incomeFileId }) => ({
    id: supplementId,
    fileIds: [incomeFileId],
    note: "平台结算单",
  }),
  claimIncome: ({ claimId, storeId }) => ({ id: claimId, storeId }),
  returnIncome: ({ returnId }) => ({ id: returnId, reason: "付款方误付" }),
  listMoneyEvents: nothing,
  getMoneyTotals: nothing,
  getPeriodStatement: (world) => ({ grain: "month" as const, period: monthOf(world) }),
  getPeriodStatementFile: (world) => ({ grain: "month" as const, period: monthOf(world), format: "csv" as const }),
  getVoucherFile: (world) => ({ month: monthOf(world), format: "kingdee" as const }),
  getMonthPack: (world) => ({ month: monthOf(world) }),
  getBalancesAsOf: ({ today }) => ({ at: `${today} 00:00:00` }),
} satisfies Partial<Inputs>;

const payments = {
  getBankForms: () => ({ country: "US" as const }),
  listIntermediaryBanks: () => ({}),
  listPayees: nothing,
  getPayee: ({ payeeId }) => ({ id: payeeId }),
  uploadPayeeFile: picture,
  addOwnPayee: () => ({
    bankNo: "6225880281930499",
    bankName: "招商银行",
    clearCode: "308584000013",
    currency: "CNY",
    bankCountryCode: "CN" as const,
    nameOfAccountHolder: "深圳市南屿科技有限公司",
  }),
  addSupplierPayee: () => ({ ...newSupplier("Harbor Packaging LLC", "456789"), metadata: { erp: "SUP-0091" } }),
  addServicePayee: () => newSupplier("Bluewater Freight LLC", "456790"),
  changeSupplierPayee: ({ changedSupplierId }) => ({
    ...newSupplier("Meridian Textiles LLC", "456791"),
    supplierId: changedSupplierId,
  }),
  changeServicePayee: ({ changedServiceId }) => ({
    ...newSupplier("Cedar Point Studio LLC", "456792"),
    supplierId: changedServiceId,
  }),
  disablePayee: ({ disabledPayeeId }) => ({ id: disabledPayeeId }),
  listPayouts: () => ({ expand: "payee" }),
  getPayout: ({ payoutId }) => ({ id: payoutId, expand: "payee" }),
  getPayoutReceipt: ({ paidId }) => ({ id: paidId }),
  getPayoutReceipts: ({ paidId }) => ({ ids: [paidId] }),
  confirmPayout: async (world, client) => {
    const { quoteId } = await client.quoteWithdrawal(request(world));
    return { id: world.payoutId, quoteId };
  },
  getWithdrawalOptions: nothing,
  compareWithdrawalWays: request,
  quoteWithdrawal: request,
  createWithdrawal: (world) => ({ ...request(world), metadata: { order: "PO-2026-0042" } }),
  cancelWithdrawal: ({ withdrawalToCancel }) => ({ id: withdrawalToCancel }),
  getSupplierOptions: nothing,
  compareSupplierWays: supplied,
  quoteSupplier: supplied,
  createSupplier: supplied,
  cancelSupplier: ({ supplierToCancel }) => ({ id: supplierToCancel }),
  getServiceOptions: nothing,
  compareServiceWays: served,
  quoteService: served,
  createService: served,
  cancelService: ({ serviceToCancel }) => ({ id: serviceToCancel }),
  getSellerOptions: nothing,
  compareSellerWays: supplied,
  quoteSeller: supplied,
  createSeller: supplied,
  cancelSeller: () => ({ id: NOBODY }),
  listBatches: nothing,
  getBatch: ({ batchId }) => ({ id: batchId }),
  getBatchRows: ({ batchId }) => ({ id: batchId, expand: "payout" }),
  listBatchRows: ({ batchId }) => ({ id: batchId }),
  getBatchFile: ({ batchId }) => ({ id: batchId }),
  getPayBatchTemplate: template,
  uploadPayBatch: () => ({ file: file("payments.csv", SHEET.replaceAll("\t", ",")) }),
  createPayBatch: () => ({ text: SHEET }),
  repairPayBatchRow: ({ payBatch }) => ({ id: payBatch.open, line: 3, cells: { amount: "130.00" } }),
  settlePayBatchRows: ({ payBatch }) => ({ id: payBatch.open, lines: [3], decision: "leave" as const }),
  choosePayBatchAccounts: ({ payBatch, accountId }) => ({ id: payBatch.open, currency: "USD", accountId }),
  quotePayBatch: ({ payBatch }) => ({ id: payBatch.open }),
  confirmPayBatch: async ({ payBatch: { whole: id } }, client) => {
    const { quoteId } = await client.quotePayBatch({ id });
    return { id, quoteId };
  },
  cancelPayBatch: ({ payBatch }) => ({ id: payBatch.cancelled }),
  cancelPayBatchRow: ({ payBatch }) => ({ id: payBatch.confirmed, line: 2 }),
  getWithdrawalBatchTemplate: template,
  uploadWithdrawalBatch: () => ({ file: file("withdrawals.csv", SHEET.replaceAll("\t", ",")) }),
  createWithdrawalBatch: () => ({ text: SHEET }),
  repairWithdrawalBatchRow: ({ withdrawalBatch }) => ({
    id: withdrawalBatch.open,
    line: 2,
    cells: { amount: "130.00" },
  }),
  settleWithdrawalBatchRows: ({ withdrawalBatch }) => ({
    id: withdrawalBatch.open,
    lines: [2],
    decision: "leave" as const,
  }),
  chooseWithdrawalBatchAccounts: ({ withdrawalBatch, accountId }) => ({
    id: withdrawalBatch.open,
    currency: "USD",
    accountId,
  }),
  quoteWithdrawalBatch: ({ withdrawalBatch }) => ({ id: withdrawalBatch.whole }),
  confirmWithdrawalBatch: async ({ withdrawalBatch: { whole: id } }, client) => {
    const { quoteId } = await client.quoteWithdrawalBatch({ id });
    return { id, quoteId };
  },
  cancelWithdrawalBatch: ({ withdrawalBatch }) => ({ id: withdrawalBatch.cancelled }),
  cancelWithdrawalBatchRow: ({ withdrawalBatch }) => ({ id: withdrawalBatch.confirmed, line: 2 }),
} satisfies Partial<Inputs>;

const services = {
  getBalances: nothing,
  getWallet: nothing,
  fundWallet: ({ accountId }) => ({ accountId, amount: usd("10.00") }),
  listTransfers: nothing,
  getTransfer: ({ transferId }) => ({ id: transferId }),
  checkWalletPayee: ({ other: { number, name } }) => ({ number, name }),
  createTransfer: ({ other: { number, name } }) => ({ number, name, amount: usd("10.00") }),
  confirmTransfer: ({ transferToConfirm }) => ({ id: transferToConfirm }),
  cancelTransfer: ({ transferToCancel }) => ({ id: transferToCancel }),
  getExchangePairs: nothing,
  getExchangeRate: () => ({ sell: "USD", buy: "HKD" }),
  quoteExchange: () => ({ sell: "USD", buy: "HKD", sellAmount: usd("10.00") }),
  createConversion: async (_world, client) => {
    const { quoteId } = await client.quoteExchange({ sell: "USD", buy: "HKD", sellAmount: usd("10.00") });
    return { quoteId, metadata: { reason: "付港币货款" } };
  },
  listConversions: nothing,
  getConversion: ({ conversionId }) => ({ id: conversionId }),
  listStandingOrders: nothing,
  createStandingOrder: () => ({ sell: "USD", buy: "HKD", kind: "alert" as const, target: "7.90" }),
  cancelStandingOrder: ({ standingOrderId }) => ({ id: standingOrderId }),
  listCards: nothing,
  getCard: ({ cardId }) => ({ id: cardId }),
  createCards: ({ cardholder }) => ({
    userCardDTO: [{ cardName: "广告投放", purpose: "advertising" as const, bin: "428836" as const, cardholder }],
  }),
  suspendCard: ({ activeCardId }) => ({ id: activeCardId }),
  resumeCard: ({ activeCardId }) => ({ id: activeCardId }),
  closeCard: ({ cardToClose }) => ({ id: cardToClose }),
  setCardControls: ({ activeCardId }) => ({ id: activeCardId, controls: { singleUse: false } }),
  getCardWallet: nothing,
  fundCardWallet: () => ({ amount: usd("10.00") }),
  loadCard: ({ activeCardId }) => ({ cardId: activeCardId, rechargeAmount: usd("10.00") }),
  unloadCard: ({ activeCardId }) => ({ cardId: activeCardId, rechargeAmount: usd("10.00") }),
  listCardPayments: () => ({ expand: "card" }),
  getCardPayment: ({ cardPaymentId }) => ({ id: cardPaymentId }),
  attachCardReceipt: ({ cardPaymentId }) => ({ id: cardPaymentId, ...picture() }),
  listDepositProducts: nothing,
  listDeposits: nothing,
  getDeposit: ({ depositId }) => ({ id: depositId }),
  quoteDeposit: () => DEPOSIT,
  createDeposit: async (_world, client) => {
    const { sessionId } = await client.quoteDeposit(DEPOSIT);
    return { sessionId };
  },
  setMaturityInstruction: ({ heldDepositId }) => ({ id: heldDepositId, instruction: "renewPrincipal" as const }),
  getBreakTerms: ({ heldDepositId }) => ({ id: heldDepositId }),
  breakDeposit: ({ heldDepositId }) => ({ id: heldDepositId }),
} satisfies Partial<Inputs>;

const settled = ({ incomeId }: World) => ({ incomeId, serial: "ST-20261117-01" });
const proofs = {
  listOrders: () => ({ expand: "store" }),
  getOrder: ({ orderId }) => ({ id: orderId }),
  createOrders: () => ({ platformCode: "AMAZON", rows: [{ orderNumber: "113-4820193-7716203" }] }),
  uploadOrders: () => ({
    file: file(
      "orders.csv",
      "订单号,下单时间,币种,金额,商品\n113-4820193-7716299,2026-11-01 09:30:00,USD,25.00,台灯\n",
    ),
    platformCode: "AMAZON",
    excelType: "template" as const,
  }),
  repairOrder: ({ failedOrderId, today }) => ({
    id: failedOrderId,
    given: { orderedAt: `${today} 00:00:00`, currency: "USD", amount: "25.00", goods: "台灯" },
  }),
  matchOrders: nothing,
  linkOrders: ({ orderedIncomeId, passedOrderId }) => ({
    incomeId: orderedIncomeId,
    orderIds: [passedOrderId],
    reason: "按结算单",
  }),
  unlinkOrders: ({ orderedIncomeId, passedOrderId }) => ({
    incomeId: orderedIncomeId,
    orderIds: [passedOrderId],
    reason: "关联有误",
  }),
  linkShopifySettlement: settled,
  linkEbaySettlement: settled,
  linkDhgateSettlement: settled,
  linkBigcommerceSettlement: settled,
  linkThreeCartSettlement: settled,
  listOrderUploads: nothing,
  getOrderUpload: ({ uploadId }) => ({ id: uploadId }),
  getRejectedOrders: ({ uploadId }) => ({ id: uploadId }),
  getQuota: nothing,
  listQuotaUses: nothing,
  getQuotaUse: ({ quotaUseId }) => ({ id: quotaUseId }),
  listEvents: nothing,
  sendTestEvent: () => ({ topic: "payout.completed" as const }),
  setMetadata: ({ payoutId }) => ({ object: "payout" as const, id: payoutId, metadata: { approvedBy: "林见南" } }),
  createTestIncome: () => ({ amount: usd("300.00") }),
  createTestOrders: () => ({ amount: usd("300.00") }),
} satisfies Partial<Inputs>;

export const INPUTS: Inputs = {
  ...standing,
  ...payments,
  ...seriesInputs,
  ...services,
  ...ownMoneyInputs,
  ...agreementInputs,
  ...proofs,
};

/** An income of its own: the demo's platforms pay, too, and the newest one may be theirs and not credited yet. */
async function ownIncome(client: CoralHub, reference: string): Promise<{ id: string; createdAt: string }> {
  const find = async () =>
    (await client.listIncomes({ pageSize: 100 })).records.find((one) => one.transactionOrderId === reference);
  await until(async () => (await find())?.state === "credited");
  const income = await find();
  if (!income) throw new Error(`the income ${reference} did not come`);
  return income;
}

/** What the demo's seller has, a payment of its own, and a price to exchange at. */
export async function readWorld(client: CoralHub, other: OtherWallet): Promise<World> {
  const { accountId, reference } = await client.createTestIncome({ amount: usd("5000.00") });
  const { uploadId } = await client.createTestOrders({ amount: usd("5000.00") });
  const income = await ownIncome(client, reference);
  await client.fundWallet({ accountId, amount: usd("1500.00") });
  const [stores, own, suppliers, paid, batch, cards, cardPayments, orders, uses, conversions] = await Promise.all([
    client.listStores(),
    client.getWithdrawalOptions(),
    client.getSupplierOptions(),
    client.listPayouts({ filters: { state: ["completed"] } }),
    client.createPayBatch({ text: SHEET, metadata: { run: "2026-W47" } }),
    client.listCards(),
    client.listCardPayments(),
    client.listOrders(),
    client.listQuotaUses(),
    client.listConversions(),
  ]);
  const payeeId = own.payees[0]!.id;
  const order = { accountId, amount: usd("110.00"), beneficiaryId: payeeId };
  const { id: payoutId } = await client.createWithdrawal(order);
  const prepared = await prepareSamples(client, { accountId, ownId: payeeId, other });
  await until(async () => !["uploaded", "parsing"].includes((await client.getBatch({ id: batch.id })).state));
  return {
    ...prepared,
    other,
    accountId,
    storeId: stores.records[0]!.merchantsId,
    incomeId: income.id,
    payeeId,
    supplierId: suppliers.payees[0]?.id ?? NOBODY,
    payoutId,
    paidId: paid.records[0]?.id ?? NOBODY,
    batchId: batch.id,
    cardId: cards.records[0]?.id ?? NOBODY,
    cardPaymentId: cardPayments.records[0]?.id ?? NOBODY,
    orderId: orders.records[0]?.id ?? NOBODY,
    uploadId,
    quotaUseId: uses.records[0]?.id ?? NOBODY,
    conversionId: conversions.records[0]?.id ?? NOBODY,
    // Of what has happened: the moment a price ends may be tomorrow already.
    today: income.createdAt.slice(0, 10),
  };
}

/** Each operation once, in order: its answer, or the name of its refusal. */
export async function callEvery(
  client: CoralHub,
  other: OtherWallet,
  called: (name: OperationName) => void,
): Promise<Map<OperationName, { answer: unknown } | { refused: string }>> {
  const world = await readWorld(client, other);
  const outcomes = new Map<OperationName, { answer: unknown } | { refused: string }>();
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const ask = async () => ({ answer: await client.call(name, await INPUTS[name](world, client)) });
    const outcome = await ask().catch((error: unknown) => {
      if (!(error instanceof CoralHubError)) throw error;
      return { refused: error.reason };
    });
    outcomes.set(name, outcome);
    called(name);
  }
  return outcomes;
}
