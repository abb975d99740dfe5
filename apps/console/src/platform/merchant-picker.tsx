import { useDebounced } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { operations } from "./api.ts";

export type PickedMerchant = { id: string; name: string; mobile: string };
type Props = {
  value?: PickedMerchant[];
  onChange?(merchants: PickedMerchant[]): void;
  id?: string;
  /** How many may be picked; any number if not given. */
  most?: number;
};

const PAUSE_MS = 300;

/** A list of merchants found by mobile, name or number. Works inside a form field. */
export function MerchantPicker({ value = [], onChange, id, most }: Props) {
  const [text, setText] = useState("");
  const asked = useDebounced(text.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: ["merchants", asked],
    queryFn: () => operations.searchMerchants({ text: asked }),
    placeholderData: (before) => before,
  });
  const known = new Map([...value, ...(found.data ?? [])].map((merchant) => [merchant.id, merchant]));
  return (
    <Select
      {...(id && { id })}
      {...(most && { maxCount: most })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder="手机号、名称或编号"
      loading={found.isFetching}
      notFoundContent={found.isFetching ? "正在查找" : "没有找到，请核对手机号或编号"}
      value={value.map((merchant) => merchant.id)}
      options={[...known.values()].map((merchant) => ({
        value: merchant.id,
        label: [merchant.name, merchant.mobile].filter(Boolean).join("，") || merchant.id,
      }))}
      onChange={(ids: string[]) => onChange?.(ids.flatMap((picked) => known.get(picked) ?? []))}
    />
  );
}
