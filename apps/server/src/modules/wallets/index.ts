import { Refusal, walletDeskEndpoints, walletEndpointTable, walletTransferList } from "@coralhub/contract";
import {
  CURRENCIES,
  MONEY_DIRECTIONS,
  MONEY_KINDS,
  MONEY_STATES,
  PLATFORMS,
  SWEEP_RHYTHMS,
  WALLET_TRANSFER_KINDS,
} from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { WalletsDeps } from "./deps.ts";
import { createWalletDesk } from "./desk.ts";
import { describeWallet, holdsMoney, setAccounts } from "./describe-wallet.ts";
import { fundWallet, listSources, removeSweep, sendFundingCode, sendSweepCode, setSweep } from "./fund-wallet.ts";
import { runSweeps } from "./run-sweeps.ts";
import { transferReceipt } from "./receipt.ts";
import {
  applyTransfer,
  cancelTransfer,
  checkPayee,
  confirmTransfer,
  describeTransfer,
  lapseTransfers,
  sendTransferCode,
} from "./transfer.ts";
import { numberOf } from "./wallet-numbers.ts";
import { countTransfers, transferSource } from "./wallets-store.ts";

const ENDPOINTS = { ...walletEndpointTable, ...walletDeskEndpoints };

export type { WalletsDeps } from "./deps.ts";
export type Wallets = Capability<typeof ENDPOINTS> & {
  /** Made when it is first asked for. */
  numberOf(merchantId: string): Promise<string>;
};

export function createWallets(deps: WalletsDeps): Wallets {
  const { db } = deps.database;
  return {
    endpoints: ENDPOINTS,
    handlers: {
      ...createWalletDesk(deps),
      walletOverview: ({ merchantId }) => describeWallet(deps, merchantId),
      setWalletAccounts: (ctx, input) => setAccounts(deps, ctx, input),
      walletSources: ({ merchantId }) => listSources(deps, merchantId),
      sendFundingCode: (ctx, input) => sendFundingCode(deps, ctx, input),
      fundWallet: (ctx, input) => fundWallet(deps, ctx, input),
      sendSweepCode: (ctx, input) => sendSweepCode(deps, ctx, input),
      setSweep: (ctx, input) => setSweep(deps, ctx, input),
      removeSweep: (ctx, input) => removeSweep(deps, ctx, input),
      checkWalletPayee: ({ merchantId }, payee) => checkPayee(deps, merchantId, payee),
      applyWalletTransfer: (ctx, request) => applyTransfer(deps, ctx, request),
      sendWalletCode: (ctx, input) => sendTransferCode(deps, ctx, input),
      confirmWalletTransfer: (ctx, input) => confirmTransfer(deps, ctx, input),
      cancelWalletTransfer: (ctx, input) => cancelTransfer(deps, ctx, input),
      walletTransfers: ({ merchantId }, input) =>
        deps.lists.page({ ownerId: merchantId }, walletTransferList, transferSource, input),
      walletTransfer: ({ merchantId }, { id }) => describeTransfer(deps, { merchantId, id }),
      walletReceipt: ({ merchantId }, { id, language }) => transferReceipt(deps, { merchantId, id }, language),
      applyFromWallet: (ctx, { kind, ...order }) => deps.payouts.apply(ctx, kind, order),
      dictionary: async (_ctx, { dictType }) => dictionaryOf(dictType),
    },
    jobs: {
      "wallets.sweep": {
        cron: "* * * * *",
        async run() {
          try {
            await runSweeps(deps);
          } finally {
            await lapseTransfers(deps);
          }
        },
      },
    },
    keepsOpen: { multiCurrencyWallet: (merchantId) => holdsMoney(deps, merchantId) },
    numberOf: (merchantId) => numberOf(deps, merchantId),
    personalData: async (merchantId) => ({
      钱包号: await numberOf(deps, merchantId),
      钱包转账笔数: await countTransfers(db, merchantId),
    }),
  };
}

/** The tables the pages themselves use, by the names the specification's clients ask for. */
const DICTIONARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  currency: labels(CURRENCIES, ({ name }) => name),
  user_biz_type: labels(MONEY_KINDS, ({ label }) => label),
  user_biz_status: labels(MONEY_STATES, ({ label }) => label),
  direction: MONEY_DIRECTIONS,
  wallet_transfer_kind: WALLET_TRANSFER_KINDS,
  sweep_rhythm: SWEEP_RHYTHMS,
  platform: Object.fromEntries(PLATFORMS.map(({ code, name }) => [code, name])),
};

function labels<T>(table: Readonly<Record<string, T>>, labelOf: (row: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([value, row]) => [value, labelOf(row)]));
}

function dictionaryOf(dictType: string) {
  const found = Object.hasOwn(DICTIONARIES, dictType) ? DICTIONARIES[dictType] : undefined;
  if (!found) throw new Refusal("wallet.dictionary_unknown");
  return Object.entries(found).map(([dictValue, dictLabel]) => ({ dictValue, dictLabel }));
}
