import { ledgerAlarmList } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { Facts, Link, ListPage, Notice, StateDot, toast, useNarrow } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { problemText } from "../../platform/refusal-fields.ts";
import { describeAlarm } from "./alarm-words.ts";
import { invariantsQuery, ledger } from "./ledger-calls.ts";
import { LedgerTabs } from "./ledger-tabs.tsx";
import { NoteField } from "../../platform/note-field.tsx";
import { useRows } from "../../platform/use-rows.ts";
import "../../platform/verdict.css";
import "./forms.css";

type Row = Awaited<ReturnType<typeof ledger.ledgerAlarms>>["records"][number];

/** What the proofs found wrong. While one is open no payout leaves. */
export function AlarmsPage() {
  const rows = useRows(ledgerAlarmList, ["ledger", "alarms"], ledger.ledgerAlarms);
  return (
    <ListPage
      {...rows}
      title="总账"
      aside={<LedgerTabs />}
      actions={<PayoutState />}
      rowKey={(row) => row.id}
      unit="条"
      dense
      columns={["rule", "raisedAt", "subject", "detail", "clearedAt"]}
      roomyColumns={["detail"]}
      cells={{
        rule: (row) => <Rule row={row} />,
        subject: (row) => describeAlarm(row).subject,
        detail: (row) =>
          describeAlarm(row)
            .facts.map(({ label, value }) => `${label} ${value}`)
            .join("，"),
        clearedAt: (row) => <Cleared row={row} />,
      }}
      drawer={{
        title: (row) => describeAlarm(row).rule,
        body: (row) => <AlarmDetail key={`${row.id} ${row.clearedAt?.getTime()}`} row={row} />,
      }}
      empty={{ title: "没有告警", text: "每分钟核对一次账目，发现不符会出现在这里，并暂停付款" }}
    />
  );
}

/** On a phone it stands for the columns that are not there. */
function Rule({ row }: { row: Row }) {
  const { rule, subject } = describeAlarm(row);
  if (!useNarrow()) return <span className="alarm-rule">{rule}</span>;
  return (
    <>
      {rule}，{subject}
      <span className="alarm-state">
        <Cleared row={row} />
      </span>
    </>
  );
}

const Cleared = ({ row: { clearedAt } }: { row: Row }) =>
  clearedAt ? (
    <StateDot tone="neutral" label="已解除" note={toShanghaiTime(clearedAt).slice(5, 16)} />
  ) : (
    <StateDot tone="danger" label="未解除" />
  );

function PayoutState() {
  const { data } = useQuery(invariantsQuery);
  if (!data) return null;
  return data.payoutsStopped ? (
    <StateDot tone="danger" label={`付款已暂停，${data.openAlarms} 条未解除`} />
  ) : (
    <StateDot tone="success" label="付款正常" />
  );
}

function AlarmDetail({ row }: { row: Row }) {
  const { about, subject, to, facts } = describeAlarm(row);
  return (
    <div className="decision">
      <Facts
        facts={[
          { label: "规则", value: about },
          { label: "对象", value: to ? <Link to={to}>{subject}</Link> : subject },
          ...facts,
          { label: "发现", value: toShanghaiTime(row.raisedAt) },
          { label: "最近一次", value: toShanghaiTime(row.lastSeenAt) },
          ...(row.clearedAt ? [{ label: "解除", value: toShanghaiTime(row.clearedAt) }] : []),
          ...(row.note ? [{ label: "处理说明", value: row.note }] : []),
        ]}
      />
      {row.clearedAt === null && <ClearForm id={row.id} />}
    </div>
  );
}

function ClearForm({ id }: { id: string }) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const clear = useMutation({
    mutationFn: () => ledger.proposeClearing({ id, note: note.trim() }),
    onSuccess: async () => {
      toast.done("已提交，待另一位财务复核");
      await queries.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
  const write = (text: string) => {
    setNote(text);
    setMissing(false);
  };
  return (
    <div className="verdict">
      {clear.error && <Notice tone="danger" title={problemText(clear.error)} />}
      <NoteField
        label="处理说明"
        value={note}
        onChange={write}
        hint="另一位财务复核后解除；全部解除后付款自动恢复，问题还在的话会再次告警"
        problem={missing ? "请写明原因和处理结果" : undefined}
      />
      <div className="verdict-actions">
        <Button danger loading={clear.isPending} onClick={() => (note.trim() ? clear.mutate() : setMissing(true))}>
          提出解除
        </Button>
      </div>
    </div>
  );
}
