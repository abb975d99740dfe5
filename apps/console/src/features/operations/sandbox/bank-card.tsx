import { toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { InputNumber, Switch } from "antd";
import { problemText } from "../../../platform/refusal-fields.ts";
import { bank, bankSettingsQuery } from "./bank-calls.ts";

const LONGEST_SECONDS = 86_400;

/** How long the bank takes to open an account, and whether it refuses. */
export function BankCard() {
  const { data } = useQuery(bankSettingsQuery);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (settings: { openingDelaySeconds: number; refuse: boolean }) => bank.setBankSettings(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  if (!data) return null;
  const { openingDelaySeconds, refuse } = data;
  return (
    <div className="sandbox-card-form">
      <span>
        申请后{" "}
        <InputNumber
          key={openingDelaySeconds}
          size="small"
          aria-label="开户延时秒数"
          min={0}
          max={LONGEST_SECONDS}
          defaultValue={openingDelaySeconds}
          onBlur={(event) => {
            const seconds = Number(event.target.value);
            if (Number.isInteger(seconds) && seconds !== openingDelaySeconds)
              set.mutate({ refuse, openingDelaySeconds: seconds });
          }}
        />{" "}
        秒开通
      </span>
      <span>
        <Switch
          aria-label="银行拒绝开户"
          checked={refuse}
          loading={set.isPending}
          onChange={(checked) => set.mutate({ refuse: checked, openingDelaySeconds })}
        />{" "}
        拒绝之后的开户申请
      </span>
    </div>
  );
}
