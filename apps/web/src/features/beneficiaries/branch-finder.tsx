import { CNAPS_BRANCHES } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { hongkongBanksQuery } from "./payee-calls.ts";

const distinct = (values: readonly string[]) => [...new Set(values)].map((value) => ({ value, label: value }));
const BANKS = distinct(CNAPS_BRANCHES.map(({ bank }) => bank));

/** Bank, city, branch: the number is found. Whoever banks elsewhere types it below. */
export function BranchFinder({ onFound }: { onFound: (code: string, bank: string) => void }) {
  const [bank, setBank] = useState<string>();
  const [city, setCity] = useState<string>();
  const [branch, setBranch] = useState<string | null>(null);
  const ofBank = CNAPS_BRANCHES.filter((one) => one.bank === bank);
  const here = ofBank.filter((one) => one.city === city);
  return (
    <section className="branch-finder" aria-label="查找联行号">
      <p className="form-section-intro">选银行、城市和支行，自动填好联行号；没有列出的支行，请按银行单据在下面填写</p>
      <div className="branch-finder-row">
        <Select
          aria-label="选择银行"
          placeholder="银行"
          showSearch
          value={bank}
          options={BANKS}
          onChange={(next) => {
            setBank(next);
            setCity(undefined);
            setBranch(null);
          }}
        />
        <Select
          aria-label="选择城市"
          placeholder="城市"
          disabled={!bank}
          value={city}
          options={distinct(ofBank.map((one) => one.city))}
          onChange={(next) => {
            setCity(next);
            setBranch(null);
          }}
        />
        <Select
          aria-label="选择支行"
          placeholder="支行"
          disabled={!city}
          value={branch}
          options={here.map((one) => ({ value: one.code, label: `${one.branch} ${one.code}` }))}
          onChange={(code: string) => {
            setBranch(code);
            onFound(code, bank!);
          }}
        />
      </div>
    </section>
  );
}

/** Hong Kong's banks have a number of three digits that few know by heart. */
export function HongkongBanks({ onFound }: { onFound: (code: string) => void }) {
  const { data } = useQuery(hongkongBanksQuery);
  return (
    <section className="branch-finder" aria-label="查找银行代码">
      <p className="form-section-intro">选银行，自动填好三位银行代码；没有列出的，请按银行单据在下面填写</p>
      <Select
        aria-label="选择香港银行"
        placeholder="银行"
        showSearch={{ optionFilterProp: "label" }}
        loading={!data}
        options={data?.map(({ code, name }) => ({ value: code, label: `${name} ${code}` })) ?? []}
        onChange={(code: string) => onFound(code)}
      />
    </section>
  );
}
