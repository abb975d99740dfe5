import { standingWord, type StandingOrder } from "@coralhub/contract";
import { STANDING_KINDS, standingOrderLifecycle, type StandingKind } from "@coralhub/domain";
import { Bone, ErrorState, Facts, Panel, StateTag, toast, type Fact } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Popconfirm } from "antd";
import { MoneyOf } from "../../platform/show.tsx";
import { calls, refreshMoney, standingQuery } from "./exchange-calls.ts";
import { momentText, pairName, rateText } from "./words.ts";

const ENDED_SHOWN = 3;

/** What waits, how far away it is, and what became of the last ones. */
export function StandingPanel({ onNew }: { onNew: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(standingQuery);
  const waiting = data?.filter(({ state }) => state === "waiting") ?? [];
  const ended = data?.filter(({ state }) => state !== "waiting").slice(0, ENDED_SHOWN) ?? [];
  return (
    <Panel
      title="挂单和提醒"
      flush
      action={
        <Button size="small" onClick={onNew}>
          新建
        </Button>
      }
    >
      {isError && !data ? (
        <ErrorState title="没能取到委托" onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <div className="fx-order">
          <Bone width="100%" height={88} />
        </div>
      ) : waiting.length + ended.length === 0 ? (
        <p className="fx-order fx-hint">
          可以设汇率提醒、到价自动成交的挂单，或让到账的外币自动换汇。挂单占用的余额随时可以撤回。
        </p>
      ) : (
        [...waiting, ...ended].map((order) => <Order key={order.id} order={order} />)
      )}
    </Panel>
  );
}

function Order({ order }: { order: StandingOrder }) {
  const { id, kind, state, sell, buy, target, problem } = order;
  const cancel = useMutation({
    mutationFn: () => calls.cancelStandingOrder({ id }),
    onSuccess: () => toast.done(kind === "target" ? "已撤单，余额已退回" : "已撤销"),
    onError: (error) => toast.failed(error.message),
    onSettled: () => refreshMoney(),
  });
  const waits = state === "waiting";
  return (
    <section className="fx-order" aria-label={`${STANDING_KINDS[kind].label} ${pairName(sell, buy)}`}>
      <div className="fx-order-head">
        <b>
          {STANDING_KINDS[kind].label} {sell} → {buy}
        </b>
        <StateTag tone={standingOrderLifecycle.states[state].tone} label={standingWord(kind, state)} />
      </div>
      {target && waits && <Distance order={order} target={target} />}
      {waits && <Facts facts={factsOf(order)} />}
      {!waits && order.endedAt && <span className="fx-hint">{momentText(order.endedAt)}</span>}
      {problem && <span className="fx-problem">{problem}</span>}
      {waits && (
        <div>
          <Popconfirm
            title={kind === "target" ? "撤单后占用的余额立即退回" : "撤销后不再执行"}
            okText={kind === "target" ? "撤单" : "撤销"}
            cancelText="不撤"
            onConfirm={() => cancel.mutate()}
          >
            <Button size="small" loading={cancel.isPending}>
              {kind === "target" ? "撤单" : "撤销"}
            </Button>
          </Popconfirm>
        </div>
      )}
    </section>
  );
}

/** The rate an order is judged by. */
const JUDGED: Record<StandingKind, string> = { alert: "中间价", target: "成交汇率", arrivals: "" };

/** How far the rate is away, on the way from the lowest of the last thirty days. */
function Distance({
  order: { rateNow, lowest, highest, kind, direction },
  target,
}: {
  order: StandingOrder;
  target: string;
}) {
  const [now, wanted] = [Number(rateNow), Number(target)];
  if (rateNow === null)
    return (
      <span className="type-figure">
        {JUDGED[kind]} {rateText(target)}
      </span>
    );
  const from = Math.min(Number(lowest ?? rateNow), now);
  const part = wanted === from ? 1 : Math.max(0, Math.min(1, (now - from) / (wanted - from)));
  const away = Math.abs(wanted - now);
  const digits = wanted < 0.1 ? 6 : 4;
  const reached = direction === "down" ? Number(lowest) <= wanted : Number(highest) >= wanted;
  const judged = JUDGED[kind];
  return (
    <div className="fx-distance">
      <div className="fx-order-head">
        <span className="type-figure">{rateText(target)}</span>
        <span className="fx-hint">
          {judged}还差 <b>{away.toFixed(digits)}</b>（{((away / wanted) * 100).toFixed(2)}%）
        </span>
      </div>
      {direction !== "down" && (
        <div className="fx-meter" aria-hidden="true">
          <span style={{ width: `${(part * 100).toFixed(1)}%` }} />
        </div>
      )}
      <div className="fx-order-head fx-hint">
        {lowest && <span>30 天最低 {rateText(lowest)}</span>}
        <span>
          现在{judged} {rateText(rateNow)}
        </span>
      </div>
      {highest && (
        <span className="fx-hint">
          近 30 天{judged}最高 {rateText(highest)}，{reached ? "到过这个价" : "还没到过这个价"}
          {kind === "target" && "。到期不成交，占用自动退回"}
        </span>
      )}
    </div>
  );
}

function factsOf({ kind, amount, until, target, buy }: StandingOrder): Fact[] {
  if (kind === "arrivals") return [{ label: "范围", value: `之后到账的全部换成 ${buy}` }];
  if (kind === "alert") return [{ label: "到价后", value: "通知您，不动余额" }];
  return [
    ...(amount ? [{ label: "占用余额", value: <MoneyOf value={amount} /> }] : []),
    ...(target ? [{ label: "成交汇率至少", value: rateText(target) }] : []),
    ...(until ? [{ label: "有效至", value: momentText(until) }] : []),
  ];
}
