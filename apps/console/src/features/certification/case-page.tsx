import { applicationLifecycle, formSpec, HOLD_MINUTES, QUEUED, SUBMISSION_KINDS } from "@coralhub/domain";
import { CopyButton, Notice, PageSkeleton, Sep, StateTag } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Tabs } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { DocumentPane } from "../../platform/document-pane.tsx";
import { QueryView } from "../../platform/page.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { AssignButton } from "./assign-button.tsx";
import { CaseHistory, Enquiries, RiskFacts } from "./case-notes.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { documentsOf } from "./case-documents.ts";
import { FreezeButton } from "./freeze-button.tsx";
import { FieldJudgement, type Verdict } from "./field-judgement.tsx";
import { QueueRail } from "./queue-rail.tsx";
import { casePath, caseQuery, review, waitingQuery, type Case, type CaseField, type CaseRef } from "./review-calls.ts";
import { useCase, type CaseActions } from "./use-case.ts";
import "./certification-review.css";

/** The application beside its documents. */
export function CasePage() {
  const { merchantId = "", id = "" }: Partial<CaseRef> = useParams({ strict: false });
  const ref = { merchantId, id };
  const found = useQuery(caseQuery(ref));
  const actions = useCase(ref, found.data);
  useQueueKeys(ref);
  return (
    <div className="review">
      <QueueRail current={ref} />
      <QueryView query={found} what="这份申请" skeleton={<PageSkeleton />}>
        {(shown) => <Desk key={`${shown.applicationId}:${shown.version}`} shown={shown} actions={actions} />}
      </QueryView>
    </div>
  );
}

/** J and K walk through the queue. */
function useQueueKeys({ id }: CaseRef): void {
  const { data } = useQuery(waitingQuery);
  useKeys((key) => {
    const step = { j: 1, k: -1 }[key];
    if (!step || !data) return;
    const at = data.records.findIndex((row) => row.id === id);
    const next = data.records[at + step];
    if (next) goTo(casePath(next));
  });
}

