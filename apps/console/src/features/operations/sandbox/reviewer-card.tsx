import { certificationEndpoints, storeEndpoints } from "@coralhub/contract";
import { toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { InputNumber, Switch } from "antd";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const { simulatedReviewer, setSimulatedReviewer } = certificationEndpoints;
const { simulatedStoreReviewer, setSimulatedStoreReviewer } = storeEndpoints;
const calls = connect({ simulatedReviewer, setSimulatedReviewer, simulatedStoreReviewer, setSimulatedStoreReviewer });
const LONGEST_SECONDS = 86_400;

type Settings = { on: boolean; delaySeconds: number };
type Props = {
  name: string;
  read(input: object): Promise<Settings & { rules: string[] }>;
  save(settings: Settings): Promise<unknown>;
};

/** One of the sandbox's own reviewers: on or off, how long it takes, and the rules it decides by. */
function SimulatedReviewer({ name, read, save }: Props) {
  const queryKey = ["sandbox", "reviewer", name];
  const { data } = useQuery({ queryKey, queryFn: () => read({}) });
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: save,
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!data) return null;
  const { on, delaySeconds, rules } = data;
  return (
    <div className="sandbox-card-form">
      <div>
        <span>
          <Switch
            aria-label={name}
            checked={on}
            loading={set.isPending}
            onChange={(checked) => set.mutate({ on: checked, delaySeconds })}
          />{" "}
          提交后{" "}
          <InputNumber
            size="small"
            aria-label={`${name}延时秒数`}
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

export const ReviewerCard = () => (
  <SimulatedReviewer name="模拟审核员" read={calls.simulatedReviewer} save={calls.setSimulatedReviewer} />
);

export const StoreReviewerCard = () => (
  <SimulatedReviewer name="模拟店铺审核" read={calls.simulatedStoreReviewer} save={calls.setSimulatedStoreReviewer} />
);
