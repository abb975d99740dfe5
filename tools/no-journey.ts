/**
 * Calls of the specification that a page makes and no journey does yet: their test on the server is their proof. The list may
 * only become shorter; a test compares.
 */
export const NO_JOURNEY_YET: readonly string[] = [
  "orderFiles.analysisDocument",
  "orderFiles.applyAnalysis",
  "orderFiles.cancelAnalysis",
  "orderFiles.downloadMetadata",
  "orders.bigcommerceBindSerial",
  "orders.dhgateBindSerial",
  "orders.ebayBindSerial",
  "orders.rejectedRows",
  "orders.shopifyBindSerial",
  "orders.threeCartBindSerial",
  "stores.authoriseByKeys",
  "stores.bindBigCommerce",
  "stores.bindEbay",
  "stores.bindShoplazza",
  "stores.bindThreeCart",
  "stores.completeStore",
  "stores.modifyAmazon",
  "stores.removeDhgateStore",
  "stores.removeStore",
  "stores.renameDhgateStore",
  "stores.supplementOtherType",
  "stores.updateBigCommerce",
  "stores.updateCoupang",
  "stores.updateEbay",
  "stores.updateOther",
  "stores.updateShopify",
  "stores.updateShoplazza",
  "stores.updateThreeCart",
];
