import { StateDot } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { Panel } from "../../platform/page.tsx";
import { selfQuery, useSelf } from "../../platform/self.ts";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RenewDialog } from "./renew-dialog.tsx";

const FEW_CODES = 3;

export function AuthenticatorPanel() {
  const self = useSelf();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"enrol" | "renew">();
  const [codes, setCodes] = useState<string[]>();
  const receive = (recoveryCodes: string[]) => {
    setOpen(undefined);
    setCodes(recoveryCodes);
    void queries.invalidateQueries({ queryKey: selfQuery.queryKey });
  };
  const few = self.totpEnrolled && self.recoveryCodesLeft <= FEW_CODES;
  return (
    <Panel title="验证器" about="登录时除了密码，再输入手机验证器上的 6 位动态码">
      <dl className="facts">
        <dt>状态</dt>
        <dd>
          {self.totpEnrolled ? <StateDot tone="success" label="已绑定" /> : <StateDot tone="warning" label="未绑定" />}
        </dd>
        {self.totpEnrolled && (
          <>
            <dt>恢复码</dt>
            <dd>
              剩 {self.recoveryCodesLeft} 个{few && "，快用完了，请重新生成"}
            </dd>
          </>
        )}
      </dl>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <div className="button-row">
          <Button type={self.totpEnrolled ? "default" : "primary"} onClick={() => setOpen("enrol")}>
            {self.totpEnrolled ? "更换验证器" : "绑定验证器"}
          </Button>
          {self.totpEnrolled && <Button onClick={() => setOpen("renew")}>重新生成恢复码</Button>}
        </div>
      )}
      {open === "enrol" && (
        <EnrolDialog enrolled={self.totpEnrolled} onDone={receive} onClose={() => setOpen(undefined)} />
      )}
      {open === "renew" && <RenewDialog onDone={receive} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}
