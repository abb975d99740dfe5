import { EmptyState, ErrorState, RowsSkeleton, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Drawer } from "antd";
import { Dotted } from "../../../platform/dotted.tsx";
import { inTable } from "../../../platform/show.tsx";
import { historyQuery } from "./account-queries.ts";

const OUTCOMES = {
  signedIn: { tone: "success", label: "已登录" },
  wrongPassword: { tone: "danger", label: "密码不对，未能登录" },
  wrongSecondFactor: { tone: "danger", label: "动态码不对，未能登录" },
} as const;

export function SignInHistory({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, isError, refetch } = useQuery({ ...historyQuery, enabled: open });
  return (
    <Drawer open={open} onClose={onClose} title="登录记录" size={560}>
      {isError ? (
        <ErrorState title="没能取到登录记录" onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={6} />
      ) : data.length === 0 ? (
        <EmptyState title="还没有登录记录" />
      ) : (
        <ul className="history">
          {data.map((entry, index) => (
            <li key={index}>
              <div className="device-words">
                <div>{entry.device}</div>
                <div className="secure-note mono">
                  <Dotted text={entry.address} />
                </div>
              </div>
              <div className="history-end">
                <StateDot {...OUTCOMES[entry.outcome]} />
                <div className="secure-note">{inTable(entry.at)}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}
