import { formatMoney, type Money } from "@coralhub/domain";
import type { SignedServiceConfig } from "../../../platform/config.ts";
import { postSigned } from "../../../platform/signed-post.ts";
import type { ReceivingBank } from "../index.ts";
import { readSignedNotice } from "./signed-notice.ts";

const TIMEOUT_MS = 15_000;
const wire = (amount: Money) => ({ currency: amount.currency, amount: formatMoney(amount) });

/** A partner bank that takes signed instructions; what comes of them it tells through the signed hook. */
export function createPartnerBank(service: SignedServiceConfig): ReceivingBank {
  const instruct = async (instruction: object) =>
    void (await postSigned(service, instruction, { timeoutMs: TIMEOUT_MS }));
  return {
    name: "partner-bank",
    requestAccount: (request) => instruct({ instruction: "account.open", ...request }),
    closeAccount: (account) => instruct({ instruction: "account.close", ...account }),
    returnIncome: ({ amount, ...income }) =>
      instruct({ instruction: "income.return", ...income, amount: wire(amount) }),
    readNotice: (signed, now) => readSignedNotice(service.key, signed, now),
  };
}
