import { certificationEndpoints } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { InputNumber, Switch } from "antd";
import { connect } from "../../platform/api.ts";
import { problemText } from "../../platform/refusal-fields.ts";

const { simulatedReviewer, setSimulatedReviewer } = certificationEndpoints;
const calls = connect({ simulatedReviewer, setSimulatedReviewer });
const reviewerQuery = queryOptions({
  queryKey: ["sandbox", "reviewer"],
  queryFn: () => calls.simulatedReviewer({}),
});
const LONGEST_SECONDS = 86_400;

/** The sandbox's own reviewer: on or off, how long it takes, and the rules it decides by. */
export function ReviewerCard() {
  const { data } = useQuery(reviewerQuery);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (settings: { on: boolean; delaySeconds: number }) => calls.setSimulatedReviewer(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: reviewerQuery.queryKey }),
  });
  if (!data) return null;
  const { on, delaySeconds, rules } = data;
  return (
    <div className="sandbox-card-form">
      <div>
        <span>
          <Switch
            aria-label="模拟审核员"
            checked={on}
            loading={set.isPending}
            onChange={(checked) => set.mutate({ on: checked, delaySeconds })}
          />{" "}
          提交后{" "}
          <InputNumber
            size="small"
            aria-label="模拟审核员延时秒数"
            min={0}
            max={LONGEST_SECONDS}
            defaultValue={delaySeconds}
            onBlur={(event) => {
              const seconds = Number(event.target.value);
              if (Number.isInteger(seconds) && seconds !== delaySeconds) set.mutate({ on, delaySeconds: seconds });
            }}
          />{" "}
          秒决定
        </span>
        {rules.map((rule) => (
          <p key={rule} className="second-line">
            {rule}
          </p>
        ))}
      </div>
    </div>
  );
}
