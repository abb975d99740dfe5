import { activityEndpoints } from "./activity/activity.ts";
import { statementRefusals } from "./statements/refusals.ts";
import { statementEndpoints } from "./statements/statements.ts";
import { approvalEndpoints } from "./approvals/approvals.ts";
import { approvalRefusals } from "./approvals/refusals.ts";
import { outflowEndpoints } from "./outflow/outflow.ts";
import { outflowRefusals } from "./outflow/refusals.ts";
import { cardEndpoints } from "./cards/cards.ts";
import { cardDeskEndpoints } from "./cards/console.ts";
import { cardRefusals } from "./cards/refusals.ts";
import { cardIssuerEndpoints } from "./cards/sandbox-issuer.ts";
import { priceEndpoints } from "./prices/prices.ts";
import { priceRefusals } from "./prices/refusals.ts";
import { accountEndpoints } from "./accounts/endpoints.ts";
import { accountRefusals } from "./accounts/refusals.ts";
import { exportEndpoints } from "./exports/exports.ts";
import { exportRefusals } from "./exports/refusals.ts";
import { incomeEndpoints } from "./income/income.ts";
import { incomeRefusals } from "./income/refusals.ts";
import { poolingEndpoints } from "./pooling/pooling.ts";
import { poolingRefusals } from "./pooling/refusals.ts";
import { batchEndpoints, batchFamilies } from "./batches/batches.ts";
import { batchRefusals } from "./batches/refusals.ts";
import { beneficiaryEndpoints } from "./beneficiaries/beneficiaries.ts";
import { beneficiaryRefusals } from "./beneficiaries/refusals.ts";
import { certificationEndpoints } from "./certification/certification.ts";
import { certificationRefusals } from "./certification/refusals.ts";
import { escrowDeskEndpoints, escrowEndpoints } from "./escrow/escrow.ts";
import { escrowRefusals } from "./escrow/refusals.ts";
import { exchangeEndpoints } from "./exchange/exchange.ts";
import { exchangeRefusals } from "./exchange/refusals.ts";
import { developerEndpoints } from "./developer/developer.ts";
import { openEndpoints } from "./developer/open-operations.ts";
import { developerRefusals } from "./developer/refusals.ts";
import { depositEndpoints } from "./deposits/deposits.ts";
import { depositRefusals } from "./deposits/refusals.ts";
import { depositPartnerEndpoints } from "./deposits/sandbox-partner.ts";
import { campaignEndpoints } from "./campaigns/campaigns.ts";
import { campaignDeskEndpoints } from "./campaigns/desk.ts";
import { campaignPushEndpoints } from "./campaigns/pushes.ts";
import { campaignRefusals } from "./campaigns/refusals.ts";
import { couponEndpoints } from "./coupons/coupons.ts";
import { couponRefusals } from "./coupons/refusals.ts";
import { homeEndpoints } from "./home/home.ts";
import { noticeEndpoints } from "./home/notices.ts";
import { homeRefusals } from "./home/refusals.ts";
import { identityEndpoints } from "./identity/identity.ts";
import { identityRefusals } from "./identity/refusals.ts";
import { receivingBankEndpoints } from "./income/sandbox-bank.ts";
import { invitationEndpoints } from "./invitations/invitations.ts";
import { invitationRefusals } from "./invitations/refusals.ts";
import { ledgerEndpoints } from "./ledger/ledger.ts";
import { ledgerRefusals } from "./ledger/refusals.ts";
import { lendingEndpoints } from "./lending/lending.ts";
import { lendingRefusals } from "./lending/refusals.ts";
import { lenderEndpoints } from "./lending/sandbox-lender.ts";
import { messageEndpoints } from "./messages/messages.ts";
import { messageRefusals } from "./messages/refusals.ts";
import { operationsEndpoints } from "./operations/operations.ts";
import { operationsRefusals } from "./operations/refusals.ts";
import { sandboxControlEndpoints } from "./operations/sandbox-control.ts";
import { sandboxDocumentEndpoints } from "./operations/sandbox-documents.ts";
import { sandboxNotificationEndpoints } from "./operations/sandbox-notifications.ts";
import { mybankControlEndpoints, mybankEndpoints } from "./mybank/mybank.ts";
import { mybankRefusals } from "./mybank/refusals.ts";
import { orderDeskEndpoints } from "./orders/desk.ts";
import { orderGatewayEndpoints } from "./orders/gateway.ts";
import { orderEndpoints } from "./orders/orders.ts";
import { orderRefusals } from "./orders/refusals.ts";
import { sandboxOrderEndpoints } from "./orders/sandbox-orders.ts";
import { payoutEndpoints, payoutFamilies } from "./payouts/payouts.ts";
import { payoutRefusals } from "./payouts/refusals.ts";
import { payoutBankEndpoints } from "./payouts/sandbox-bank.ts";
import { sellerEndpoints } from "./sellers/sellers.ts";
import { connectionRefusals } from "./stores/connection-refusals.ts";
import { connectionEndpoints } from "./stores/connections.ts";
import { storeRefusals } from "./stores/refusals.ts";
import { storeEndpoints } from "./stores/stores.ts";
import { taxRefundRefusals } from "./taxrefund/refusals.ts";
import { taxRefundEndpoints } from "./taxrefund/taxrefund.ts";
import { walletDeskEndpoints } from "./wallets/console.ts";
import { walletRefusals } from "./wallets/refusals.ts";
import { walletEndpointTable } from "./wallets/wallets.ts";
import type { Endpoint, Endpoints } from "./endpoint.ts";
import { fileRefusals } from "./refusals/files.ts";
import { kernelRefusals } from "./refusals/kernel.ts";
import type { RefusalRow } from "./refusals/refusal.ts";

