import { CURRENCY_CODES, formatMoney, readAmount, type Currency, type Money } from "@coralhub/domain";
import { Notice, Panel, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import { calls } from "./developer-calls.ts";

const CHOICES = CURRENCY_CODES.map((code) => ({ value: code, label: code }));

/** The merchant's own simulated world: money and orders come when they are asked for. */
export function SandboxPanel() {
  const id = useId();
  const [currency, setCurrency] = useState<Currency>("USD");
  const [text, setText] = useState("800.00");
  const { amount, problem } = readAmount(text, currency);
  const play = useMutation({
    mutationFn: async ({ what, money }: { what: "income" | "orders"; money: Money }) => {
      if (what === "income") return `平台已打款，流水号 ${(await calls.testIncome({ amount: money })).reference}`;
      const { granted } = await calls.testOrders({ amount: money });
      return `订单已送来，额度增加 ${formatMoney(granted)} ${granted.currency}`;
    },
    onSuccess: (said) => toast.done(said),
  });
  const start = (what: "income" | "orders") => amount && play.mutate({ what, money: amount });
  return (
    <Panel
      title="沙箱工具"
      intro="替平台和买家动手：打款进您的收款账户，或送来已完成的订单。也可以用命令 coralhub trigger"
    >
      {play.error && <Notice tone="danger" title={play.error.message} />}
      <div className="dev-sandbox">
        <label htmlFor={id}>金额</label>
        <Input
          id={id}
          inputMode="decimal"
          value={text}
          status={problem ? "error" : ""}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Select aria-label="币种" value={currency} options={CHOICES} onChange={setCurrency} />
        <Button disabled={!amount} loading={play.isPending} onClick={() => start("income")}>
          打一笔款
        </Button>
        <Button disabled={!amount} loading={play.isPending} onClick={() => start("orders")}>
          送来订单
        </Button>
      </div>
    </Panel>
  );
}
