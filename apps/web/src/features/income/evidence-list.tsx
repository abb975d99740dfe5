import type { IncomeDetail } from "@coralhub/contract";
import { icons } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { inTable } from "../../platform/show.tsx";
import { calls } from "./income-calls.ts";

/** What was handed in for this payment. */
export function EvidenceList({ incomeId, evidence }: { incomeId: string; evidence: IncomeDetail["evidence"] }) {
  const save = useMutation({
    mutationFn: (fileId: string) => calls.incomeEvidence({ id: incomeId, fileId }),
    onSuccess: saveFile,
  });
  return (
    <section aria-labelledby="income-evidence">
      <h3 id="income-evidence" className="type-section income-section">
        已提交的材料
      </h3>
      <ul className="income-evidence">
        {evidence.map(({ fileId, fileName, note, at }) => (
          <li key={fileId}>
            <icons.File />
            <span className="income-evidence-words">
              <button type="button" className="text-button" onClick={() => save.mutate(fileId)}>
                {fileName}
              </button>
              {note && <span className="income-evidence-note">{note}</span>}
            </span>
            <time className="income-evidence-note">{inTable(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