type CapabilityContract = {
  /** What it is called where people read about its calls. */
  title: string;
  endpoints: Endpoints;
  refusals?: Readonly<Record<string, RefusalRow>>;
};

/** What each capability offers and how it says no. A new capability is its own folder and one line here. */
const CAPABILITIES = {
  identity: { title: "账户与登录", endpoints: identityEndpoints, refusals: identityRefusals },
  certification: { title: "认证", endpoints: certificationEndpoints, refusals: certificationRefusals },
  sellers: { title: "货到付款卖家", endpoints: sellerEndpoints },
  stores: { title: "店铺", endpoints: storeEndpoints, refusals: storeRefusals },
  connections: { title: "平台授权", endpoints: connectionEndpoints, refusals: connectionRefusals },
  messages: { title: "消息", endpoints: messageEndpoints, refusals: messageRefusals },
  home: { title: "首页、日历与公告", endpoints: { ...homeEndpoints, ...noticeEndpoints }, refusals: homeRefusals },
  ledger: { title: "账务", endpoints: ledgerEndpoints, refusals: ledgerRefusals },
  exchange: { title: "换汇", endpoints: exchangeEndpoints, refusals: exchangeRefusals },
  wallets: {
    title: "多币种钱包",
    endpoints: { ...walletEndpointTable, ...walletDeskEndpoints },
    refusals: walletRefusals,
  },
  activity: { title: "收支明细", endpoints: activityEndpoints },
  statements: { title: "对账单", endpoints: statementEndpoints, refusals: statementRefusals },
  prices: { title: "收费与汇率", endpoints: priceEndpoints, refusals: priceRefusals },
  accounts: { title: "收款账户", endpoints: accountEndpoints, refusals: accountRefusals },
  income: { title: "收款", endpoints: incomeEndpoints, refusals: incomeRefusals },
  pooling: { title: "资金归集", endpoints: poolingEndpoints, refusals: poolingRefusals },
  exports: { title: "导出", endpoints: exportEndpoints, refusals: exportRefusals },
  beneficiaries: { title: "收款人", endpoints: beneficiaryEndpoints, refusals: beneficiaryRefusals },
  payouts: { title: "付款记录与处理", endpoints: payoutEndpoints, refusals: payoutRefusals },
  batches: { title: "批量付款记录与处理", endpoints: batchEndpoints, refusals: batchRefusals },
  payBatches: { title: "批量付款", endpoints: batchFamilies.pay },
  withdrawalBatches: { title: "批量提现", endpoints: batchFamilies.withdrawal },
  citicPayouts: { title: "中信提现", endpoints: payoutFamilies.citic },
  mybank: { title: "网商银行", endpoints: mybankEndpoints, refusals: mybankRefusals },
  mybankPayouts: { title: "网商银行提现", endpoints: payoutFamilies.mybank },
  mybankControl: { title: "沙箱网商银行", endpoints: mybankControlEndpoints },
  withdrawals: { title: "提现", endpoints: payoutFamilies.withdrawal },
  supplierPayouts: { title: "供应商付款", endpoints: payoutFamilies.supplier },
  servicePayouts: { title: "服务商付款", endpoints: payoutFamilies.service },
  sellerPayouts: { title: "卖家付款", endpoints: payoutFamilies.seller },
  orders: { title: "订单材料", endpoints: orderEndpoints, refusals: orderRefusals },
  orderFiles: { title: "订单核对与文件分析", endpoints: orderGatewayEndpoints },
  orderDesk: { title: "订单材料审核", endpoints: orderDeskEndpoints },
  marketOrders: { title: "沙箱平台订单", endpoints: sandboxOrderEndpoints },
  coupons: { title: "优惠券", endpoints: couponEndpoints, refusals: couponRefusals },
  campaigns: { title: "活动", endpoints: campaignEndpoints, refusals: campaignRefusals },
  campaignDesk: { title: "活动运营", endpoints: campaignDeskEndpoints },
  campaignPushes: { title: "活动推送", endpoints: campaignPushEndpoints },
  invitations: { title: "推荐有礼", endpoints: invitationEndpoints, refusals: invitationRefusals },
  deposits: { title: "定期存款", endpoints: depositEndpoints, refusals: depositRefusals },
  lending: { title: "贷款", endpoints: lendingEndpoints, refusals: lendingRefusals },
  escrow: { title: "担保交易", endpoints: escrowEndpoints, refusals: escrowRefusals },
  escrowDesk: { title: "担保交易运营", endpoints: escrowDeskEndpoints },
  taxrefund: { title: "出口退税", endpoints: taxRefundEndpoints, refusals: taxRefundRefusals },
  cards: { title: "珊瑚卡", endpoints: cardEndpoints, refusals: cardRefusals },
  cardDesk: { title: "珊瑚卡运营", endpoints: cardDeskEndpoints },
  cardIssuer: { title: "沙箱发卡方", endpoints: cardIssuerEndpoints },
  receivingBank: { title: "沙箱收款银行", endpoints: receivingBankEndpoints },
  payoutBank: { title: "沙箱付款银行", endpoints: payoutBankEndpoints },
  depositPartner: { title: "沙箱存款银行", endpoints: depositPartnerEndpoints },
  lender: { title: "沙箱资金方", endpoints: lenderEndpoints },
  notifications: { title: "沙箱信箱", endpoints: sandboxNotificationEndpoints },
  documents: { title: "沙箱样本证件", endpoints: sandboxDocumentEndpoints },
  developer: { title: "开发者", endpoints: developerEndpoints, refusals: developerRefusals },
  openApi: { title: "开放接口", endpoints: openEndpoints },
  approvals: { title: "双人复核", endpoints: approvalEndpoints, refusals: approvalRefusals },
  outflow: { title: "拦下的出款", endpoints: outflowEndpoints, refusals: outflowRefusals },
  operations: { title: "运营后台", endpoints: operationsEndpoints, refusals: operationsRefusals },
  sandboxControl: { title: "沙箱控制", endpoints: sandboxControlEndpoints },
} as const satisfies Record<string, CapabilityContract>;

