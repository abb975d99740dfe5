import { fieldsOf, ibanPartsOf } from "@coralhub/domain";
import { useDebounced } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { ibanQuery } from "./payee-calls.ts";
import type { Place } from "./payee-fields.ts";

const PAUSE_MS = 300;

/** Whether the account's number is an IBAN that follows from the numbers on older papers. */
export const takesIban = ({ country, route }: Place): boolean =>
  route !== undefined &&
  ibanPartsOf(country) !== undefined &&
  fieldsOf(route).some(([name, { label }]) => name === "accountNumber" && label.includes("IBAN"));

/** Bank and account as they stand on the paper: the IBAN is worked out while they are typed, and put in. */
export function IbanFinder({ country, onFound }: { country: string; onFound: (iban: string) => void }) {
  const [bank, setBank] = useState("");
  const [account, setAccount] = useState("");
  const [bankCode, accountNumber] = [useDebounced(bank.trim(), PAUSE_MS), useDebounced(account.trim(), PAUSE_MS)];
  const settled = bank.trim() === bankCode && account.trim() === accountNumber;
  const { data, error } = useQuery({
    ...ibanQuery(country, bankCode, accountNumber),
    enabled: bankCode !== "" && accountNumber !== "",
  });
  const iban = (settled && data?.iban) || "";
  const found = useEffectEvent(onFound);
  // What half a number gave is taken out again as soon as it is typed on: it would be somebody else's account.
  useEffect(() => {
    if (!iban) return undefined;
    found(iban);
    return () => found("");
  }, [iban]);
  const { bank: asked } = ibanPartsOf(country)!;
  return (
    <section className="branch-finder" aria-label="推算 IBAN">
      <p className="form-section-intro">单据上只有当地账号时，在这里填写，IBAN 会自动算好</p>
      <div className="branch-finder-row">
        <Input
          aria-label={asked.label}
          placeholder={`${asked.label}，如 ${asked.example}`}
          value={bank}
          maxLength={20}
          autoComplete="off"
          onChange={({ target }) => setBank(target.value)}
        />
        <Input
          aria-label="当地账号"
          placeholder="当地账号"
          value={account}
          maxLength={40}
          autoComplete="off"
          onChange={({ target }) => setAccount(target.value)}
        />
      </div>
      <p className="form-section-intro" role="status">
        {iban ? `已填入 ${iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}` : (error?.message ?? (settled && data?.problem))}
      </p>
    </section>
  );
}
