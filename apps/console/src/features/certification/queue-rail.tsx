import { formSpec, SUBMISSION_KINDS } from "@coralhub/domain";
import { Link, Sep } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Due } from "../../platform/due.tsx";
import { casePath, waitingQuery, type CaseRef } from "./review-calls.ts";

/** Beside a case: what waits, soonest due first. */
export function QueueRail({ current }: { current: CaseRef }) {
  const { data } = useQuery(waitingQuery);
  return (
    <nav className="rail" aria-label="待审核的申请">
      <div className="rail-head">
        <strong>待审核 {data?.total ?? ""}</strong>
        <span className="second-line">最快超时的在前</span>
      </div>
      <ol>
        {data?.records.map((row) => (
          <li key={row.id}>
            <Link to={casePath(row)} className="rail-case" aria-current={row.id === current.id ? "page" : undefined}>
              <span className="rail-name">{row.subjectName || row.number}</span>
              <span className="second-line">
                {formSpec(row.form).label}
                <Sep />
                {SUBMISSION_KINDS[row.submissionKind]}
                {row.holder && (
                  <>
                    <Sep />
                    {row.holder}
                  </>
                )}
              </span>
              <span className="rail-left">
                <Due at={row.dueAt} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="rail-keys second-line">
        <kbd>J</kbd> <kbd>K</kbd> 下一件、上一件
      </p>
    </nav>
  );
}
