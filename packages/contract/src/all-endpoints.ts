import { certificationEndpoints } from "./certification.ts";
import { depositEndpoints } from "./deposits.ts";
import type { Endpoints } from "./endpoint.ts";
import { homeEndpoints } from "./home.ts";
import { identityEndpoints } from "./identity.ts";
import { ledgerEndpoints } from "./ledger.ts";
import { messageEndpoints } from "./messages.ts";
import { operationsEndpoints } from "./operations.ts";
import { sandboxControlEndpoints } from "./sandbox-control.ts";
import { sandboxDocumentEndpoints } from "./sandbox-documents.ts";
import { sandboxNotificationEndpoints } from "./sandbox-notifications.ts";
import { sellerEndpoints } from "./sellers.ts";

/** Every call of the product, by module: the mount, the docs, the fuzz and ownership tests and the coverage count walk this table. */
export const ALL_ENDPOINTS = {
  identity: identityEndpoints,
  certification: certificationEndpoints,
  sellers: sellerEndpoints,
  messages: messageEndpoints,
  home: homeEndpoints,
  ledger: ledgerEndpoints,
  deposits: depositEndpoints,
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
  messages: "消息",
  home: "首页与日历",
  ledger: "账务",
  deposits: "理财",
  notifications: "沙箱信箱",
  documents: "沙箱样本证件",
  operations: "运营后台",
  sandboxControl: "沙箱控制",
};
