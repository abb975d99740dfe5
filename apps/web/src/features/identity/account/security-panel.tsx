import { addressOf } from "@coralhub/domain";
import { ErrorState, icons, IconTile, Link, Panel, RowsSkeleton, toast } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Switch } from "antd";
import { useState, type ReactNode } from "react";
import { asDay, inFeed } from "../../../platform/show.tsx";
import { wordsOf } from "../entry/refusals.ts";
import { identity, refreshSecurity, securityQuery, type Security } from "./account-queries.ts";
import { addPasskey, isCancelled } from "./passkey.ts";
import { isDeclined, useProof } from "./step-up.tsx";
import { TotpDialog, type TotpTask } from "./totp-dialog.tsx";

export function SecurityPanel() {
  const { data, isError, refetch } = useQuery(securityQuery);
  const [task, setTask] = useState<TotpTask | null>(null);
  return (
    <Panel
      flush
      title="登录与安全"
      intro={
        data &&
        (data.totp.enabled
          ? "两步验证已开启。付款和提现另需短信验证码，与收款人和金额绑定"
          : "建议开启两步验证，密码泄露时他人也登录不了")
      }
    >
      {isError ? (
        <ErrorState compact title="没能取到安全设置" onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={3} />
      ) : (
        <ul className="secure">
          <Row icon={<icons.Lock />} title="登录密码" note={`${asDay(data.passwordChangedAt)} 修改`}>
            <Link to={addressOf("alterPassword")} className="small-button">
              修改密码
            </Link>
          </Row>
          <TotpRow totp={data.totp} onTask={setTask} />
          <PasskeyRow passkeys={data.passkeys} />
        </ul>
      )}
      {task && <TotpDialog task={task} onClose={() => setTask(null)} />}
    </Panel>
  );
}

type RowProps = { icon: ReactNode; title: string; note: ReactNode; children?: ReactNode; below?: ReactNode };

function Row({ icon, title, note, children, below }: RowProps) {
  return (
    <li className="secure-row">
      <IconTile>{icon}</IconTile>
      <div className="secure-words">
        <div className="secure-title">{title}</div>
        <div className="secure-note">{note}</div>
      </div>
      <div className="secure-end">{children}</div>
      {below}
    </li>
  );
}

function TotpRow({ totp, onTask }: { totp: Security["totp"]; onTask: (task: TotpTask) => void }) {
  return (
    <Row
      icon={<icons.Shield />}
      title="两步验证"
      note="在新设备登录时，除密码外再输入验证器应用里的动态码"
      below={
        totp.enabled && (
          <ul className="secure-parts">
            <li>
              <div className="secure-title">验证器应用</div>
              <div className="secure-note">
                {totp.boundAt && `${asDay(totp.boundAt)} 绑定`}
                {totp.lastUsedAt && `，${inFeed(totp.lastUsedAt)} 用过`}
              </div>
            </li>
            <li>
              <div className="secure-title">备用码</div>
              <div className="secure-note">
                剩 {totp.recoveryCodesLeft} 个，共 {totp.recoveryCodesTotal} 个，每个只能用一次
              </div>
              <Button type="link" className="bare-link" onClick={() => onTask("renew")}>
                重新生成
              </Button>
            </li>
          </ul>
        )
      }
    >
      <span>{totp.enabled ? "已开启" : "未开启"}</span>
      <Switch checked={totp.enabled} aria-label="两步验证" onChange={(on) => onTask(on ? "enable" : "disable")} />
    </Row>
  );
}

function PasskeyRow({ passkeys }: { passkeys: Security["passkeys"] }) {
  const withProof = useProof();
  const [busy, setBusy] = useState(false);
  const act = async (action: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await withProof(action);
      await refreshSecurity();
      toast.done(done);
    } catch (error) {
      if (!isDeclined(error) && !isCancelled(error)) toast.failed(wordsOf(error) ?? "这台设备不支持通行密钥");
    } finally {
      setBusy(false);
    }
  };
  const name = `通行密钥 ${passkeys.length + 1}`;
  return (
    <Row
      icon={<icons.Key />}
      title="通行密钥"
      note="用指纹、面容或设备密码登录，不用输入密码"
      below={
        passkeys.length > 0 && (
          <ul className="secure-parts">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div className="secure-title">{passkey.name}</div>
                <div className="secure-note">
                  {asDay(passkey.createdAt)} 添加{passkey.lastUsedAt && `，${inFeed(passkey.lastUsedAt)} 用过`}
                </div>
                <Button
                  type="link"
                  danger
                  className="bare-link"
                  aria-label={`移除${passkey.name}`}
                  onClick={() => void act(() => identity.removePasskey({ id: passkey.id }), "已移除")}
                >
                  移除
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      <Button size="small" loading={busy} onClick={() => void act(() => addPasskey(name), "已添加通行密钥")}>
        添加
      </Button>
    </Row>
  );
}
