import { Facts, Panel, StateDot } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { selfQuery, useSelf } from "../../../platform/self.ts";
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
  const few = self.recoveryCodesLeft <= FEW_CODES ? "，快用完了，请重新生成" : "";
  const facts = self.totpEnrolled
    ? [
        { label: "状态", value: <StateDot tone="success" label="已绑定" /> },
        { label: "恢复码", value: `剩 ${self.recoveryCodesLeft} 个${few}` },
      ]
    : [{ label: "状态", value: <StateDot tone="warning" label="未绑定" /> }];
  return (
    <Panel title="验证器" intro="登录时除了密码，再输入手机验证器上的 6 位动态码">
      <Facts facts={facts} />
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
