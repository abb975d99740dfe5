/** Where pages lead to one another: the route table has the same addresses, and no page may import it. */
export const PATHS = {
  shops: "/shopManage",
  byAccount: "/multipleStores/storesAccount",
  addStores: "/multipleStores/addStore",
  bind: "/bindshop",
  accounts: "/bigAccount/account",
  account: "/bigAccount/details",
  noAccount: "/bigAccount/accountNone",
  charges: "/bigAccount/charges",
  income: "/bigIncome/in",
  exports: "/bigIncome/exports",
  payouts: "/bigIncome/out",
  pooling: "/bigAccountPoolRecord",
  certify: "/nav/navEnd",
} as const;
