import { CLOCK_STEPS, toShanghaiTime } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Segmented } from "antd";
import { useState } from "react";
import { sandbox } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";
import { clockQuery } from "../../../platform/sandbox-clock.ts";

export function ClockCard() {
  const [hours, setHours] = useState<number>(CLOCK_STEPS[1].hours);
  const { data: clock } = useQuery(clockQuery);
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const step = CLOCK_STEPS.find((candidate) => candidate.hours === hours)!;
  const advance = useMutation({
    mutationFn: () => sandbox.advanceClock({ hours }),
    onSuccess: (state) => {
      queries.setQueryData(clockQuery.queryKey, state);
      toast.done(`已拨快 ${step.label}，现在是 ${toShanghaiTime(state.now).slice(0, 16)}`);
    },
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  const target = clock && toShanghaiTime(new Date(clock.now.getTime() + hours * 3_600_000)).slice(0, 16);
  return (
    <div className="sandbox-card-form">
      <div>
        <Segmented
          aria-label="拨快多少"
          value={hours}
          onChange={setHours}
          options={CLOCK_STEPS.map(({ hours: value, label }) => ({ value, label }))}
        />
        <p className="second-line">{target && `到 ${target}，到点的任务会立刻执行；登录不受影响`}</p>
      </div>
      <Button
        loading={advance.isPending}
        onClick={() =>
          void modal.confirm({
            title: `把时间拨快 ${step.label}`,
            content: `到 ${target ?? ""}，所有人的到期、提醒和批处理会立刻执行，不能拨回`,
            okText: "拨快",
            cancelText: "先不拨",
            icon: null,
            onOk: () => advance.mutate(),
          })
        }
      >
        拨快 {step.label}
      </Button>
    </div>
  );
}
