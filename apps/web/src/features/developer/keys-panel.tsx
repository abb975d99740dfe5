import type { OpenAppView, OpenKeyView } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Notice, Panel, StateTag, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Popconfirm } from "antd";
import { useState } from "react";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { calls, refreshDeveloper } from "./developer-calls.ts";
import { KeyDialog } from "./key-dialog.tsx";

const DAY_MS = 86_400_000;
const daysLeft = ({ endsAt }: OpenKeyView): number => Math.ceil((endsAt.getTime() - Date.now()) / DAY_MS);
const isInUse = (key: OpenKeyView): boolean => key.revokedAt === null && daysLeft(key) > 0;
const SOON_DAYS = 45;

/** What it signs with; two at once while one replaces the other. */
export function KeysPanel({ app }: { app: OpenAppView }) {
  const [adding, setAdding] = useState(false);
  const inUse = app.certificates.filter(isInUse);
  return (
    <Panel
      title="证书"
      intro="两张可以同时使用，换完再吊销旧的"
      action={
        <Button type={inUse.length === 0 ? "primary" : "default"} onClick={() => setAdding(true)}>
          申请证书
        </Button>
      }
    >
      {inUse.length === 0 && (
        <Notice
          tone="warning"
          title={app.hasToken ? "还没有可用的证书，只能用沙箱令牌试用" : "还没有可用的证书，请求都会被拒绝"}
        >
          申请后下载 PFX，或者登记您自己生成的公钥。私钥只在下载时给一次，我们不留
        </Notice>
      )}
      <div className="dev-keys">
        {inUse.map((key) => (
          <Key key={key.id} appId={app.appId} certificate={key} />
        ))}
      </div>
      <Token app={app} />
      <KeyDialog appId={app.appId} open={adding} onClose={() => setAdding(false)} />
    </Panel>
  );
}

function Key({ appId, certificate }: { appId: string; certificate: OpenKeyView }) {
  const revoke = useMutation({
    mutationFn: () => calls.revokeCert({ appId, id: certificate.id }),
    onSuccess: async () => {
      toast.done("证书已吊销，立即生效");
      await refreshDeveloper();
    },
    onError: (error) => toast.failed(error.message),
  });
  const days = daysLeft(certificate);
  return (
    <div className="dev-key">
      <div className="dev-key-head">
        <strong>{certificate.certName}</strong>
        <StateTag tone={days <= SOON_DAYS ? "warning" : "neutral"} label={`剩 ${days} 天`} />
      </div>
      <Facts
        facts={[
          { label: "算法", value: certificate.algorithm === "rsa" ? "RSA-SHA256" : "Ed25519" },
          { label: "序列号", value: <Copyable text={certificate.serial} /> },
          {
            label: "有效期",
            value: `${toShanghaiTime(certificate.beginsAt).slice(0, 10)} 至 ${toShanghaiTime(certificate.endsAt).slice(0, 10)}`,
          },
        ]}
      />
      <Popconfirm
        title="吊销这张证书？"
        description="用它签名的请求立即被拒绝，不能恢复"
        okText="吊销"
        cancelText="取消"
        onConfirm={() => revoke.mutate()}
      >
        <Button danger type="text" loading={revoke.isPending}>
          吊销
        </Button>
      </Popconfirm>
    </div>
  );
}

/** For trying things out in the sandbox; production takes signatures only. */
function Token({ app }: { app: OpenAppView }) {
  const { withProof, dialog } = useProveAgain();
  const take = useMutation({
    mutationFn: () => withProof(() => calls.applyToken({ appId: app.appId })),
    onSuccess: refreshDeveloper,
  });
  return (
    <div className="dev-token">
      <span className="dev-quiet">
        {app.hasToken ? "沙箱令牌已签发，只显示过一次" : "在沙箱里试用，可以先用令牌代替签名"}
      </span>
      <Button type="link" loading={take.isPending} onClick={() => take.mutate()}>
        {app.hasToken ? "换一个令牌" : "取沙箱令牌"}
      </Button>
      {take.data && (
        <Notice tone="success" title="请现在保存，离开后不再显示">
          <Copyable text={take.data.token} />
        </Notice>
      )}
      {take.error && <Notice tone="danger" title={take.error.message} />}
      {dialog}
    </div>
  );
}
