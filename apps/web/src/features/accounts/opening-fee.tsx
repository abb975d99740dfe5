import type { AccountCharge } from "@coralhub/contract";
import { addressOf, accountChargeLifecycle, moneyText, type ReceivingAccountState } from "@coralhub/domain";
import { Link, Notice, Panel, StateDot, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { chargesQuery, formCalls } from "./accounts-calls.ts";

/** What opening this account costs: usually nothing, and then this says so. */
export function OpeningFee({ accountId, state }: { accountId: string; state: ReceivingAccountState }) {
  const { data } = useQuery(chargesQuery);
  if (!data) return null;
  const charge = data.find((one) => one.accountId === accountId);
  return (
    <Panel title="开户费" action={<Link to={addressOf("charges")}>全部开户费</Link>}>
      {charge ? (
        <Charge charge={charge} usable={state === "open"} />
      ) : (
        <p className="account-note">这个账户开户没有收费</p>
      )}
    </Panel>
  );
}

type Props = {
  charge: AccountCharge;
  /** Only an open account can pay. */
  usable: boolean;
};

/** One fee, where it stands, and the way to pay it from the account's own balance. */
export function Charge({ charge, usable }: Props) {
  const { id, amount, state, createdAt, paidAt } = charge;
  const pay = useMutation({
    mutationFn: () => formCalls.payAccountCharge({ chargeId: id }),
    onSuccess: () => toast.done(`已支付开户费 ${moneyText(amount)}`),
    onSettled: () => refreshMoney(),
  });
  return (
    <div className="charge">
      {pay.error && <Notice tone="danger" title={pay.error.message} />}
      <div className="charge-line">
        <MoneyOf value={amount} />
        <StateDot
          lifecycle={accountChargeLifecycle}
          state={state}
          note={paidAt ? inTable(paidAt) : `${asDay(createdAt)} 产生`}
        />
        {state === "due" && (
          <Button loading={pay.isPending} disabled={!usable} onClick={() => pay.mutate()}>
            用账户余额支付
          </Button>
        )}
      </div>
      {state === "due" && !usable && <p className="account-note">账户停用期间不能支付，恢复后再付</p>}
    </div>
  );
}
