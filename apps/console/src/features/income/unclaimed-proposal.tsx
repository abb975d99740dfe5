import type { Currency } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { MerchantPicker, type PickedMerchant } from "../../platform/merchant-picker.tsx";
import { accounts, INCOME, unclaimed, useStep, type UnclaimedRow } from "./income-calls.ts";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";
import { platformName } from "./words.tsx";

const MOST_ACCOUNTS = 100;

/** Whose it should be, or that it goes back. Either is only proposed here. */
export function UnclaimedProposal({ row: { id, amount } }: { row: UnclaimedRow }) {
  const [merchants, setMerchants] = useState<PickedMerchant[]>([]);
  const [accountId, setAccountId] = useState<string>();
  const merchantId = merchants[0]?.id;
  const whose = merchantId && accountId ? { merchantId, accountId } : undefined;
  const taking = useStep<Taken>(
    ({ step, words: reason }) =>
      unclaimed.proposeUnclaimed(
        step === "assign" ? { id, proposal: "assign", ...whose, reason } : { id, proposal: "return", reason },
      ),
    "已提出，等另一位财务复核",
  );
  const pick = (picked: PickedMerchant[]) => {
    setMerchants(picked);
    setAccountId(undefined);
  };
  return (
    <div className="collection-case">
      <div className="note-field">
        <label htmlFor="unclaimed-merchant">归入哪个商户</label>
        <MerchantPicker id="unclaimed-merchant" most={1} value={merchants} onChange={pick} />
      </div>
      {merchantId && (
        <AccountChoice merchantId={merchantId} currency={amount.currency} value={accountId} onChange={setAccountId} />
      )}
      <ReasonedSteps
        label="依据"
        hint="写明怎么核实的，复核的同事会看到"
        taking={taking}
        steps={[
          { key: "return", label: "提出退回", shortest: 2, missing: "请写明为什么退回" },
          ...(whose
            ? [{ key: "assign", label: "提出归入商户", primary: true, shortest: 2, missing: "请写明怎么核实的" }]
            : []),
        ]}
      />
    </div>
  );
}

type ChoiceProps = {
  merchantId: string;
  currency: Currency;
  value: string | undefined;
  onChange(id: string | undefined): void;
};

/** The merchant's open accounts in the currency of the payment. */
function AccountChoice({ merchantId, currency, value, onChange }: ChoiceProps) {
  const { data, isFetching } = useQuery({
    queryKey: [...INCOME, "accounts-of", merchantId, currency],
    queryFn: () =>
      accounts.receivingAccountDesk({
        pageSize: MOST_ACCOUNTS,
        filters: { merchantId, currency: [currency], state: ["open"] },
      }),
  });
  return (
    <div className="note-field">
      <label htmlFor="unclaimed-account">收款账户</label>
      <Select
        id="unclaimed-account"
        placeholder={`选择 ${currency} 账户`}
        loading={isFetching}
        notFoundContent={`这个商户没有已开通的 ${currency} 收款账户`}
        value={value ?? null}
        options={data?.records.map(({ id, platform, holderName, accountNumber }) => ({
          value: id,
          label: `${platformName(platform)}，${holderName}，尾号 ${accountNumber?.slice(-4) ?? ""}`,
        }))}
        onChange={(next: string | null) => onChange(next ?? undefined)}
      />
    </div>
  );
}
