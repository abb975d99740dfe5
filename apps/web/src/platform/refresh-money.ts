import { queryClient } from "./query.ts";

/** Receiving accounts, income and what is made of it: live events make everything under this key ask again. */
export const MONEY_KEY = "collections";

/** Money or its papers changed: everything that shows them asks again. */
export const refreshMoney = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [MONEY_KEY] }),
    queryClient.invalidateQueries({ queryKey: ["home"] }),
    queryClient.invalidateQueries({ queryKey: ["activity"] }),
  ]);
