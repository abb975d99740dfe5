import { sandboxOrderEndpoints } from "@coralhub/contract";
import { SANDBOX_ORDER_PLANS, type SandboxOrderPlan } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";
import { planOptions } from "./plan-options.ts";

const { orderPlan, setOrderPlan } = sandboxOrderEndpoints;
const market = connect({ orderPlan, setOrderPlan });
const planQuery = queryOptions({ queryKey: ["sandbox", "orderPlan"], queryFn: () => market.orderPlan({}) });

/** What stores read from their platforms from now on. */
export function MarketOrdersCard() {
  const { data } = useQuery(planQuery);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (plan: SandboxOrderPlan) => market.setOrderPlan({ plan }),
    onSuccess: () => toast.done("已设定，下次同步起生效"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  if (!data) return null;
  return (
    <div className="sandbox-card-form">
      <Select<SandboxOrderPlan>
        className="sandbox-plan"
        aria-label="平台怎样给出订单"
        loading={set.isPending}
        value={data.plan}
        options={planOptions(SANDBOX_ORDER_PLANS, "订单")}
        onChange={(plan) => set.mutate(plan)}
      />
    </div>
  );
}
