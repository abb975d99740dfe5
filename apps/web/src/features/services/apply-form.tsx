import { addressOf, CURRENCIES, DEPOSIT_CURRENCY_CODES, moduleLifecycle, type DepositCurrency } from "@coralhub/domain";
import { Link, toast } from "@coralhub/ui";
import { Button, Checkbox } from "antd";
import { useId, useState } from "react";
import { useApply } from "./module-queries.ts";

const OPTIONS = DEPOSIT_CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name }));

/** What the partner must know before it opens the account, and the consent to tell it. */
export function ApplyForm({ before }: { before: readonly DepositCurrency[] }) {
  const id = useId();
  const [currencies, setCurrencies] = useState<DepositCurrency[]>([...before]);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const apply = useApply();
  const problem =
    currencies.length === 0 ? "请至少选择一个币种" : agreed ? undefined : "请先同意把认证资料提供给合作银行";
  const submit = () => {
    setTried(true);
    if (problem === undefined) apply.mutate(currencies, { onSuccess: () => toast.done("申请已提交，有结果会通知您") });
  };
  return (
    <form
      className="finance-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div role="group" aria-labelledby={`${id}-currencies`}>
        <div id={`${id}-currencies`}>打算存哪些币种</div>
        <Checkbox.Group className="finance-choices" options={OPTIONS} value={currencies} onChange={setCurrencies} />
      </div>
      <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
        同意把我的认证资料提供给合作银行，仅用于开立理财账户
      </Checkbox>
      {tried && problem && (
        <p className="finance-problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={apply.isPending} block>
        {moduleLifecycle.actions.apply.label}
      </Button>
      <p className="finance-note">
        申请不收费，也不会动用余额。资料如何使用见<Link to={addressOf("privacy")}>隐私政策</Link>
      </p>
    </form>
  );
}
