import { addressOf, RELATION_TYPES } from "@coralhub/domain";
import {
  EmptyState,
  Notice,
  PageHeader,
  Panel,
  RowsSkeleton,
  SchemaForm,
  toast,
  useSchemaForm,
  type Section,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { asDay } from "../../platform/show.tsx";
import { PaperTile } from "./paper-tile.tsx";
import { payeeCalls, refreshPayees, relatedQuery } from "./payee-calls.ts";
import { text } from "./payee-fields.ts";
import "./beneficiaries.css";

const SECTIONS: readonly Section[] = [
  {
    fields: [
      { kind: "text", name: "relateName", label: "关联方名称", maxLength: 140 },
      {
        kind: "select",
        name: "relateType",
        label: "和您的关系",
        options: Object.entries(RELATION_TYPES).map(([value, label]) => ({ value, label })),
      },
    ],
  },
];
type Relation = keyof typeof RELATION_TYPES;

/** /addAssociation: who belongs together with the merchant, and the contract that says so. */
export function AssociationPage() {
  const { data } = useQuery(relatedQuery);
  const form = useSchemaForm({ sections: SECTIONS });
  const [contract, setContract] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!contract) return setMessage("请上传证明关系的合同");
    setBusy(true);
    setMessage(undefined);
    try {
      await payeeCalls.addRelated({
        relateName: text(form.values["relateName"]).trim(),
        relateType: text(form.values["relateType"]) as Relation,
        relateContract: contract,
      });
      toast.done("已添加关联方");
      form.reset({});
      setContract(undefined);
      await refreshPayees();
    } catch (error) {
      setMessage((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader
        title="关联方"
        intro="付款人和收款人有关联时，银行要看说明关系的合同"
        back={{ label: "供应商", to: addressOf("suppliers") }}
      />
      <Panel title="添加关联方">
        {message && <Notice tone="danger" title={message} />}
        <SchemaForm form={form} onSubmit={() => void save()}>
          <div className="payee-papers">
            <PaperTile key={data?.length} paper="contract" onUploaded={setContract} />
          </div>
          <Button type="primary" htmlType="submit" loading={busy}>
            添加关联方
          </Button>
        </SchemaForm>
      </Panel>
      <Panel title="已添加" flush>
        {!data && <RowsSkeleton rows={2} />}
        {data?.length === 0 && <EmptyState title="还没有关联方">付款给关联方时再添加也可以</EmptyState>}
        <div className="payee-rows">
          {data?.map(({ id, relateName, relateType, createdAt }) => (
            <div key={id} className="payee-row">
              <span>{relateName}</span>
              <span className="payee-note">
                {RELATION_TYPES[relateType]}，{asDay(createdAt)} 添加
              </span>
            </div>
          ))}
        </div>
      </Panel>
    </>
  );
}
