import type { FlagRow } from "@coralhub/contract";
import { FLAG_MODES, FLAGS } from "@coralhub/domain";
import { Panel, StateDot, tableTime } from "@coralhub/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { operations } from "../../../platform/api.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import { mayUse } from "../../../platform/roles.ts";
import { useSelf } from "../../../platform/self.ts";
import { SettingsTabs } from "../../../platform/settings-tabs.tsx";
import { FlagEditor } from "./flag-editor.tsx";
import "./flags.css";

export const flagsQuery = queryOptions({ queryKey: ["flags"], queryFn: () => operations.flags({}) });

const TONES = { off: "neutral", list: "info", percentage: "info", on: "success" } as const;

/** 「按比例 20%，另有名单 3 户」 */
function reach({ mode, percentage, merchants }: FlagRow): string {
  if (mode === "list") return `名单 ${merchants.length} 户`;
  if (mode !== "percentage") return FLAG_MODES[mode].about;
  return merchants.length > 0 ? `${percentage}% 的商户，另有名单 ${merchants.length} 户` : `${percentage}% 的商户`;
}

export function FlagsPage() {
  const flags = useQuery(flagsQuery);
  const canEdit = mayUse(useSelf(), "admin");
  const [editing, setEditing] = useState<FlagRow>();
  return (
    <Page title="设置" beside={<SettingsTabs />}>
      <Panel
        title="功能开关"
        intro="灰度、白名单、测试账号和功能权限都由这里决定：关掉以后，菜单、页面和接口一起消失"
        flush
      >
        <QueryView query={flags} what="功能开关">
          {(rows) => (
            <ul className="flags">
              {rows.map((row) => (
                <li key={row.flag}>
                  <div className="flag-name">
                    <div>{FLAGS[row.flag].label}</div>
                    <div className="second-line">{FLAGS[row.flag].about}</div>
                  </div>
                  <div className="flag-state">
                    <StateDot tone={TONES[row.mode]} label={FLAG_MODES[row.mode].label} note={reach(row)} />
                  </div>
                  <div className="flag-changed second-line">
                    {row.changedAt ? `${row.changedBy ?? "系统"}，${tableTime(row.changedAt)} 调整` : "没有调整过"}
                  </div>
                  {canEdit && (
                    <Button size="small" onClick={() => setEditing(row)} aria-label={`调整${FLAGS[row.flag].label}`}>
                      调整
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Panel>
      {editing && <FlagEditor row={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}
