import { CoralHubError } from "./call-error.ts";
import type { CoralHub } from "./client.ts";

/** Things of the merchant's that operations are shown on; empty where the world does not have one. */
export type Prepared = {
  storeFileId: string;
  incomeFileId: string;
  supplementId: string;
  claimId: string;
  returnId: string;
  orderedIncomeId: string;
  passedOrderId: string;
  failedOrderId: string;
  changedSupplierId: string;
  changedServiceId: string;
  disabledPayeeId: string;
  serviceId: string;
  withdrawalToCancel: string;
  supplierToCancel: string;
  serviceToCancel: string;
  payBatch: Batches;
  withdrawalBatch: Batches;
  transferId: string;
  transferToConfirm: string;
  transferToCancel: string;
  standingOrderId: string;
  activeCardId: string;
  cardToClose: string;
  cardholder: string;
  depositId: string;
  heldDepositId: string;
};
/** One that is still being put right, one to confirm, one that is called off, one whose row is. */
type Batches = { open: string; whole: string; cancelled: string; confirmed: string };
/** Another merchant's wallet, as it would be told over the phone. */
export type OtherWallet = { number: string; name: string; mobile: string };
/** What the demo's seller has. */
export type World = Prepared & {
  other: OtherWallet;
  accountId: string;
  storeId: string;
  incomeId: string;
  payeeId: string;
  supplierId: string;
  /** Prepared, not confirmed. */
  payoutId: string;
  /** Paid. */
  paidId: string;
  batchId: string;
  cardId: string;
  cardPaymentId: string;
  orderId: string;
  uploadId: string;
  quotaUseId: string;
  conversionId: string;
  today: string;
};

const usd = (amount: string) => ({ currency: "USD", amount });
export const NOBODY = "00000000-0000-7000-8000-000000000000";
const PASSES = 100;
const WAIT_MS = 200;

/** No answer of the world's: the server is at fault, or whoever asked. */
export const BROKEN = /^(?:server|input|access|session|open|limit|idempotency)\./;
/** What the world refuses is left out: whoever is shown on it is refused alike. */
async function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CoralHubError && !BROKEN.test(error.reason)) return undefined;
    throw error;
  }
}
export const idOf = async (asked: Promise<{ id: string }>): Promise<string> => (await attempt(asked))?.id ?? NOBODY;

