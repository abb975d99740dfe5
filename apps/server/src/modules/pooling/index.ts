import { fundsMergerList, poolingEndpoints, Refusal } from "@coralhub/contract";
import { addMoney, moneyOf, subtractMoney, type Money } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import { confirmPooling } from "./confirm-pooling.ts";
import type { PoolingDeps } from "./deps.ts";
import { findMerger, mergerSource, type Merger } from "./mergers-store.ts";
import { isPoolable, poolAccounts, previewPooling, type PoolAccountFacts } from "./preview-pooling.ts";

/** Bringing the money of several receiving accounts together in one of them. */
export function createPooling(deps: PoolingDeps): Capability<typeof poolingEndpoints> {
  const { db } = deps.database;
  return {
    endpoints: poolingEndpoints,
    handlers: {
      async poolingAccounts({ merchantId }) {
        const [allowed, accounts] = await Promise.all([
          deps.certification.isBigCustomer(merchantId),
          poolAccounts(deps, merchantId),
        ]);
        const groups = Map.groupBy(accounts, ({ currency }) => currency);
        return {
          allowed,
          currencies: [...groups].map(([currency, own]) => ({
            currency,
            available: moneyOf(
              currency,
              own.filter(isPoolable).reduce((sum, { available }) => sum + available.minor, 0n),
            ),
            accounts: own.map(describeAccount),
          })),
        };
      },
      previewPooling: async (ctx, request) => describe(await previewPooling(deps, ctx, request)),
      confirmPooling: (ctx, { id }) => confirmPooling(deps, ctx, id),
      poolingRecords: ({ merchantId }, input) =>
        deps.lists.page({ ownerId: merchantId }, fundsMergerList, mergerSource, input),
      async poolingDetail({ merchantId }, { id }) {
        const merger = await findMerger(db, { merchantId, id });
        if (!merger) throw new Refusal("not_found");
        return describe(merger);
      },
      exportPooling: async ({ merchantId }, { filters }) =>
        deps.lists.export({ ownerId: merchantId }, fundsMergerList, mergerSource, filters),
    },
  };
}

const describeAccount = (account: PoolAccountFacts) => ({
  id: account.id,
  cardNo: account.accountNumber,
  country: account.country,
  holderName: account.holderName,
  state: account.state,
  available: account.available,
  poolable: isPoolable(account),
});

type Part = { accountId: string; cardNo: string | null; before: Money };
const describe = ({ id, currency, total, state, target, lines, expiresAt, mergedAt }: Merger) => ({
  id,
  currency,
  total,
  state,
  expiresAt,
  mergedAt,
  target: part(target, total, addMoney(target.before, total)),
  lines: lines.map((line) => part(line, line.amount, subtractMoney(line.before, line.amount))),
});
const part = ({ accountId, cardNo, before }: Part, amount: Money, after: Money) => ({
  accountId,
  cardNo,
  before,
  amount,
  after,
});
