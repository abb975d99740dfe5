import { reviewList } from "@coralhub/contract";
import {
  deskAddress,
  applicationLifecycle,
  formSpec,
  HIGH_RISK_SCORE,
  QUEUED,
  SUBMISSION_KINDS,
} from "@coralhub/domain";
import { Link, ListPage, NameCell, toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { BulkStep } from "../../platform/bulk-step.tsx";
import { Due } from "../../platform/due.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useRows } from "../../platform/use-rows.ts";
import { useWaitingFirst } from "../../platform/use-waiting-first.ts";
import { casePath, queueKey, review, statisticsQuery, waitingQuery, type QueueRow } from "./review-calls.ts";
import { ReviewTabs } from "./review-tabs.tsx";
import "./certification-review.css";

const { states } = applicationLifecycle;
const TABS = [
  { label: "待处理", values: QUEUED },
  ...(["second", "supplement", "rejected", "approved"] as const).map((state) => ({
    label: states[state].label,
    values: [state],
  })),
];

/** Soonest due first. */
const WAITING = deskAddress("certificationDesk", { state: QUEUED.join(","), sort: "dueAt" });

/** Everything that was handed in: what waits comes first, by the promise we gave. */
export function QueuePage() {
  useWaitingFirst(WAITING);
  const rows = useRows(reviewList, queueKey("list"), review.reviewQueue, { desk: true, waitingFirst: true });
  const { data: statistics, isPending } = useQuery(statisticsQuery);
  return (
    <ListPage
      {...rows}
      rowKey={(row) => row.id}
      unit="件"
      dense
      aside={<ReviewTabs current="certificationDesk" />}
      {...(statistics && {
        intro: `待审核 ${statistics.waiting} 件，待复核 ${statistics.second} 件，超时 ${statistics.overdue} 件，一小时内到时 ${statistics.dueSoon} 件`,
      })}
      leadComing={isPending}
      actions={<TakeNext />}
      tabs={{
        filter: "state",
        items: TABS,
        ...(statistics && {
          counts: { waiting: statistics.waiting, second: statistics.second, supplement: statistics.supplement },
        }),
      }}
      columns={["subjectName", "form", "submissionKind", "state", "riskScore", "holder", "submittedAt", "dueAt"]}
      roomyColumns={["submissionKind", "submittedAt"]}
      cells={{
        subjectName: (row) => (
          <NameCell name={<Link to={casePath(row)}>{row.subjectName || "未命名"}</Link>} note={row.number} />
        ),
        form: (row) => formSpec(row.form).label,
        submissionKind: (row) => SUBMISSION_KINDS[row.submissionKind],
        riskScore: (row) => <Risk row={row} />,
        holder: (row) => row.holder || "—",
        dueAt: (row) => (QUEUED.includes(row.state) ? <Due at={row.dueAt} /> : "—"),
      }}
      selection={{ actions: (chosen, clear) => <TakeAll rows={chosen} clear={clear} /> }}
      rowActions={(row) => <Link to={casePath(row)}>{row.decidedAt ? "查看" : "审核"}</Link>}
      empty={{ title: "没有等待审核的申请", text: "商户提交认证后会出现在这里" }}
    />
  );
}

function Risk({ row }: { row: QueueRow }) {
  if (!row.assessed) return "评估中";
  return <span className={row.riskScore >= HIGH_RISK_SCORE ? "text-danger" : ""}>{row.riskScore}</span>;
}

/** Several at once, for a morning's work; whoever is slower than a colleague is told which ones. */
function TakeAll({ rows, clear }: { rows: readonly QueueRow[]; clear: () => void }) {
  return (
    <BulkStep
      rows={rows.filter(({ state, holder }) => QUEUED.includes(state) && holder === "")}
      label="领取"
      unit="件"
      about="领取后由您审核，同事看得到在您手里；不审的请放回"
      named={(row) => row.subjectName || row.number}
      take={({ merchantId, id }) => review.takeCase({ merchantId, id })}
      queryKey={queueKey()}
      clear={clear}
    />
  );
}

/** The soonest due that nobody holds; if a colleague is quicker, the one after it. */
function TakeNext() {
  const queries = useQueryClient();
  const take = useMutation({
    mutationFn: async () => {
      const { records } = await queries.query({ ...waitingQuery, staleTime: 0 });
      for (const row of records.filter(({ holder }) => holder === "")) {
        const taken = await review.takeCase({ merchantId: row.merchantId, id: row.id }).then(
          () => true,
          () => false,
        );
        if (taken) return row;
      }
      return undefined;
    },
    onSuccess: (row) => (row ? goTo(casePath(row)) : toast.done("没有可以领取的申请")),
    onError: (error) => toast.failed(problemText(error)),
  });
  return (
    <Button type="primary" loading={take.isPending} onClick={() => take.mutate()}>
      领取下一件
    </Button>
  );
}
