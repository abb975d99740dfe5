import { certificationEndpoints } from "./certification/certification.ts";
import { collectionsEndpoints } from "./income/income.ts";
import { depositEndpoints } from "./services/services.ts";
import type { Endpoints } from "./endpoint.ts";
import { exchangeEndpoints } from "./exchange/exchange.ts";
import { homeEndpoints } from "./home/home.ts";
import { identityEndpoints } from "./identity/identity.ts";
import { incomeRecordEndpoints } from "./income/income-records.ts";
import { ledgerEndpoints } from "./ledger/ledger.ts";
import { messageEndpoints } from "./messages/messages.ts";
import { operationsEndpoints } from "./operations/operations.ts";
import { payoutEndpoints } from "./payouts/payouts.ts";
import { sandboxControlEndpoints } from "./operations/sandbox-control.ts";
import { sandboxDocumentEndpoints } from "./operations/sandbox-documents.ts";
import { sandboxNotificationEndpoints } from "./operations/sandbox-notifications.ts";
import { payoutBankEndpoints } from "./payouts/sandbox-bank.ts";
import { receivingBankEndpoints } from "./income/sandbox-bank.ts";
import { sellerEndpoints } from "./sellers/sellers.ts";
import { connectionEndpoints } from "./stores/connections.ts";
import { storeEndpoints } from "./stores/stores.ts";

/** Every call of the product, by module: the mount, the docs, the fuzz and ownership tests and the coverage count walk this table. */
export const ALL_ENDPOINTS = {
  identity: identityEndpoints,
  certification: certificationEndpoints,
  sellers: sellerEndpoints,
  stores: storeEndpoints,
  connections: connectionEndpoints,
  messages: messageEndpoints,
  home: homeEndpoints,
  ledger: ledgerEndpoints,
  exchange: exchangeEndpoints,
  deposits: depositEndpoints,
  collections: collectionsEndpoints,
  incomeRecords: incomeRecordEndpoints,
  payouts: payoutEndpoints,
  receivingBank: receivingBankEndpoints,
  payoutBank: payoutBankEndpoints,
  notifications: sandboxNotificationEndpoints,
  documents: sandboxDocumentEndpoints,
  operations: operationsEndpoints,
  sandboxControl: sandboxControlEndpoints,
} satisfies Record<string, Endpoints>;

/** What each module is called where people read about it. */
export const MODULE_TITLES: Record<keyof typeof ALL_ENDPOINTS, string> = {
  identity: "账户与登录",
  certification: "认证",
  sellers: "货到付款卖家",
  stores: "店铺",
  connections: "平台授权",
  messages: "消息",
  home: "首页与日历",
  ledger: "账务",
  exchange: "换汇",
  deposits: "理财",
  collections: "收款",
  incomeRecords: "收款明细与资金归集",
  payouts: "提现与付款",
  receivingBank: "沙箱收款银行",
  payoutBank: "沙箱付款银行",
  notifications: "沙箱信箱",
  documents: "沙箱样本证件",
  operations: "运营后台",
  sandboxControl: "沙箱控制",
};
