import { orderGatewayEndpoints } from "../../orders/gateway.ts";
import { orderEndpoints } from "../../orders/orders.ts";
import { developerEndpoints } from "../developer.ts";
import { offer } from "./offer.ts";
import { storeOfRow } from "./standing.ts";

const settlement = (platform: "shopify" | "ebay" | "dhgate" | "bigcommerce" | "threeCart") => {
  const of = `${platform}BindSerial` as const;
  return offer(`orders.${of}`, orderEndpoints[of], {
    method: "POST",
    path: `/incomes/{incomeId}/settlement/${platform}`,
    scope: "orders:write",
  });
};
const orders = {
  listOrders: offer("orders.searchOrders", orderEndpoints.searchOrders, {
    path: "/orders",
    scope: "orders:read",
    object: "order",
    related: { store: storeOfRow },
  }),
  getOrder: offer("orders.order", orderEndpoints.order, {
    path: "/orders/{id}",
    scope: "orders:read",
    object: "order",
    related: { store: storeOfRow },
  }),
  createOrders: offer("orders.typeOrders", orderEndpoints.typeOrders, {
    method: "POST",
    path: "/orders",
    scope: "orders:write",
  }),
  uploadOrders: offer("orders.uploadOrders", orderEndpoints.uploadOrders, {
    method: "POST",
    path: "/orders/file",
    scope: "orders:write",
    once: true,
  }),
  repairOrder: offer("orders.repairOrder", orderEndpoints.repairOrder, {
    method: "POST",
    path: "/orders/{id}/repair",
    scope: "orders:write",
  }),
  matchOrders: offer("orderFiles.matchOrders", orderGatewayEndpoints.matchOrders, {
    method: "POST",
    path: "/orders/match",
    scope: "orders:write",
  }),
  linkOrders: offer("orderFiles.bindOrders", orderGatewayEndpoints.bindOrders, {
    method: "POST",
    path: "/incomes/{incomeId}/orders",
    scope: "orders:write",
  }),
  unlinkOrders: offer("orderFiles.unbindOrders", orderGatewayEndpoints.unbindOrders, {
    method: "POST",
    path: "/incomes/{incomeId}/orders/unlink",
    scope: "orders:write",
  }),
  linkShopifySettlement: settlement("shopify"),
  linkEbaySettlement: settlement("ebay"),
  linkDhgateSettlement: settlement("dhgate"),
  linkBigcommerceSettlement: settlement("bigcommerce"),
  linkThreeCartSettlement: settlement("threeCart"),
  listOrderUploads: offer("orders.uploadRecords", orderEndpoints.uploadRecords, {
    path: "/order-uploads",
    scope: "orders:read",
  }),
  getOrderUpload: offer("orders.uploadRecord", orderEndpoints.uploadRecord, {
    path: "/order-uploads/{id}",
    scope: "orders:read",
  }),
  getRejectedOrders: offer("orders.rejectedRows", orderEndpoints.rejectedRows, {
    path: "/order-uploads/{id}/rejected",
    scope: "orders:read",
  }),
  getQuota: offer("orders.orderOverview", orderEndpoints.orderOverview, { path: "/quota", scope: "orders:read" }),
  listQuotaUses: offer("orders.quotaUses", orderEndpoints.quotaUses, { path: "/quota/uses", scope: "orders:read" }),
  getQuotaUse: offer("orders.quotaUse", orderEndpoints.quotaUse, { path: "/quota/uses/{id}", scope: "orders:read" }),
};

const events = {
  listEvents: offer("developer.appEvents", developerEndpoints.appEvents, { path: "/events", scope: "events:read" }),
  sendTestEvent: offer("developer.testWebhook", developerEndpoints.testWebhook, {
    method: "POST",
    path: "/events/test",
    scope: "events:read",
    once: true,
  }),
  setMetadata: offer("developer.setMetadata", developerEndpoints.setMetadata, {
    method: "POST",
    path: "/metadata/{object}/{id}",
    scope: "metadata:write",
  }),
};

const levers = {
  createTestIncome: offer("developer.testIncome", developerEndpoints.testIncome, {
    method: "POST",
    path: "/sandbox/incomes",
    scope: "events:read",
    sandbox: true,
  }),
  createTestOrders: offer("developer.testOrders", developerEndpoints.testOrders, {
    method: "POST",
    path: "/sandbox/orders",
    scope: "events:read",
    sandbox: true,
  }),
};

export const proofOperations = { ...orders, ...events, ...levers };
