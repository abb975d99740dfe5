import { ErrorState, icons, Panel, RowsSkeleton, StateDot, toast } from "@coralhub/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { Dotted } from "../../../platform/dotted.tsx";
import { asDay, inFeed } from "../../../platform/show.tsx";
import { devicesQuery, identity, type Device } from "./account-queries.ts";
import { SignInHistory } from "./sign-in-history.tsx";

export function DevicePanel() {
  const { data, isError, refetch } = useQuery(devicesQuery);
  const client = useQueryClient();
  const [history, setHistory] = useState(false);
  const others = data?.filter((device) => !device.current).length ?? 0;
  const strange = data?.filter((device) => device.isNew && !device.current).length ?? 0;
  const act = async (action: () => Promise<unknown>, done: string) => {
    await action().then(
      () => toast.done(done),
      () => undefined,
    );
    await client.invalidateQueries({ queryKey: devicesQuery.queryKey });
  };
  return (
    <Panel
      flush
      title="设备与登录"
      intro={data && `${data.length} 台设备已登录${strange > 0 ? `，其中 ${strange} 台是新设备，请确认是不是您` : ""}`}
      action={
        others > 0 && (
          <Button size="small" onClick={() => void act(() => identity.endOtherSessions({}), "其他设备已退出")}>
            退出其他 {others} 台
          </Button>
        )
      }
      footer={
        <div className="device-foot">
          <span>不认识的登录，请退出那台设备并修改密码</span>
          <Button type="link" className="bare-link" onClick={() => setHistory(true)}>
            登录记录
          </Button>
        </div>
      }
    >
      {isError ? (
        <ErrorState compact title="没能取到设备" onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={2} />
      ) : (
        <ul className="devices">
          {data.map((device) => (
            <DeviceRow key={device.id} device={device} onAct={act} />
          ))}
        </ul>
      )}
      <SignInHistory open={history} onClose={() => setHistory(false)} />
    </Panel>
  );
}

const isPhone = (device: string): boolean => /iPhone|Android|手机/i.test(device);

type RowProps = { device: Device; onAct: (action: () => Promise<unknown>, done: string) => Promise<void> };

function DeviceRow({ device, onAct }: RowProps) {
  const Icon = isPhone(device.device) ? icons.Phone : icons.Desktop;
  const unsure = device.isNew && !device.current && device.deviceId !== null;
  const answer = (mine: boolean) =>
    void onAct(
      () => identity.answerDevice({ deviceId: device.deviceId!, mine }),
      mine ? "已确认" : "已让它退出，建议修改密码",
    );
  return (
    <li className={unsure ? "device device-new" : "device"}>
      <Icon />
      <div className="device-words">
        <div className="secure-title">
          {device.device}
          {device.current && <span className="state-tag tone-success">这台设备</span>}
          {unsure && <span className="state-tag tone-warning">新设备</span>}
        </div>
        <div className="secure-note mono">
          <Dotted text={device.address} />
        </div>
      </div>
      <div className="device-when">
        {device.current ? <StateDot tone="success" label="现在" /> : inFeed(device.lastSeenAt)}
        <div className="secure-note">{asDay(device.signedInAt)} 登录</div>
      </div>
      <div className="device-end">
        {unsure ? (
          <>
            <Button type="link" className="bare-link" onClick={() => answer(true)}>
              是我
            </Button>
            <Button type="link" danger className="bare-link" onClick={() => answer(false)}>
              不是我
            </Button>
          </>
        ) : (
          !device.current && (
            <Button
              type="link"
              className="bare-link"
              aria-label={`让 ${device.device} 退出`}
              onClick={() => void onAct(() => identity.endSession({ id: device.id }), "已退出")}
            >
              退出
            </Button>
          )
        )}
      </div>
    </li>
  );
}
