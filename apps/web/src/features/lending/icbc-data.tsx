import type { CallOutput, lendingEndpoints } from "@coralhub/contract";
import { ICBC_DATA, ICBC_UPLOADS, type IcbcData as Kind } from "@coralhub/domain";
import { Facts, Notice, Panel, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { inTable } from "../../platform/show.tsx";
import { session } from "../../platform/session.ts";
import { calls, icbcCustomerQuery, icbcOrdersQuery } from "./loan-calls.ts";
import { useStep } from "./use-step.ts";

type Status = CallOutput<typeof lendingEndpoints.icbcFinanceStatus.output>;
type Told = Status["user"];

const MOST = 500;
const isUnderWay = ({ state }: Told): boolean => state === "sending" || state === "asked";

/** What ICBC is told, how far each has come, and what it asks about it. */
export function IcbcData({ status: { user, orders: before } }: { status: Status }) {
  const { data: orders = before } = useQuery(icbcOrdersQuery);
  const { data: customer } = useQuery(icbcCustomerQuery(session.user()?.mobile ?? ""));
  const sendUser = useStep(() => calls.icbcUserUpload({}), "认证资料已交给工行，等它确认");
  const sendOrders = useStep(() => calls.icbcOrderUpload({}), "收款和订单已交给工行，等它确认");
  return (
    <Panel title="报送给工行的资料">
      <div className="service-stack">
        {orders.state === "stale" && <Notice tone="info" title="有新的收款还没有报送" />}
        <Word kind="user" told={user} />
        <Word kind="orders" told={orders} />
        <Facts
          facts={[
            ...(customer ? [{ label: "客户名称", value: customer.name }] : []),
            { label: ICBC_DATA.user, value: <Standing told={user} /> },
            { label: ICBC_DATA.orders, value: <Standing told={orders} counted /> },
          ]}
        />
        <div className="service-actions">
          <Button loading={sendUser.isPending} disabled={isUnderWay(user)} onClick={() => sendUser.mutate()}>
            报送认证资料
          </Button>
          <Button loading={sendOrders.isPending} disabled={isUnderWay(orders)} onClick={() => sendOrders.mutate()}>
            报送收款和订单
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Standing({ told: { state, at, count }, counted = false }: { told: Told; counted?: boolean }) {
  const note = at && `${counted ? `${count} 笔，` : ""}${inTable(at)}`;
  return <StateDot {...ICBC_UPLOADS[state]} {...(note && { note })} />;
}

/** What the bank says about data: why it gave them back, or what it wants to know. */
function Word({ kind, told: { state, reason } }: { kind: Kind; told: Told }) {
  if (state === "refused")
    return (
      <Notice tone="danger" title={`工行退回了${ICBC_DATA[kind]}`}>
        {reason}。处理后可以重新报送。
      </Notice>
    );
  return state === "asked" ? <Question kind={kind} question={reason ?? ""} /> : null;
}

function Question({ kind, question }: { kind: Kind; question: string }) {
  const [answer, setAnswer] = useState("");
  const send = useStep(() => calls.answerIcbcUpload({ kind, answer }), "已回答工行");
  const label = `回答工行对${ICBC_DATA[kind]}的问题`;
  return (
    <Notice tone="warning" title={`工行问到${ICBC_DATA[kind]}：${question}`}>
      <div className="service-stack">
        <Input.TextArea
          aria-label={label}
          placeholder="写明情况，至少两个字"
          rows={3}
          maxLength={MOST}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <div className="service-actions">
          <Button
            type="primary"
            loading={send.isPending}
            disabled={answer.trim().length < 2}
            onClick={() => send.mutate()}
          >
            回答
          </Button>
        </div>
      </div>
    </Notice>
  );
}
