import { invitationEndpoints, type InvitationReview } from "@coralhub/contract";
import { invitationLifecycle, toShanghaiTime } from "@coralhub/domain";
import { EmptyState, Notice, PageHeader, Panel, StateTag, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import "./invitations.css";

const { invitationReviews, decideInvitation } = invitationEndpoints;
const calls = connect({ invitationReviews, decideInvitation });
const KEY = ["invitations"];
const reviewsQuery = queryOptions({ queryKey: KEY, queryFn: () => calls.invitationReviews({}) });

/** Invitations with something in common between the two: somebody looks before a reward is paid. */
export function InvitationReviewsPage() {
  const reviews = useQuery(reviewsQuery);
  return (
    <>
      <PageHeader title="推荐核对" intro="推荐人和好友有相同的设备、地址、证件主体或银行账户时，由人工决定是否发奖励" />
      <QueryView query={reviews} what="推荐">
        {(rows) => (
          <Panel flush={rows.length > 0}>
            {rows.length > 0 ? (
              <ul className="invitation-reviews">
                {rows.map((review) => (
                  <Review key={review.friendId} review={review} />
                ))}
              </ul>
            ) : (
              <EmptyState title="没有要核对的推荐">有疑点的推荐会出现在这里</EmptyState>
            )}
          </Panel>
        )}
      </QueryView>
    </>
  );
}

function Review({ review }: { review: InvitationReview }) {
  const { merchantId, friendId, inviterName, friendName, state, doubts, reason, joinedAt } = review;
  const [words, setWords] = useState("");
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: "allow" | "decline") =>
      calls.decideInvitation({ merchantId, friendId, decision, reason: words }),
    onSuccess: (_answer, decision) => toast.done(decision === "allow" ? "奖励已发" : "已记录，不发奖励"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <li>
      <div className="invitation-head">
        <strong>
          {inviterName} 推荐 {friendName}
        </strong>
        <StateTag lifecycle={invitationLifecycle} state={state} />
      </div>
      <span className="invitation-note">
        {toShanghaiTime(joinedAt)} 注册。{doubts.length > 0 && `疑点：${doubts.join("、")}`}
        {reason && `。${reason}`}
      </span>
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      {state === "reviewing" && (
        <span className="invitation-actions">
          <Input
            aria-label="原因"
            placeholder="不发奖励的原因"
            maxLength={100}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button disabled={decide.isPending} onClick={() => decide.mutate("decline")}>
            不发奖励
          </Button>
          <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate("allow")}>
            核对通过，发奖励
          </Button>
        </span>
      )}
    </li>
  );
}