type Name = keyof typeof CAPABILITIES;
const column = <Key extends keyof CapabilityContract>(key: Key): Record<string, CapabilityContract[Key]> =>
  Object.fromEntries(Object.entries<CapabilityContract>(CAPABILITIES).map(([name, row]) => [name, row[key]]));

/** Every call of the product, by capability: the mount, the docs, the fuzz and ownership tests and the coverage count walk this table. */
export const ALL_ENDPOINTS = /* @__PURE__ */ column("endpoints") as {
  readonly [N in Name]: (typeof CAPABILITIES)[N]["endpoints"];
};
/** Those that prepare, confirm or change payments out. */
const PAYING = [
  "payouts",
  "batches",
  "payBatches",
  "withdrawalBatches",
  "citicPayouts",
  "mybankPayouts",
  "withdrawals",
  "supplierPayouts",
  "servicePayouts",
  "sellerPayouts",
  "wallets",
] as const satisfies readonly Name[];
const paysOut = (name: string, { scope }: Endpoint): boolean =>
  name === "openApi" ? /^payouts:(?:prepare|write)$/.test(scope ?? "") : (PAYING as readonly string[]).includes(name);
/** The calls, as the server names them, whose key is never given a second meaning: money is moved once for good. */
export const lastingCalls = (): string[] =>
  Object.entries(ALL_ENDPOINTS as Readonly<Record<string, Endpoints>>).flatMap(([name, endpoints]) =>
    Object.entries(endpoints).flatMap(([call, endpoint]) =>
      endpoint.idempotent && (endpoint.movesMoney || paysOut(name, endpoint)) ? [`${name}.${call}`] : [],
    ),
  );
export const CAPABILITY_TITLES = /* @__PURE__ */ column("title") as Readonly<Record<Name, string>>;

type Refusals<N extends Name = Name> = N extends Name
  ? (typeof CAPABILITIES)[N] extends { readonly refusals: infer Table }
    ? Table
    : never
  : never;
export type RefusalName = keyof typeof kernelRefusals | keyof typeof fileRefusals | KeyOf<Refusals>;
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
function allRefusals(): Readonly<Record<RefusalName, RefusalRow>> {
  const own = Object.values<CapabilityContract>(CAPABILITIES).map(({ refusals = {} }) => refusals);
  const rows = [kernelRefusals, fileRefusals, ...own].flatMap((table) => Object.entries<RefusalRow>(table));
  return Object.fromEntries(rows) as Record<RefusalName, RefusalRow>;
}
/** Every refusal of the product. */
export const REFUSALS = /* @__PURE__ */ allRefusals();
