import { RAIL_MODES, SANDBOX_RAILS, type RailMode } from "@coralhub/domain";
import { Bone, StateDot, toast, Waiting } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { sandbox } from "../../../platform/api.ts";
import { QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";

const railsQuery = queryOptions({ queryKey: ["sandbox", "rails"], queryFn: () => sandbox.rails({}) });
type Rail = Awaited<ReturnType<typeof sandbox.rails>>[number];

/** How each simulated part of the outside world behaves: healthy, slow, down. */
export function RailStrip() {
  const rails = useQuery(railsQuery);
  const skeleton = Object.values(SANDBOX_RAILS).map(({ label }) => (
    <div key={label} className="rail-cell">
      <span className="second-line">{label}</span>
      <Waiting>
        <Bone width={80} height={24} />
      </Waiting>
    </div>
  ));
  return (
    <section className="panel rail-strip" aria-label="模拟通道">
      <QueryView query={rails} what="通道状态" skeleton={skeleton}>
        {(rows) => rows.map((row) => <RailCell key={row.rail} row={row} />)}
      </QueryView>
    </section>
  );
}

function RailCell({ row }: { row: Rail }) {
  const queries = useQueryClient();
  const { label } = SANDBOX_RAILS[row.rail];
  const change = useMutation({
    mutationFn: (mode: RailMode) => sandbox.switchRail({ rail: row.rail, mode }),
    onSuccess: (_answer, mode) => toast.done(`${label}：${RAIL_MODES[mode].label}`),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  return (
    <div className="rail-cell">
      <span className="second-line">{label}</span>
      <Select<RailMode>
        aria-label={label}
        variant="borderless"
        size="small"
        value={change.isPending ? change.variables : row.mode}
        loading={change.isPending}
        onChange={(mode) => change.mutate(mode)}
        options={(Object.keys(RAIL_MODES) as RailMode[]).map((mode) => ({
          value: mode,
          label: <StateDot tone={RAIL_MODES[mode].tone} label={RAIL_MODES[mode].label} />,
        }))}
      />
    </div>
  );
}