export async function until(holds: () => Promise<boolean>, passes = PASSES): Promise<void> {
  for (let pass = 0; pass < passes; pass++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

const HEADER = "收款户名\t户名类型\t国家或地区\t币种\t清算代码\t收款账号\t账户类型\t到账金额";
/** American payees; the second one's amount is missing where one is to be put right. */
const paySheet = (place: number, isWhole: boolean): string =>
  [
    HEADER,
    `Harbor Packaging LLC\t企业\tUS\tUSD\t021000021\t48300${place}1\tchecking\t12${place}.00`,
    `Meridian Textiles LLC\t企业\tUS\tUSD\t021000021\t48300${place}2\tchecking\t${isWhole ? `13${place}.00` : ""}`,
  ].join("\n");

/** To the merchant's own accounts. */
const withdrawalSheet = (place: number, isWhole: boolean): string =>
  [
    HEADER,
    `深圳市南屿科技有限公司\t企业\tCN\tCNY\t102584002049\t4000023209200326620\t\t80${place}.00`,
    `深圳市南屿科技有限公司\t企业\tCN\tCNY\t308584001258\t755948216010831\t\t${isWhole ? `90${place}.00` : ""}`,
  ].join("\n");

type Maker = {
  currency: string;
  create(text: string): Promise<{ id: string }>;
  choose(input: { id: string; currency: string; accountId: string }): Promise<unknown>;
  quote(input: { id: string }): Promise<{ quoteId: string }>;
  confirm(input: { id: string; quoteId: string }): Promise<unknown>;
};
async function prepareBatches(
  client: CoralHub,
  accountId: string,
  textOf: (place: number, isWhole: boolean) => string,
  maker: Maker,
): Promise<Batches> {
  const read = async (place: number, isWhole: boolean): Promise<string> => {
    const id = await idOf(maker.create(textOf(place, isWhole)));
    if (id !== NOBODY)
      await until(async () => !["uploaded", "parsing"].includes((await client.getBatch({ id })).state));
    return id;
  };
  const priced = async (id: string): Promise<string> => {
    return (await attempt(maker.quote({ id })))?.quoteId ?? NOBODY;
  };
  const [open, whole, cancelled, confirmed] = [
    await read(1, false),
    await read(2, true),
    await read(3, true),
    await read(4, true),
  ];
  for (const id of [whole, confirmed]) await attempt(maker.choose({ id, currency: maker.currency, accountId }));
  await attempt(maker.confirm({ id: confirmed, quoteId: await priced(confirmed) }));
  return { open, whole, cancelled, confirmed };
}

async function prepareIncomes(client: CoralHub) {
  const found = { supplementId: NOBODY, claimId: NOBODY, returnId: NOBODY };
  const { records } = await client.listIncomes({ pageSize: 100 });
  for (const { id } of records.filter(({ state }) => state !== "credited")) {
    const { may } = await client.getIncome({ id });
    if (may.supplement && found.supplementId === NOBODY) found.supplementId = id;
    else if (may.claim && found.claimId === NOBODY) found.claimId = id;
    else if (may.askReturn && found.returnId === NOBODY) found.returnId = id;
  }
  const incomeFileId = (await client.uploadIncomeFile(picture())).fileId;
  const credited = records.find(({ state, amount }) => state === "credited" && amount.currency === "USD");
  const orders = await client.listOrders({ pageSize: 100, filters: { state: ["passed"] } });
  const passed = orders.records.find(({ amount }) => amount?.currency === "USD");
  const failed = () => client.listOrders({ filters: { state: ["failed"] } });
  const wrong = { orderNumber: "113-5520193-7716204", orderedAt: "2026-11-01 09:30:00", currency: "USD" };
  await attempt(client.createOrders({ platformCode: "AMAZON", rows: [{ ...wrong, amount: "0.00", goods: "台灯" }] }));
  await until(async () => (await failed()).records.length > 0, 20);
  return {
    ...found,
    incomeFileId,
    orderedIncomeId: credited?.id ?? NOBODY,
    passedOrderId: passed?.id ?? NOBODY,
    failedOrderId: (await failed()).records[0]?.id ?? NOBODY,
  };
}

/** The smallest picture there is. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const picture = () => ({
  file: new File([Uint8Array.from(atob(PIXEL), (sign) => sign.charCodeAt(0))], "proof.png"),
});
export const newSupplier = (name: string, last: string) => ({
  supplierName: name,
  bankAccount: `000123${last}`,
  bankCurrency: "USD",
  bankName: "JPMorgan Chase Bank",
  clearCode: "021000021",
  bankAccountType: "checking",
  supplierCountryCode: "US" as const,
  supplierCity: "New York",
  companyAddress: "383 Madison Avenue, New York",
  bankAccountHolder: name,
});

async function preparePayments(client: CoralHub, accountId: string, ownId: string) {
  const { payees: services } = await client.getServiceOptions();
  const { payees: suppliers } = await client.getSupplierOptions();
  const serviceId = services.find(({ currency }) => currency === "USD")?.id ?? services[0]?.id ?? NOBODY;
  const supplierId = suppliers.find(({ currency }) => currency === "USD")?.id ?? suppliers[0]?.id ?? NOBODY;
  const payment = (beneficiaryId: string) => ({ accountId, amount: usd("105.00"), beneficiaryId });
  return {
    serviceId,
    changedSupplierId: await idOf(client.addSupplierPayee(newSupplier("Meridian Textiles LLC", "456801"))),
    changedServiceId: await idOf(client.addServicePayee(newSupplier("Cedar Point Studio LLC", "456802"))),
    disabledPayeeId: await idOf(client.addSupplierPayee(newSupplier("Old Mill Trading LLC", "456803"))),
    withdrawalToCancel: await idOf(client.createWithdrawal(payment(ownId))),
    supplierToCancel: await idOf(client.createSupplier(payment(supplierId))),
    serviceToCancel: await idOf(client.createService(payment(serviceId))),
    payBatch: await prepareBatches(client, accountId, paySheet, {
      currency: "USD",
      create: (text) => client.createPayBatch({ text, title: "十一月货款" }),
      choose: (input) => client.choosePayBatchAccounts(input),
      quote: (input) => client.quotePayBatch(input),
      confirm: (input) => client.confirmPayBatch(input),
    }),
    withdrawalBatch: await prepareBatches(client, accountId, withdrawalSheet, {
      currency: "CNY",
      create: (text) => client.createWithdrawalBatch({ text, title: "十一月提现" }),
      choose: (input) => client.chooseWithdrawalBatchAccounts(input),
      quote: (input) => client.quoteWithdrawalBatch(input),
      confirm: (input) => client.confirmWithdrawalBatch(input),
    }),
  };
}

async function prepareServices(client: CoralHub, other: OtherWallet) {
  const { records: cards } = await client.listCards({ pageSize: 50 });
  const [active, spare] = cards.filter(({ cardStatus }) => cardStatus === "active");
  const transfer = { number: other.number, name: other.name, amount: usd("10.00") };
  const deposits = await attempt(client.listDeposits());
  return {
    transferId: (await client.listTransfers()).records[0]?.id ?? NOBODY,
    transferToConfirm: await idOf(client.createTransfer(transfer)),
    transferToCancel: await idOf(client.createTransfer(transfer)),
    standingOrderId: await idOf(client.createStandingOrder({ sell: "USD", buy: "HKD", kind: "alert", target: "7.95" })),
    activeCardId: active?.id ?? NOBODY,
    cardToClose: spare?.id ?? NOBODY,
    cardholder: (active && (await attempt(client.getCard({ id: active.id })))?.cardholder) ?? "CHEN YIAN",
    depositId: deposits?.records[0]?.id ?? NOBODY,
    heldDepositId: deposits?.records.find(({ state }) => state === "held")?.id ?? NOBODY,
  };
}

export async function prepareSamples(
  client: CoralHub,
  { accountId, ownId, other }: { accountId: string; ownId: string; other: OtherWallet },
): Promise<Prepared> {
  return {
    storeFileId: (await client.uploadStoreFile(picture())).fileId,
    ...(await prepareIncomes(client)),
    ...(await preparePayments(client, accountId, ownId)),
    ...(await prepareServices(client, other)),
  };
}
