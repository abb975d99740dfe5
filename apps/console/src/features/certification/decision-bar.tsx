import { QUEUED } from "@coralhub/domain";
import { App, Button } from "antd";
import type { Case } from "./review-calls.ts";
import type { CaseActions } from "./use-case.ts";

type Props = { shown: Case; actions: CaseActions; onAsk: () => void; onNext: () => void };

/** How far it is, and the one thing to do next. */
export function DecisionBar({ shown, actions, onAsk, onNext }: Props) {
  const queued = QUEUED.includes(shown.state);
  if (!queued && shown.state !== "approved") return null;
  const mine = shown.holder?.mine === true;
  return (
    <footer className="decision">
      {queued && <Progress shown={shown} />}
      <div className="decision-buttons">
        {queued && !mine ? (
          <Button
            type="primary"
            disabled={shown.holder !== null}
            loading={actions.take.isPending}
            onClick={() => actions.take.mutate()}
          >
            领取这件
          </Button>
        ) : (
          <>
            {mine && (
              <Button loading={actions.release.isPending} onClick={() => actions.release.mutate()}>
                放回
              </Button>
            )}
            <Button onClick={onAsk}>要求补充</Button>
            {mine && <Decide shown={shown} actions={actions} onNext={onNext} />}
          </>
        )}
      </div>
    </footer>
  );
}

function Progress({ shown }: { shown: Case }) {
  const total = shown.fields.length;
  const accepted = shown.fields.filter(({ verdict }) => verdict === "accepted").length;
  const rejected = shown.fields.filter(({ verdict }) => verdict === "rejected").length;
  const share = (count: number) => ({ width: `${(count / Math.max(1, total)) * 100}%` });
  return (
    <div className="decision-progress">
      <strong>
        已审 {accepted + rejected} 项，剩 {total - accepted - rejected} 项
      </strong>
      <span className="second-line">
        通过 {accepted}，驳回 {rejected}
      </span>
      <div className="decision-track" aria-hidden="true">
        <span className="decision-accepted" style={share(accepted)} />
        <span className="decision-rejected" style={share(rejected)} />
      </div>
    </div>
  );
}

function Decide({ shown, actions, onNext }: Omit<Props, "onAsk">) {
  const undecided = shown.fields.filter(({ verdict }) => verdict === null).length;
  const rejected = shown.fields.filter(({ verdict }) => verdict === "rejected").length;
  const second = shown.state === "second";
  const busy = actions.decide.isPending;
  if (rejected > 0 && undecided === 0)
    return (
      <Confirmed
        title={`驳回 ${rejected} 项`}
        about="商户会收到逐项原因，只改被驳回的项"
        busy={busy}
        onConfirm={() => actions.decide.mutate("reject")}
      />
    );
  if (undecided > 0)
    return (
      <Button type="primary" onClick={onNext}>
        审下一项
      </Button>
    );
  return (
    <>
      {second && (
        <Button loading={busy} onClick={() => actions.decide.mutate("sendBack")}>
          退回重审
        </Button>
      )}
      <Confirmed
        title={second ? "复核通过" : shown.risk.high ? "通过，交复核" : "通过"}
        about={second || !shown.risk.high ? "通过后商户可以提现、付款和换汇" : "风险评分偏高，由另一位审核员再看一遍"}
        busy={busy}
        onConfirm={() => actions.decide.mutate("approve")}
      />
    </>
  );
}

function Confirmed(props: { title: string; about: string; busy: boolean; onConfirm: () => void }) {
  const { title, about, busy, onConfirm } = props;
  const { modal } = App.useApp();
  const ask = () =>
    void modal.confirm({ title, content: about, okText: "确认", cancelText: "再看看", icon: null, onOk: onConfirm });
  return (
    <Button type="primary" loading={busy} onClick={ask}>
      {title}
    </Button>
  );
}
