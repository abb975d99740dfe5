import type { CouponPlanView } from "@coralhub/contract";
import {
  actionsFor,
  COUPON_AUDIENCES,
  COUPON_KINDS,
  COUPON_WAYS,
  couponPlanLifecycle,
  formatMoney,
  toShanghaiTime,
} from "@coralhub/domain";
import { EmptyState, Money, Notice, PageHeader, Panel, StateTag, toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { calls, KEY, plansQuery } from "./coupon-calls.ts";
import { Proposal } from "./proposal.tsx";
import "./coupons.css";

/** What is given away, and to whom. It costs money: one proposes, another agrees. */
export function CouponPlansPage() {
  const plans = useQuery(plansQuery);
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHeader
        title="优惠券"
        intro="减免的是手续费，不会低于零。方案由一人提出，另一人复核后生效"
        actions={
          <Button type="primary" onClick={() => setNew(!isNew)}>
            {isNew ? "收起" : "提出方案"}
          </Button>
        }
      />
      <div className="coupon-desk">
        {isNew && <Proposal onDone={() => setNew(false)} />}
        <QueryView query={plans} what="优惠券方案">
          {(rows) => (
            <Panel title="方案" flush={rows.length > 0}>
              {rows.length > 0 ? (
                <ul className="coupon-plans">
                  {rows.map((plan) => (
                    <Plan key={plan.id} plan={plan} />
                  ))}
                </ul>
              ) : (
                <EmptyState title="还没有方案">提出后由另一位财务复核</EmptyState>
              )}
            </Panel>
          )}
        </QueryView>
      </div>
    </>
  );
}

const DONE = { approve: "已复核，开始发放", reject: "已驳回", stop: "已停止发放，已发出的仍可使用" } as const;

/** Who takes the list is written down. */
function CodesButton({ plan: { id, name } }: { plan: CouponPlanView }) {
  const codes = useMutation({
    mutationFn: () => calls.couponCodes({ id }),
    onSuccess: ({ blob }) => saveFile({ fileName: `${name}-兑换码.csv`, blob }),
    onError: (error) => toast.failed(problemText(error)),
  });
  return (
    <Button loading={codes.isPending} onClick={() => codes.mutate()}>
      下载兑换码
    </Button>
  );
}

function Plan({ plan }: { plan: CouponPlanView }) {
  const self = useSelf();
  const own = plan.madeBy === self?.id;
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: keyof typeof DONE) => calls.decideCouponPlan({ id: plan.id, decision }),
    onSuccess: (_answer, decision) => toast.done(DONE[decision]),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const offered = actionsFor(couponPlanLifecycle, plan.state, "finance").filter(
    (action) => action !== "approve" || !own,
  );
  return (
    <li>
      <div className="coupon-plan-head">
        <strong>{plan.name}</strong>
        <StateTag lifecycle={couponPlanLifecycle} state={plan.state} />
      </div>
      <span>
        {COUPON_KINDS[plan.kind].label}：{plan.worth}。{plan.scope}
      </span>
      <span className="coupon-desk-note">
        {COUPON_WAYS[plan.way].label}
        {plan.claim && plan.way === "code" && ` ${plan.claim}`}，
        {plan.audience === "listed" ? `名单 ${plan.listed} 户` : COUPON_AUDIENCES[plan.audience]}，领取后{" "}
        {plan.validDays} 天有效，已发 {plan.issued}/{plan.stock}，用了 {plan.used} 次
        {plan.saved.map((one) => (
          <span key={one.currency}>
            ，减免 <Money amount={formatMoney(one)} currency={one.currency} />
          </span>
        ))}
      </span>
      <span className="coupon-desk-note">
        {plan.madeByName} {toShanghaiTime(plan.madeAt)} 提出
        {plan.state === "proposed" && own && "。您提出的由另一位财务复核"}
      </span>
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      <span className="coupon-desk-actions">
        {plan.way === "codes" && (plan.state === "active" || plan.state === "stopped") && <CodesButton plan={plan} />}
        {offered.map((action) => (
          <Button
            key={action}
            type={action === "approve" ? "primary" : "default"}
            disabled={decide.isPending}
            onClick={() => decide.mutate(action)}
          >
            {action === "reject" && own ? "撤回" : couponPlanLifecycle.actions[action].label}
          </Button>
        ))}
      </span>
    </li>
  );
}
