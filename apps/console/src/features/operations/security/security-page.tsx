import { SETUP_STEPS } from "@coralhub/contract";
import { Columns, Notice, tableTime } from "@coralhub/ui";
import { Page } from "../../../platform/page.tsx";
import { useSelf } from "../../../platform/self.ts";
import { AuthenticatorPanel } from "./authenticator-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import "./security.css";

/** What protects my own account. While set-up is unfinished this is the only page there is. */
export function SecurityPage() {
  const self = useSelf();
  return (
    <Page title="我的安全" about={`${self.name}，${self.email}`}>
      {self.setup.length > 0 && (
        <Notice tone="warning" title={`还差 ${self.setup.length} 步就能使用后台`}>
          {self.setup.map((step) => SETUP_STEPS[step]).join("、")}，完成后刷新即可进入
        </Notice>
      )}
      {self.restsUntil && (
        <Notice tone="info" title={`${tableTime(self.restsUntil)} 之前不能处理资金`}>
          账号刚任命、重置或调整过，其他工作不受影响
        </Notice>
      )}
      <Columns side={<SessionsPanel />}>
        <AuthenticatorPanel />
        <PasswordPanel />
      </Columns>
    </Page>
  );
}
