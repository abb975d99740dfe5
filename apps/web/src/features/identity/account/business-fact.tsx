import { referenceEndpoints } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { connect } from "../../../platform/api.ts";
import { queryClient } from "../../../platform/query.ts";
import { wordsOf } from "../entry/refusals.ts";

const reference = connect(referenceEndpoints);
const itemQuery = { queryKey: ["businessItem"], queryFn: () => reference.businessItem({}) };

/** What the merchant deals in, and supplementing it where it was never said. */
export function BusinessItem() {
  const { data } = useQuery(itemQuery);
  const [editing, setEditing] = useState(false);
  if (!data) return null;
  const choose = async (itemCode: number) => {
    try {
      await reference.nameBusinessItem({ itemCode });
    } catch (error) {
      const words = wordsOf(error);
      if (words) toast.failed(words);
      return;
    }
    setEditing(false);
    toast.done("经营类目已保存");
    await queryClient.invalidateQueries({ queryKey: itemQuery.queryKey });
  };
  if (!editing)
    return (
      <>
        {data.itemName ?? "未填写"}
        <Button type="link" className="bare-link" aria-label="编辑经营类目" onClick={() => setEditing(true)}>
          编辑
        </Button>
      </>
    );
  const groups = [
    { label: "商品", of: data.goods },
    { label: "服务", of: data.services },
    { label: "应用", of: data.extendedApps },
  ];
  return (
    <Select
      aria-label="经营类目"
      className="business-item"
      showSearch={{ optionFilterProp: "label" }}
      autoFocus
      defaultOpen
      value={data.itemCode ?? undefined}
      onChange={(code: number) => void choose(code)}
      onBlur={() => setEditing(false)}
      options={groups.map(({ label, of }) => ({
        label,
        options: of.map(({ code, name }) => ({ value: code, label: name })),
      }))}
    />
  );
}
