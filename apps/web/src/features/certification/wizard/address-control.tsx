import type { ControlProps } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Cascader, Input } from "antd";
import { useMemo } from "react";
import { certification } from "../certification-calls.ts";

type Place = { value: string; label: string; children?: Place[] };
type Regions = Awaited<ReturnType<typeof certification.regions>>;

/** A region's code begins with its parent's. */
function treeOf({ provinceList, cityList, areaList }: Regions): Place[] {
  const under = (list: Regions["cityList"], parent: string) => list.filter(({ code }) => code.startsWith(parent));
  const leaf = ({ name }: { name: string }): Place => ({ value: name, label: name });
  return provinceList.map((province) => ({
    ...leaf(province),
    children: under(cityList, province.code).map((city) => ({
      ...leaf(city),
      children: under(areaList, city.code).map(leaf),
    })),
  }));
}

/** 北京市 and 市辖区 say the same. */
const written = (names: readonly string[]): string =>
  names.filter((name, at) => name !== "市辖区" && name !== "县" && name !== names[at - 1]).join("");

type Props = { control: ControlProps; label: string; maxLength: number };

/** Province, city and district chosen, the rest written. */
export function AddressControl({ control, label, maxLength }: Props) {
  const { data } = useQuery({
    queryKey: ["regions"],
    queryFn: () => certification.regions({}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = useMemo(() => (data ? treeOf(data) : []), [data]);
  const value = typeof control.value === "string" ? control.value : "";
  const choose = (names: string[]) => {
    const chosen = written(names);
    if (!value.startsWith(chosen)) control.onChange(chosen + value);
  };
  return (
    <div className="address">
      <Cascader
        options={options}
        loading={!data}
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
