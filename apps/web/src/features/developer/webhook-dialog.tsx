import type { WebhookView } from "@coralhub/contract";
import { EVERY_TOPIC, WEBHOOK_TOPICS, WEBHOOK_TYPES, type WebhookTopic, type WebhookType } from "@coralhub/domain";
import { Copyable, Notice, toast } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Checkbox, Modal, Radio, Select } from "antd";
import { useState } from "react";
import { calls, refreshDeveloper } from "./developer-calls.ts";

const TOPICS = [
  { value: EVERY_TOPIC, label: "全部主题" },
  ...Object.entries(WEBHOOK_TOPICS).map(([value, { label }]) => ({ value, label: `${label}  ${value}` })),
];
const TYPES = Object.entries(WEBHOOK_TYPES).map(([value, label]) => ({ value, label }));
const FIRST_TYPE: WebhookType = "thin";
type Props = { appId: string; webhook?: WebhookView; onClose: () => void };

/** A new address, or one that changes; a new one's secret is shown once. */
export function WebhookDialog(props: Props) {
  return (
    <Modal
      open
      title={props.webhook ? "修改通知" : "添加通知地址"}
      footer={null}
      width={520}
      destroyOnHidden
      onCancel={props.onClose}
    >
      <WebhookForm {...props} />
    </Modal>
  );
}

function WebhookForm({ appId, webhook, onClose }: Props) {
  const [request, setRequest] = useState({
    webhookType: webhook?.webhookType ?? FIRST_TYPE,
    webhookTopic: webhook?.webhookTopic ?? ("payout.completed" satisfies WebhookTopic),
    webhookAddress: webhook?.webhookAddress ?? "",
    isEnabled: webhook?.isEnabled ?? true,
  });
  const put = (change: Partial<typeof request>) => setRequest((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: () => calls.applyWebhook({ id: appId, ...request }),
    onSuccess: async ({ secret }) => {
      await refreshDeveloper();
      if (secret !== null) return;
      toast.done("通知已更新");
      onClose();
    },
  });
  if (save.data?.secret) return <Secret secret={save.data.secret} onClose={onClose} />;
  const wrong = (save.error as { fields?: Record<string, string> } | null)?.fields?.["webhookAddress"];
  return (
    <form
      className="dev-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && !wrong && <Notice tone="danger" title={save.error.message} />}
      <div>
        <div className="dev-label">主题</div>
        <Select
          aria-label="主题"
          className="dev-full"
          showSearch={{ optionFilterProp: "label" }}
          disabled={webhook !== undefined}
          options={TOPICS}
          value={request.webhookTopic}
          onChange={(webhookTopic) => put({ webhookTopic })}
        />
      </div>
      <TextField
        label="通知地址"
        name="webhookAddress"
        value={request.webhookAddress}
        onChange={({ target }) => put({ webhookAddress: target.value })}
        placeholder="https://erp.example.com/hooks/coralhub"
        {...(wrong && { error: wrong })}
      />
      <Radio.Group
        aria-label="内容"
        options={TYPES}
        value={request.webhookType}
        onChange={({ target }) => put({ webhookType: target.value as WebhookType })}
      />
      <Checkbox checked={request.isEnabled} onChange={({ target }) => put({ isEnabled: target.checked })}>
        启用
      </Checkbox>
      <Button type="submit" variant="primary" loading={save.isPending}>
        {webhook ? "保存" : "添加"}
      </Button>
      {webhook && <Care webhook={webhook} onClose={onClose} />}
    </form>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="dev-form">
      <Notice tone="success" title="签名密钥，请现在保存，离开后不再显示">
        <Copyable text={secret} />
      </Notice>
      <p className="dev-quiet">收到通知先用它验签再处理。密钥可以随时更换，旧的再用 24 小时</p>
      <Button variant="primary" onClick={onClose}>
        完成
      </Button>
    </div>
  );
}

/** Another secret, a test, the end of it. */
function Care({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const rotate = useMutation({ mutationFn: () => calls.rotateSecret({ id: webhook.id }) });
  const test = useMutation({
    mutationFn: () =>
      calls.testWebhook({ topic: webhook.webhookTopic === EVERY_TOPIC ? "payout.completed" : webhook.webhookTopic }),
    onSuccess: () => toast.done("测试通知已发出"),
    onError: (error) => toast.failed(error.message),
  });
  const remove = useMutation({
    mutationFn: () => calls.removeWebhook({ id: webhook.id }),
    onSuccess: async () => {
      toast.done("通知地址已删除");
      await refreshDeveloper();
      onClose();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (rotate.data) return <Secret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <div className="dev-actions">
      <Button onClick={() => test.mutate()} loading={test.isPending}>
        发测试通知
      </Button>
      <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
        更换签名密钥
      </Button>
      <Button onClick={() => remove.mutate()} loading={remove.isPending}>
        删除
      </Button>
    </div>
  );
}
