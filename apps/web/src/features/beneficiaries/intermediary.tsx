import { BIC_PATTERN, fieldsOf } from "@coralhub/domain";
import type { Values } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { intermediariesQuery, intermediaryQuery } from "./payee-calls.ts";
import { text, type Place } from "./payee-fields.ts";

export const asksIntermediary = ({ route }: Place): boolean =>
  route !== undefined && fieldsOf(route).some(([name]) => name === "intermediarySwift");

type Put = (name: "intermediarySwift" | "intermediaryName", value: string) => void;

/** The code tells the name: put in until somebody writes another. */
export function useIntermediaryName(values: Values, enabled: boolean, put: Put) {
  const swiftCode = text(values["intermediarySwift"]).replaceAll(/\s/g, "").toUpperCase();
  const { data } = useQuery({ ...intermediaryQuery(swiftCode), enabled: enabled && BIC_PATTERN.test(swiftCode) });
  const name = data?.swiftCode === swiftCode ? data.name : undefined;
  const [given, setGiven] = useState("");
  const fill = useEffectEvent((found: string) => {
    const written = text(values["intermediaryName"]);
    if (written !== "" && written !== given) return;
    setGiven(found);
    put("intermediaryName", found);
  });
  useEffect(() => {
    if (name) fill(name);
  }, [name]);
}

/** Banks transfers in this currency usually go through; choosing one fills in code and name. */
export function IntermediaryChoice({ place, put }: { place: Place; put: Put }) {
  const { data } = useQuery(intermediariesQuery(place.currency));
  if (!data || data.length === 0) return null;
  return (
    <div className="payee-intermediary">
      <label htmlFor="payee-intermediary">常用中转行（收款行要求时再选）</label>
      <Select
        id="payee-intermediary"
        placeholder={`选择 ${place.currency} 常用的中转行`}
        value={null}
        options={data.map(({ swiftCode, name }) => ({ value: swiftCode, label: `${swiftCode} ${name}` }))}
        onChange={(swiftCode: string | null) => {
          const bank = data.find((one) => one.swiftCode === swiftCode);
          if (!bank) return;
          put("intermediarySwift", bank.swiftCode);
          put("intermediaryName", bank.name);
        }}
      />
    </div>
  );
}
