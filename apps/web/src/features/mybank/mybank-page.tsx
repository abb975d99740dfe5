import type { MybankBinding } from "@coralhub/contract";
import { addressOf, mybankLifecycle } from "@coralhub/domain";
import { EmptyState, ErrorState, Masked, Notice, PageHeader, PageSkeleton, Panel, StateDot, toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { inTable } from "../../platform/show.tsx";
import { calls, refreshMybank, statusQuery } from "./mybank-calls.ts";
import "./mybank.css";

const BACK = { label: "提现", to: addressOf("withdrawals") };

/** /internetCommercialBank/index: what is bound, and the way to it. */
export function MybankPage() {
  const { data, error, refetch, isFetching } = useQuery(statusQuery);
  if (!data)
    return error ? (
      <>
        <PageHeader title="网商银行" back={BACK} />
        <Panel>
          <ErrorState
            title="没能打开网商银行"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      </>
    ) : (
      <PageSkeleton />
    );
  return (
    <>
      <PageHeader
        title="网商银行"
        intro="绑定您的网商银行账户，工作日截止时间前提交，结汇后人民币当日到账"
        back={BACK}
        actions={
          <>
            <Button disabled={!data.open} onClick={() => goTo(addressOf("mybankLogin"))}>
              绑定账户
            </Button>
            <Button type="primary" disabled={!data.bound} onClick={() => goTo(addressOf("mybankWithdraw"))}>
              提现到网商银行
            </Button>
          </>
        }
      />
      {!data.open && (
        <Notice tone="warning" title="网商银行通道暂未开放">
          可以先用其他方式提现，开放后再来绑定
        </Notice>
      )}
      <Panel title="我的绑定" flush>
        {data.bindings.length === 0 ? (
          <EmptyState
            title="还没有绑定网商银行"
            action={
              <Button disabled={!data.open} onClick={() => goTo(addressOf("mybankLogin"))}>
                去绑定
              </Button>
            }
          >
            准备好网商银行账号，几分钟就能绑好
          </EmptyState>
        ) : (
          data.bindings.map((binding) => <BindingRow key={binding.id} binding={binding} />)
        )}
      </Panel>
    </>
  );
}

function BindingRow({ binding }: { binding: MybankBinding }) {
  const { id, state } = binding;
  const after = { onSettled: refreshMybank, onError: (error: Error) => toast.failed(error.message) };
  const check = useMutation({
    mutationFn: () => calls.checkMybank({ id }),
    onSuccess: (answer) =>
      toast.done(answer.state === "applied" ? "银行还在处理" : mybankLifecycle.states[answer.state].label),
    ...after,
  });
  const choose = useMutation({
    mutationFn: () => calls.chooseMybank({ id }),
    onSuccess: () => toast.done("已设为默认"),
    ...after,
  });
  const unbind = useMutation({
    mutationFn: () => calls.unbindMybank({ id }),
    onSuccess: () => toast.done("已解除绑定"),
    ...after,
  });
  return (
    <div className="mybank-row">
      <span className="mybank-words">
        <span>
          {binding.bankName} <Masked end={binding.lastFour} />
          {binding.isDefault && "（默认）"}
        </span>
        <span className="mybank-note">
          {binding.holderName}，{inTable(binding.boundAt ?? binding.createdAt)}
        </span>
      </span>
      <StateDot lifecycle={mybankLifecycle} state={state} {...(binding.reason && { note: binding.reason })} />
      <span className="mybank-buttons">
        {state === "applied" && (
          <Button loading={check.isPending} onClick={() => check.mutate()}>
            问一次结果
          </Button>
        )}
        {state === "bound" && !binding.isDefault && (
          <Button loading={choose.isPending} onClick={() => choose.mutate()}>
            设为默认
          </Button>
        )}
        {(state === "bound" || state === "applied") && (
          <Button loading={unbind.isPending} onClick={() => unbind.mutate()}>
            解除绑定
          </Button>
        )}
      </span>
    </div>
  );
}