function useKeys(onKey: (key: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const typing =
      event.target instanceof HTMLElement && event.target.matches("input,textarea,select,[contenteditable]");
    if (typing || event.metaKey || event.ctrlKey || event.altKey) return;
    onKey(event.key.toLowerCase());
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Which field is looked at, which document lies beside it, and what is said about it. */
function useDesk(shown: Case, actions: CaseActions) {
  const documents = documentsOf(shown);
  const [document, setDocument] = useState(documents[0]?.fileId);
  const [at, setAt] = useState<string>();
  const mine = QUEUED.includes(shown.state) && shown.holder?.mine === true;
  const undecided = shown.fields.filter(({ verdict }) => verdict === null);
  const current = at ?? undecided[0]?.path;
  /** The document beside the field: its own, or the first of its section. */
  const focus = (field: CaseField) => {
    setAt(field.path);
    const beside =
      field.kind === "document"
        ? field
        : shown.fields.find(({ kind, section, raw }) => kind === "document" && section === field.section && raw !== "");
    if (beside?.raw) setDocument(beside.raw);
  };
  const judge = (field: CaseField, verdict: Verdict | null, reason: string) => {
    actions.judge.mutate([{ field: field.path, verdict, reason }]);
    if (verdict === "accepted") setAt(nextAfter(shown.fields, field.path));
  };
  const next = () => {
    const field = undecided[0];
    if (!field) return;
    focus(field);
    globalThis.document.getElementById(`field-${field.path}`)?.scrollIntoView({ block: "center" });
  };
  useKeys((key) => {
    const field = shown.fields.find(({ path }) => path === current);
    if (!mine || !field) return;
    if (key === "a") judge(field, "accepted", "");
    if (key === "r") rejectButton(field.path)?.click();
  });
  return { documents, document, setDocument, current, mine, focus, judge, next };
}

function Desk({ shown, actions }: { shown: Case; actions: CaseActions }) {
  const { documents, document, setDocument, current, mine, focus, judge, next } = useDesk(shown, actions);
  const [asking, setAsking] = useState(false);
  const { merchantId, applicationId: id } = shown;
  const read = (fileId: string) => review.reviewDocument({ merchantId, id, fileId });
  const fields = { shown, mine, current, onFocus: focus, onJudge: judge, actions };
  return (
    <>
      <DocumentPane read={read} documents={documents} current={document} onChoose={setDocument} />
      <section className="case" aria-label="申请">
        <CaseHead shown={shown} actions={actions} />
        {QUEUED.includes(shown.state) && shown.holder && !mine && (
          <Notice tone="info" title={`${shown.holder.name} 正在审核这份申请`}>
            放回或 {HOLD_MINUTES} 分钟没有操作后，别人才能领取
          </Notice>
        )}
        <Tabs
          className="case-tabs"
          items={[
            { key: "fields", label: "资料", children: <Fields {...fields} /> },
            { key: "risk", label: `风险 ${shown.risk.score}`, children: <RiskFacts risk={shown.risk} /> },
            {
              key: "enquiries",
              label: `补充${shown.enquiries.length > 0 ? ` ${shown.enquiries.length}` : ""}`,
              children: <Enquiries shown={shown} actions={actions} />,
            },
            { key: "history", label: "办理进度", children: <CaseHistory history={shown.history} /> },
          ]}
        />
        <DecisionBar shown={shown} actions={actions} onAsk={() => setAsking(true)} onNext={next} />
      </section>
      {asking && <AskDialog shown={shown} field={current ?? ""} actions={actions} onClose={() => setAsking(false)} />}
    </>
  );
}

const rejectButton = (path: string): HTMLElement | null =>
  globalThis.document.getElementById(`field-${path}`)?.querySelector<HTMLElement>("[aria-label^='驳回']") ?? null;

/** The next one without a verdict, further down first. */
function nextAfter(fields: readonly CaseField[], path: string): string | undefined {
  const here = fields.findIndex((field) => field.path === path);
  const open = (field: CaseField) => field.verdict === null && field.path !== path;
  return (fields.slice(here + 1).find(open) ?? fields.find(open))?.path;
}

function CaseHead({ shown, actions }: { shown: Case; actions: CaseActions }) {
  const rejectedBefore = shown.history.filter(({ what }) => what === "审核未通过").length;
  return (
    <header className="case-head">
      <div className="case-title">
        <h1 className="type-section">{shown.subjectName || "未命名"}</h1>
        <span className="case-state">
          <StateTag lifecycle={applicationLifecycle} state={shown.state} />
          <AssignButton shown={shown} actions={actions} />
          <FreezeButton shown={shown} actions={actions} />
        </span>
      </div>
      <p className="second-line">
        {formSpec(shown.form).label}
        <Sep />
        {SUBMISSION_KINDS[shown.submissionKind]}，第 {shown.version} 版
        {rejectedBefore > 0 && (
          <>
            <Sep />
            驳回过 {rejectedBefore} 次
          </>
        )}
        <Sep />
        <span className="mono">{shown.number}</span> <CopyButton text={shown.number} label="复制申请编号" />
      </p>
      {shown.proposedBy && shown.state === "second" && (
        <p className="second-line">初审 {shown.proposedBy}，需要另一位审核员复核</p>
      )}
    </header>
  );
}

type FieldsProps = {
  shown: Case;
  mine: boolean;
  current: string | undefined;
  onFocus: (field: CaseField) => void;
  onJudge: (field: CaseField, verdict: Verdict | null, reason: string) => void;
  actions: CaseActions;
};

function Fields({ shown, mine, current, onFocus, onJudge, actions }: FieldsProps) {
  const sections = [...new Set(shown.fields.map(({ section }) => section))];
  return sections.map((section) => {
    const fields = shown.fields.filter((field) => field.section === section);
    const open = fields.filter(({ verdict }) => verdict === null);
    return (
      <section key={section} aria-label={section}>
        <div className="judge-head">
          <span>
            {section}，{fields.length} 项
          </span>
          {mine && open.length > 0 ? (
            <button
              type="button"
              className="text-button"
              aria-label={`${section}：其余全部通过`}
              onClick={() =>
                actions.judge.mutate(
                  open.map(({ path }) => ({ field: path, verdict: "accepted" as const, reason: "" })),
                )
              }
            >
              其余全部通过
            </button>
          ) : (
            <span>已审 {fields.length - open.length}</span>
          )}
        </div>
        <ul>
          {fields.map((field) => (
            <FieldJudgement
              key={field.path}
              field={field}
              current={mine && field.path === current}
              mayJudge={mine}
              onFocus={() => onFocus(field)}
              onJudge={(verdict, reason) => onJudge(field, verdict, reason)}
            />
          ))}
        </ul>
      </section>
    );
  });
}
