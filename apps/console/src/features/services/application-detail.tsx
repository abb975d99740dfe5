import { deskAddress, CURRENCIES, moduleLifecycle, PRODUCT_MODULES, toShanghaiTime } from "@coralhub/domain";
import { Facts, Link, Notice, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import { APPLICATIONS, calls, type ApplicationRow } from "./application-calls.ts";
import "../../platform/page.css";

type Decision = "approve" | "decline";

export function ApplicationDetail({ row }: { row: ApplicationRow }) {
  return (
    <div className="desk">
      <Facts
        facts={[
          { label: "状态", value: <StateTag lifecycle={moduleLifecycle} state={row.state} /> },
          {
            label: "商户",
            value: (
              <Link to={deskAddress("merchant", { id: row.merchantId })}>
                <MerchantName merchantId={row.merchantId} />
              </Link>
            ),
          },
          { label: "服务", value: PRODUCT_MODULES[row.module].label },
          { label: "意向币种", value: row.currencies.map((currency) => CURRENCIES[currency].name).join("、") },
          { label: "申请时间", value: toShanghaiTime(row.appliedAt) },
          ...(row.decidedAt ? [{ label: "处理时间", value: toShanghaiTime(row.decidedAt) }] : []),
          ...(row.reason ? [{ label: "原因", value: row.reason }] : []),
        ]}
      />
      {row.state === "applied" && <Verdict row={row} />}
    </div>
  );
}

/** What the partner answered. Declining says why: the merchant reads it. */
function Verdict({ row: { merchantId, module } }: { row: ApplicationRow }) {
  const [form] = Form.useForm<{ reason: string }>();
  const [problem, setProblem] = useState<string>();
  const written = (): string => form.getFieldsValue().reason.trim();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Decision) => calls.decideModule({ merchantId, module, decision, reason: written() }),
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(showFieldErrors(form, error)),
    onSuccess: async (_answer, decision) => {
      toast.done(decision === "approve" ? "已开通，商户已收到通知" : "已退回，商户已收到通知");
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
    },
  });
  const decline = () => {
    if (written()) decide.mutate("decline");
    else form.setFields([{ name: "reason", errors: ["请写明原因，商户会看到"] }]);
  };
  const running = (decision: Decision) => decide.isPending && decide.variables === decision;
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={{ reason: "" }}>
      {problem && (
        <div className="dialog-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      <Form.Item name="reason" label="原因" extra="不通过时必填，商户会看到；写明缺什么、怎么补">
        <Input.TextArea rows={3} maxLength={200} />
      </Form.Item>
      <div className="dialog-actions">
        <Button onClick={decline} loading={running("decline")} disabled={decide.isPending}>
          {moduleLifecycle.actions.decline.label}
        </Button>
        <Button
          type="primary"
          onClick={() => decide.mutate("approve")}
          loading={running("approve")}
          disabled={decide.isPending}
        >
          {moduleLifecycle.actions.approve.label}
        </Button>
      </div>
    </Form>
  );
}
