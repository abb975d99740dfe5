import type { OpenAppView, WebhookView } from "@coralhub/contract";
import { EVERY_TOPIC, WEBHOOK_TOPICS, WEBHOOK_TYPES } from "@coralhub/domain";
import { EmptyState, Notice, Panel, StateDot, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { inTable } from "../../platform/show.tsx";
import { DeliveriesDrawer } from "./deliveries-drawer.tsx";
import { calls, refreshDeveloper } from "./developer-calls.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

export const topicLabel = (topic: string): string =>
  topic === EVERY_TOPIC ? "全部主题" : ((WEBHOOK_TOPICS as Record<string, { label: string }>)[topic]?.label ?? topic);

/** What it is told, and whether that arrives. */
export function WebhooksPanel({ app }: { app: OpenAppView }) {
  const [editing, setEditing] = useState<WebhookView | "new">();
  const [shown, setShown] = useState<WebhookView>();
  return (
    <Panel
      title="通知"
      intro="签名投递，没收到 2xx 就按 10 秒到 2 小时重试 16 次"
      action={<Button onClick={() => setEditing("new")}>添加地址</Button>}
      flush
    >
      {app.webhooks.length === 0 ? (
        <EmptyState title="还没有通知地址">业务有变化时，我们会告诉您的系统，不用轮询</EmptyState>
      ) : (
        app.webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            appId={app.appId}
            webhook={webhook}
            onEdit={() => setEditing(webhook)}
            onShow={() => setShown(webhook)}
          />
        ))
      )}
      {app.webhooks.length > 0 && (
        <p className="dev-inset dev-legend">
          <i className="dev-bar dev-once" /> 一次送达 <i className="dev-bar dev-retried" /> 重试后送达{" "}
          <i className="dev-bar dev-parked" /> 还没送达
        </p>
      )}
      {editing && (
        <WebhookDialog
          appId={app.appId}
          {...(editing !== "new" && { webhook: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
      {shown && <DeliveriesDrawer webhook={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}

type RowProps = { appId: string; webhook: WebhookView; onEdit: () => void; onShow: () => void };
function Row({ appId, webhook, onEdit, onShow }: RowProps) {
  const { webhookTopic: topic, webhookAddress: address, recent } = webhook;
  return (
    <div className="dev-webhook">
      <div className="dev-webhook-row">
        <div>
          <div className="mono">{topic}</div>
          <div className="dev-quiet">
            {topicLabel(topic)} · {WEBHOOK_TYPES[webhook.webhookType]}
          </div>
        </div>
        <div className="mono dev-break">{address}</div>
        <div className="dev-bars" role="img" aria-label={healthWords(webhook)}>
          {recent.map((mark, place) => (
            <i key={place} className={`dev-bar dev-${mark}`} />
          ))}
        </div>
        <div>
          <Standing webhook={webhook} />
        </div>
        <div className="dev-actions">
          <Button type="link" onClick={onShow}>
            记录
          </Button>
          <Button type="link" onClick={onEdit}>
            修改
          </Button>
        </div>
      </div>
      {webhook.pausedAt && <Paused appId={appId} webhook={webhook} />}
    </div>
  );
}

const healthWords = ({ recent, waiting, parked }: WebhookView): string =>
  `最近 ${recent.length} 次投递，${waiting} 条待投递，${parked} 条没有送达`;

function Standing({ webhook }: { webhook: WebhookView }) {
  const { isEnabled, pausedAt, parked, waiting, lastAt } = webhook;
  const [tone, word] = !isEnabled
    ? (["neutral", "已停用"] as const)
    : pausedAt
      ? (["danger", "已暂停"] as const)
      : parked + waiting > 0
        ? (["warning", `${parked + waiting} 条没送达`] as const)
        : (["success", "正常"] as const);
  return (
    <>
      <StateDot tone={tone} label={word} />
      <div className="dev-quiet">{lastAt ? inTable(lastAt) : "还没有投递"}</div>
    </>
  );
}

function Paused({ appId, webhook }: { appId: string; webhook: WebhookView }) {
  const { webhookType, webhookTopic, webhookAddress } = webhook;
  const resume = useMutation({
    mutationFn: () => calls.applyWebhook({ id: appId, webhookType, webhookTopic, webhookAddress, isEnabled: true }),
    onSuccess: async () => {
      toast.done("已恢复投递");
      await refreshDeveloper();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div className="dev-inset">
      <Notice
        tone="danger"
        title={`您的服务器一直没有答复，积压 ${webhook.waiting} 条`}
        action={
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            恢复并补发
          </Button>
        }
      >
        通知都留着。修好后点「恢复并补发」，编号不变，不会重复记账
      </Notice>
    </div>
  );
}
