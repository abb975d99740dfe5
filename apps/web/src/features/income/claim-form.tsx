import type { IncomeDetail } from "@coralhub/contract";
import { platformName } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { formCalls } from "./income-calls.ts";

/** Says which store a payment is for; the rules then look at it again. */
export function ClaimForm({ detail, onDone }: { detail: IncomeDetail; onDone: () => void }) {
  const [storeId, setStoreId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const send = useMutation({
    mutationFn: (chosen: string) => formCalls.claimIncome({ id: detail.id, storeId: chosen }),
    onSuccess: async ({ state }) => {
      toast.done(state === "credited" ? "已认领并入账" : "已认领，审核人员会核实付款方");
      await refreshMoney();
      onDone();
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <section className="income-answer" aria-label="指明店铺">
      {problem && <Notice tone="danger" title={problem} />}
      <div className="income-note">
        <label htmlFor={id} className="type-label">
          这笔款是哪家店铺的
        </label>
        <Select
          id={id}
          placeholder="选择店铺"
          value={storeId}
          onChange={(chosen) => {
            setProblem(undefined);
            setStoreId(chosen);
          }}
          options={detail.claimable.map(({ id: value, name, platform }) => ({
            value,
            label: `${platformName(platform)}，${name}`,
          }))}
        />
      </div>
      <div className="income-answer-actions">
        <Button
          type="primary"
          loading={send.isPending}
          onClick={() => (storeId ? send.mutate(storeId) : setProblem("请选择店铺"))}
        >
          确认认领
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </section>
  );
}
