import type { PayeeBrief } from "@coralhub/contract";
import { countryName, payeeLifecycle } from "@coralhub/domain";
import { EmptyState, ErrorState, Masked, Notice, PageHeader, Panel, RowsSkeleton, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { accountQuery } from "../../platform/account.ts";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { disable, ownAccountsQuery, payeeCalls, refreshPayees } from "./payee-calls.ts";
import { ownInput } from "./payee-fields.ts";
import { PayeeForm, valuesOf } from "./payee-form.tsx";

type Editing = "new" | PayeeBrief;

/** /nav/cashCard: the merchant's own accounts elsewhere. */
export function CashCardPage() {
  const { data, error, refetch, isFetching } = useQuery(ownAccountsQuery);
  const [editing, setEditing] = useState<Editing>();
  return (
    <>
      <PageHeader
        title="提现账户"
        intro="提现到本人或本企业的银行账户，户名与实名认证一致"
        actions={
          <Button type="primary" onClick={() => setEditing("new")}>
            添加账户
          </Button>
        }
      />
      {error && !data && (
        <Panel>
          <ErrorState
            title="没能取到提现账户"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            请稍后重试
          </ErrorState>
        </Panel>
      )}
      {!error && !data && <RowsSkeleton rows={3} />}
      {data && <Accounts accounts={data} onAdd={() => setEditing("new")} onEdit={setEditing} />}
      {editing && <Editor editing={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function Accounts({
  accounts,
  onAdd,
  onEdit,
}: {
  accounts: readonly PayeeBrief[];
  onAdd: () => void;
  onEdit: (payee: PayeeBrief) => void;
}) {
  if (accounts.length === 0)
    return (
      <Panel>
        <EmptyState title="还没有提现账户" action={<Button onClick={onAdd}>添加账户</Button>}>
          添加后就能把收到的款提到自己的银行账户
        </EmptyState>
      </Panel>
    );
  return (
    <Panel flush>
      <div className="payee-rows">
        {accounts.map((account) => (
          <Row key={account.id} account={account} onEdit={() => onEdit(account)} />
        ))}
      </div>
    </Panel>
  );
}

function Row({ account, onEdit }: { account: PayeeBrief; onEdit: () => void }) {
  const [modal, dialog] = Modal.useModal();
  const settled = (words: string) => ({
    onSuccess: async () => {
      toast.done(words);
      await refreshPayees();
    },
    onError: (error: Error) => toast.failed(error.message),
  });
  const choose = useMutation({
    mutationFn: () => payeeCalls.chooseDefault({ id: account.id }),
    ...settled("已设为默认"),
  });
  const stop = useMutation({ mutationFn: () => disable("own", account.id), ...settled("已停用") });
  const ask = () =>
    void modal.confirm({
      title: `停用 ${account.bankName} 尾号 ${account.lastFour}`,
      content: "停用后不能再提现到这个账户，已经提交的提现不受影响",
      okText: "停用",
      cancelText: "先不停用",
      icon: null,
      onOk: () => stop.mutateAsync(),
    });
  return (
    <div className="payee-row">
      {dialog}
      <span className="payee-words">
        <span>
          {account.bankName} <Masked end={account.lastFour} />{" "}
          {account.isDefault && <span className="payee-note">默认</span>}
        </span>
        <span className="payee-note">
          {account.holderName}，{countryName(account.country)} {account.currency}
        </span>
        {account.coolingUntil && (
          <span className="payee-note">
            {inTable(account.coolingUntil)} 前累计最多提现 <MoneyOf value={account.coolingLimit} />
          </span>
        )}
        {account.reason && <span className="payee-note">{account.reason}</span>}
      </span>
      <span className="payee-actions">
        <StateTag lifecycle={payeeLifecycle} state={account.state} />
        {!account.isDefault && account.state === "approved" && (
          <Button loading={choose.isPending} onClick={() => choose.mutate()}>
            设为默认
          </Button>
        )}
        <Button onClick={onEdit}>修改</Button>
        <Button onClick={ask}>停用</Button>
      </span>
    </div>
  );
}

function Editor({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery);
  const isNew = editing === "new";
  const initial = isNew
    ? { country: "CN", currency: "CNY", holderType: "company", holderName: account?.displayName ?? "" }
    : valuesOf(editing);
  return (
    <Modal
      open
      title={isNew ? "添加提现账户" : "修改提现账户"}
      footer={null}
      width={600}
      destroyOnHidden
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!isNew && <Notice tone="info">修改账户信息后重新审核，24 小时内有付款限额</Notice>}
      <PayeeForm
        kind="own"
        initial={initial}
        submitLabel={isNew ? "添加账户" : "保存修改"}
        onSave={async (values, verificationCode) => {
          const input = ownInput(values, verificationCode);
          const { state } = await (isNew
            ? payeeCalls.addOwnAccount(input)
            : payeeCalls.changeOwnAccount({ ...input, bid: editing.id }));
          await refreshPayees();
          toast.done(state === "approved" ? "已保存，可以提现了" : "已保存，审核通过后可以提现");
          onClose();
        }}
      />
    </Modal>
  );
}
