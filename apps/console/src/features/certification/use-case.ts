import { toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemText } from "../../platform/refusal-fields.ts";
import type { Verdict } from "./field-judgement.tsx";
import { caseQuery, queueKey, review, statisticsQuery, type Case, type CaseRef } from "./review-calls.ts";

type Judgement = { field: string; verdict: Verdict | null; reason: string };
type Outcome = "approve" | "reject" | "sendBack";
const DONE: Record<string, string> = {
  approved: "已通过，商户会收到通知",
  rejected: "已驳回，商户会收到逐项原因",
  second: "已通过，等待另一位审核员复核",
  waiting: "已退回重审",
};

/** What a reviewer does with one case. Verdicts show at once and are taken back if the server refuses. */
export function useCase(ref: CaseRef, shown: Case | undefined) {
  const queries = useQueryClient();
  const key = caseQuery(ref).queryKey;
  const again = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: queueKey() }),
      queries.invalidateQueries({ queryKey: statisticsQuery.queryKey }),
    ]);
  const failed = (error: unknown) => {
    toast.failed(problemText(error));
    void again();
  };
  const version = shown?.version ?? 1;
  const judge = useMutation({
    mutationFn: (verdicts: Judgement[]) => review.judgeFields({ ...ref, version, verdicts }),
    onMutate: (verdicts) => {
      const given = new Map(verdicts.map((verdict) => [verdict.field, verdict]));
      queries.setQueryData(
        key,
        (before: Case | undefined) =>
          before && {
            ...before,
            fields: before.fields.map((field) => {
              const verdict = given.get(field.path);
              return verdict ? { ...field, verdict: verdict.verdict, reason: verdict.reason } : field;
            }),
          },
      );
    },
    onError: failed,
  });
  const hands = useHands(ref, { again, failed });
  const decide = useMutation({
    mutationFn: (outcome: Outcome) => review.decideCase({ ...ref, version, outcome }),
    onSuccess: async ({ state }) => {
      toast.done(DONE[state] ?? "已完成");
      await again();
    },
    onError: failed,
  });
  const ask = useMutation({
    mutationFn: (questions: { field: string; text: string }[]) => review.askMerchant({ ...ref, version, questions }),
    onSuccess: async () => {
      toast.done("已发给商户，答复后回到待审核");
      await again();
    },
    onError: failed,
  });
  const pursue = useMutation({
    mutationFn: ({ enquiryId, text }: { enquiryId: string; text?: string }) =>
      review.pursueEnquiry({ merchantId: ref.merchantId, id: enquiryId, ...(text && { text }) }),
    onSuccess: again,
    onError: failed,
  });
  const freeze = useMutation({
    mutationFn: ({ frozen, reason }: { frozen: boolean; reason: string }) =>
      (frozen ? review.unfreezeMerchant : review.freezeMerchant)({ merchantId: ref.merchantId, reason }),
    onSuccess: async (_done, { frozen }) => {
      toast.done(frozen ? "已解冻，商户会收到通知" : "已冻结，商户会收到通知");
      await again();
    },
    onError: failed,
  });
  return { ...hands, judge, decide, ask, pursue, freeze };
}
export type CaseActions = ReturnType<typeof useCase>;

type After = { again: () => Promise<unknown>; failed: (error: unknown) => void };

/** In whose hands the case is. */
function useHands(ref: CaseRef, { again, failed }: After) {
  const take = useMutation({ mutationFn: () => review.takeCase(ref), onSuccess: again, onError: failed });
  const release = useMutation({ mutationFn: () => review.releaseCase(ref), onSuccess: again, onError: failed });
  const assign = useMutation({
    mutationFn: (to: { operatorId: string; note: string }) => review.assignCase({ ...ref, ...to }),
    onSuccess: async () => {
      toast.done("已交给同事");
      await again();
    },
    onError: failed,
  });
  return { take, release, assign };
}
