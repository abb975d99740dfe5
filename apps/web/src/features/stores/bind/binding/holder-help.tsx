import { accountOption, holderNameFor } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { latinHolderQuery } from "../bind-calls.ts";
import type { Binding } from "./use-binding.ts";

/** Offers the name on the certified papers, in the writing the chosen bank keeps it. */
export function HolderHelp({ binding, otherwise }: { binding: Binding; otherwise: ReactNode }) {
  const { data: name = "" } = useQuery(latinHolderQuery);
  const option = accountOption(binding.answers["expectCurrency"] ?? "");
  const offered = option && name !== "" ? holderNameFor(option.code, name) : name;
  if (offered === "" || binding.answers["expectAccountName"] === offered) return otherwise;
  return (
    <span className="holder-suggestion">
      <span>{otherwise}</span>
      <button type="button" className="text-button" onClick={() => binding.put("expectAccountName", offered)}>
        填入 {offered}
      </button>
    </span>
  );
}
