import type { ControlProps } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Cascader, Input } from "antd";
import { regionsQuery, writtenRegion } from "../../../platform/regions.ts";

type Props = { control: ControlProps; label: string; maxLength: number };

/** Province, city and district chosen, the rest written. */
export function AddressControl({ control, label, maxLength }: Props) {
  const { data, isPending } = useQuery(regionsQuery);
  const options = data?.places ?? [];
  const value = typeof control.value === "string" ? control.value : "";
  const choose = (names: string[]) => {
    const chosen = writtenRegion(names);
    if (!value.startsWith(chosen)) control.onChange(chosen + value);
  };
  return (
    <div className="address">
      <Cascader
        options={options}
        loading={isPending}
        placeholder="内地地址可先选省、市、区"
        aria-label={`${label}：省、市、区`}
        showSearch
        value={[]}
        onChange={(names) => choose(names ?? [])}
      />
      <Input.TextArea
        id={control.id}
        rows={3}
        value={value}
        maxLength={maxLength}
        aria-label={label}
        placeholder="写到门牌号，与证件一致"
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        {...(control.invalid && { status: "error" as const })}
        onChange={(event) => control.onChange(event.target.value)}
        onBlur={control.onBlur}
      />
    </div>
  );
}
