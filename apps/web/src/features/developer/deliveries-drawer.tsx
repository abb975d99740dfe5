import type { DeliveryRow, WebhookView } from "@coralhub/contract";
import { startOfShanghaiDay } from "@coralhub/domain";
import { addDays, beijingDay, Bone, DateField, EmptyState, ErrorState, Notice, StateDot, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { inTable } from "../../platform/show.tsx";
import { calls, deliveriesQuery, deliveryQuery, refreshDeveloper } from "./developer-calls.ts";

const STANDING = {
  delivered: { tone: "success", label: "已送达" },
  waiting: { tone: "warning", label: "等待投递" },
  parked: { tone: "danger", label: "没有送达" },
} as const;

export function DeliveriesDrawer({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(webhook.id));
  const [open, setOpen] = useState<string>();
  const replay = useReplay(webhook.id);
  const missing = webhook.parked + webhook.waiting;
  return (
    <Drawer
      open
      size={560}
      title={`投递记录 ${webhook.webhookTopic}`}
      onClose={onClose}
      extra={
        missing > 0 && (
          <Button loading={replay.isPending} onClick={() => replay.mutate({})}>
            重投没有送达的
          </Button>
        )
      }
    >
      {error && (
        <ErrorState title="没能取到投递记录" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!data && !error && <Bone width="100%" height={240} />}
      {data?.records.length === 0 && (
        <EmptyState title="还没有投递">业务有变化，或发一条测试通知，就会出现在这里</EmptyState>
      )}
      {data && data.records.length > 0 && <Range busy={replay.isPending} onReplay={replay.mutate} />}
      {data?.records.map((row) => (
        <Delivery
          key={row.id}
          row={row}
          open={open === row.id}
          onToggle={() => setOpen(open === row.id ? undefined : row.id)}
          onReplay={() => replay.mutate({ deliveryId: row.id })}
        />
      ))}
    </Drawer>
  );
}

type Which = { deliveryId?: string; begin?: Date; end?: Date };
function useReplay(webhookId: string) {
  return useMutation({
    mutationFn: (which: Which) => calls.replayDeliveries({ webhookId, ...which }),
    onSuccess: async ({ count }) => {
      toast.done(`${count} 条会马上重投`);
      await refreshDeveloper();
    },
    onError: (error) => toast.failed(error.message),
  });
}

/** For somebody who has lost what arrived: all of these days once more, delivered or not. */
function Range({ busy, onReplay }: { busy: boolean; onReplay: (which: Which) => void }) {
  const today = beijingDay();
  const [first, setFirst] = useState(today);
  const [last, setLast] = useState(today);
  const begin = first && startOfShanghaiDay(first);
  const end = last && startOfShanghaiDay(addDays(last, 1));
  return (
    <div className="dev-range">
      <DateField label="从" latest={last || today} value={first} onChange={setFirst} />
      <DateField label="到" {...(first && { earliest: first })} latest={today} value={last} onChange={setLast} />
      <Button
        loading={busy}
        disabled={!begin || !end || begin >= end}
        onClick={() => begin && end && onReplay({ begin, end })}
      >
        重投这几天的
      </Button>
    </div>
  );
}

type RowProps = { row: DeliveryRow; open: boolean; onToggle: () => void; onReplay: () => void };
function Delivery({ row, open, onToggle, onReplay }: RowProps) {
  const { tone, label } = STANDING[row.standing];
  return (
    <div className="dev-delivery">
      <div className="dev-delivery-head">
        <button type="button" className="dev-toggle" aria-expanded={open} onClick={onToggle}>
          <span>
            {inTable(row.createdAt)} 第 {row.sequence} 条
          </span>
          <StateDot tone={tone} label={label} />
        </button>
        <Button type="link" onClick={onReplay}>
          重投
        </Button>
      </div>
      {open && <Detail id={row.id} />}
    </div>
  );
}

function Detail({ id }: { id: string }) {
  const { data, error } = useQuery(deliveryQuery(id));
  if (error) return <Notice tone="danger" title={error.message} />;
  if (!data) return <Bone width="100%" height={120} />;
  return (
    <div className="dev-exchange">
      <pre className="dev-pre">{JSON.stringify(JSON.parse(data.body), null, 2)}</pre>
      {data.log.map((attempt, place) => (
        <p key={place} className="dev-quiet">
          {inTable(attempt.at)} {attempt.problem ?? `答复 ${attempt.status}`}，{attempt.ms} ms {attempt.answer}
        </p>
      ))}
    </div>
  );
}
