import { Panel, StateDot, tableTime, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { operations } from "../../../platform/api.ts";
import { describeAgent } from "../../../platform/describe-agent.ts";
import { QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";

const sessionsQuery = queryOptions({ queryKey: ["sessions"], queryFn: () => operations.sessions({}) });

export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => operations.endSession({ id }),
    onSuccess: () => toast.done("这台设备已退出"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Panel title="登录中的设备" intro="不是您的设备，请让它退出并修改密码">
      <QueryView query={sessions} what="设备">
        {(rows) => (
          <ul className="lines">
            {rows.map((row) => (
              <li key={row.id}>
                <div>
                  <div>{describeAgent(row.userAgent)}</div>
                  <div className="second-line">
                    <span className="mono">{row.address}</span>，{tableTime(row.lastSeenAt)} 用过
                  </div>
                </div>
                {row.current ? (
                  <StateDot tone="success" label="本机" />
                ) : (
                  <Button
                    type="link"
                    size="small"
                    loading={end.isPending && end.variables === row.id}
                    onClick={() => end.mutate(row.id)}
                  >
                    退出
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
