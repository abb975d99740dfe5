import { moneyText } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { problemText } from "../../../platform/refusal-fields.ts";
import { bank, outcomeText, paymentsQuery } from "./bank-calls.ts";

/** The bank tells of a payment once more: nothing may happen. */
export function AnnounceCard() {
  const { data = [], isPending } = useQuery(paymentsQuery);
  const [reference, setReference] = useState<string>();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: (told: string) => bank.announceAgain({ reference: told }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <Select
          aria-label="已通知过的打款"
          placeholder="选择一笔打款"
          loading={isPending}
          notFoundContent="还没有打过款"
          showSearch={{ optionFilterProp: "label" }}
          value={reference ?? null}
          options={data.map((payment) => ({
            value: payment.reference,
            label: `${payment.reference}，${moneyText(payment.amount)}，已通知 ${payment.told} 次`,
          }))}
          onChange={(next: string | null) => setReference(next ?? undefined)}
        />
        {again.data && (
          <p className="second-line" role="status">
            {outcomeText(again.data.outcomes)}
          </p>
        )}
        {again.error && <Notice tone="danger" title={problemText(again.error)} />}
      </div>
      <Button disabled={!reference} loading={again.isPending} onClick={() => reference && again.mutate(reference)}>
        再通知一次
      </Button>
    </div>
  );
}
