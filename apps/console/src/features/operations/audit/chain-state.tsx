import { feedTime, StateDot, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { operations } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const stateQuery = queryOptions({ queryKey: ["audit", "state"], queryFn: () => operations.auditState({}) });

/** Whether the log is whole: each entry carries the hash of the one before it. */
export function ChainState() {
  const { data } = useQuery(stateQuery);
  const queries = useQueryClient();
  const verify = useMutation({
    mutationFn: () => operations.verifyAudit({}),
    onSuccess: (state) => queries.setQueryData(stateQuery.queryKey, state),
    onError: (error) => toast.failed(problemText(error)),
  });
  if (!data) return null;
  const { verified } = data;
  return (
    <span className="chain-state" role="status">
      {verified === null && <StateDot tone="neutral" label="还没有核对" />}
      {verified?.intact && (
        <StateDot
          tone="success"
          label={`${verified.rows.toLocaleString("en-US")} 条完整，${feedTime(verified.at)} 核对`}
        />
      )}
      {verified && !verified.intact && <StateDot tone="danger" label={`记录链断了：${verified.problem}`} />}
      <Button size="small" loading={verify.isPending} onClick={() => verify.mutate()}>
        核对完整性
      </Button>
    </span>
  );
}
