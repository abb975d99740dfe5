import { addressOf } from "@coralhub/domain";
import type { IncomeDetail } from "@coralhub/contract";
import { HoldCard, promiseDay, promiseMoment } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { Button } from "antd";
import { useState } from "react";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { ReturnForm } from "./return-form.tsx";
import { SupplementForm } from "./supplement-form.tsx";

type Answer = "supplement" | "claim" | "askReturn";
type Hold = NonNullable<IncomeDetail["holdView"]>;

/** What may be done, the most likely first: it is the coral one. */
const ANSWERS: readonly { name: Answer; label: string }[] = [
  { name: "claim", label: "指明店铺" },
  { name: "supplement", label: "补充材料" },
  { name: "askReturn", label: "申请退回" },
];

/** A held amount explains itself: where, why, what to do, what then; and the answer is given right below. */
export function IncomeHold({ detail, hold }: { detail: IncomeDetail; hold: Hold }) {
  const [answering, setAnswering] = useState<Answer>();
  const mine = hold.next === "merchant";
  const order = hold.rule === "noStore" ? ANSWERS : [ANSWERS[1]!, ANSWERS[0]!, ANSWERS[2]!];
  const offered = order.filter(({ name }) => detail.may[name]);
  const close = () => setAnswering(undefined);
  const since = detail.arrivedAt ?? detail.announcedAt;
  return (
    <div className="income-hold">
      <HoldCard
        waitsFor={mine ? "merchant" : "us"}
        where={
          <>
            {inTable(since)} 起暂扣 <MoneyOf value={hold.amount} />
            ，尚未进入可用余额
          </>
        }
        why={hold.note ? `${hold.label}。${hold.note}` : hold.label}
        todo={
          mine ? (
            <>
              请提供{hold.missing}
              {hold.dueAt && `，${promiseDay(asDay(hold.dueAt))}前`}
            </>
          ) : (
            `${detail.evidence.length > 0 ? "材料已收到，我们正在核对" : `我们正在核对：${hold.missing}`}，预计 ${promiseMoment(hold.answerBy!)} 前有结果`
          )
        }
        action={
          hold.rule === "certification" && mine ? (
            <Button type="primary" onClick={() => goTo(addressOf("certification"))}>
              去认证
            </Button>
          ) : (
            offered.length > 0 && (
              <>
                {offered.map(({ name, label }, index) => (
                  <Button
                    key={name}
                    type={index === 0 && mine && !answering ? "primary" : "default"}
                    aria-expanded={answering === name}
                    onClick={() => setAnswering(answering === name ? undefined : name)}
                  >
                    {label}
                  </Button>
                ))}
              </>
            )
          )
        }
        then={hold.afterwards}
      />
      {answering === "supplement" && <SupplementForm detail={detail} onDone={close} />}
      {answering === "claim" && <ClaimForm detail={detail} onDone={close} />}
      {answering === "askReturn" && <ReturnForm detail={detail} onDone={close} />}
    </div>
  );
}
