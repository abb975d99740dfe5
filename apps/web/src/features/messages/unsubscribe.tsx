import { CallRefused } from "@coralhub/contract";
import type { PortalPath } from "@coralhub/domain";
import { Button, Notice } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";

type Failed = { problem: string; again: boolean; mayRetry: boolean };
type Standing = { list: string; on: boolean } | Failed | undefined;

/** What was refused is refused again; a line that broke may hold the next time. */
const failed = (error: unknown, again: boolean): Failed => ({
  problem: error instanceof Error ? error.message : "请稍后重试",
  again,
  mayRetry: !(error instanceof CallRefused),
});

/** Opened from a mail: it takes effect by itself, for whoever has the mail; a program that only fetches links ends nothing. */
export function Unsubscribe() {
  const [standing, setStanding] = useState<Standing>();
  const set = async (again: boolean) => {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    if (!token) return setStanding({ problem: "链接不完整，请从邮件里重新打开", again, mayRetry: false });
    try {
      setStanding(await lightApi.unsubscribe({ token, again }));
    } catch (error) {
      setStanding(failed(error, again));
    }
  };
  const begin = useEffectEvent(() => void set(false));
  useEffect(() => begin(), []);
  if (!standing) return <p role="status">正在退订</p>;
  if ("problem" in standing)
    return (
      <div className="entry-form">
        <Notice
          tone="danger"
          title={standing.again ? "没能恢复" : "没能退订"}
          action={standing.mayRetry && <Button onClick={() => void set(standing.again)}>重试</Button>}
        >
          {standing.problem}
        </Notice>
      </div>
    );
  const { list, on } = standing;
  return (
    <div className="entry-form">
      <Notice tone={on ? "info" : "success"} title={on ? `已恢复「${list}」的邮件` : `已退订「${list}」的邮件`}>
        {on ? "以后有新内容会再发给您" : "以后不再发送，还没有发出的也不再发送。与资金安全有关的通知仍会照常发送"}
      </Notice>
      <p>
        <Button onClick={() => void set(!on)}>{on ? "退订" : "点错了，恢复"}</Button>
      </p>
      <p>
        <a href={"/message" satisfies PortalPath}>登录后修改全部通知方式</a>
      </p>
    </div>
  );
}
