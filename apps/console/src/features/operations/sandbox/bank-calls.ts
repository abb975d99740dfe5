import { accountEndpoints, connectionEndpoints, receivingBankEndpoints } from "@coralhub/contract";
import type { NoticeOutcome } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../../platform/api.ts";

const { receivingAccountDesk } = accountEndpoints;
const { connections, revokeAuthorisation } = connectionEndpoints;

export const bank = connect(receivingBankEndpoints);
export const accounts = connect({ receivingAccountDesk });
export const ties = connect({ connections, revokeAuthorisation });

export const bankSettingsQuery = queryOptions({
  queryKey: ["sandbox", "bank"],
  queryFn: () => bank.bankSettings({}),
});
export const paymentsQuery = queryOptions({
  queryKey: ["sandbox", "payments"],
  queryFn: () => bank.bankPayments({}),
});

const OUTCOMES: Record<NoticeOutcome, string> = {
  announced: "已预告，还在途",
  arrived: "已到账",
  repeated: "认出重复，没有再入账",
  unclaimed: "账号没有人用，挂为无主来款",
  opened: "账户已开通",
  refused: "开户被拒绝",
};

/** What came of each notice, in the order they were told. */
export const outcomeText = (outcomes: readonly NoticeOutcome[]): string =>
  outcomes.length === 0
    ? "银行稍后才通知"
    : outcomes
        .map((outcome, at) => (outcomes.length > 1 ? `第 ${at + 1} 次${OUTCOMES[outcome]}` : OUTCOMES[outcome]))
        .join("，");
