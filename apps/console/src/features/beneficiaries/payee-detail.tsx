import {
  deskAddress,
  bankCodeOf,
  branchCodeOf,
  bankRoute,
  countryName,
  fieldsOf,
  payeeLifecycle,
} from "@coralhub/domain";
import { Facts, Link, Notice, StateTag, Timeline, toast, type Fact, pastNodes } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { NoteField } from "../../platform/note-field.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { payeeQuery, payees, useVerdict, type PayeeCase, type Ref, type Verdict } from "./payee-calls.ts";
import "./beneficiaries.css";

/** One payee as the desk sees it: what the lists say, its account without the number, and what is to be decided. */
export function PayeeDetail(ref: Ref) {
  const self = useSelf();
  const found = useQuery(payeeQuery(ref));
  return (
    <QueryView query={found} what="这个收款人">
      {(shown) => (
        <div className="payee-case">
          <StateTag lifecycle={payeeLifecycle} state={shown.state} />
          {shown.findings.map((words) => (
            <Notice key={words} tone="warning" title={words} />
          ))}
          <Facts facts={factsOf(shown)} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {mayUse(self, "reviewer") && shown.state !== "disabled" && <Decision key={shown.state} shown={shown} />}
        </div>
      )}
    </QueryView>
  );
}

function factsOf(shown: PayeeCase): Fact[] {
  return [
    {
      label: "商户",
      value: (
        <Link to={deskAddress("merchant", { id: shown.merchantId })}>
          <MerchantName merchantId={shown.merchantId} />
        </Link>
      ),
    },
    { label: "户名", value: shown.holderName },
    { label: "国家和币种", value: `${countryName(shown.country)} ${shown.currency}，${bankRoute(shown.route).label}` },
    { label: "银行", value: `${shown.bankName} 尾号 ${shown.lastFour}` },
    ...fieldsOf(shown.route).flatMap(([name, { label }]): Fact[] => {
      const value = shown.details[name];
      return value === undefined || name === "bankName" ? [] : [{ label, value }];
    }),
    ...shown.papers.map(({ fileName }) => ({ label: "材料", value: fileName })),
  ];
}

function Decision({ shown }: { shown: PayeeCase }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const verdict = useVerdict(shown);
  // A branch can be listed once its bank is; it is then told by the name it has here.
  const code = (shown.bankListed ? branchCodeOf : bankCodeOf)(shown.route, shown.details);
  const list = useMutation({
    mutationFn: () => payees.listBank({ ...code!, name: shown.bankName }),
    onSuccess: () => toast.done("已收录，之后不再提示"),
    onError: (error) => toast.failed(problemText(error)),
  });
  const take = (decision: Verdict["decision"]) => {
    if (decision !== "approve" && reason.trim().length < 2) setProblem("请写明原因，商户会看到");
    else verdict.mutate({ decision, reason: reason.trim() });
  };
  return (
    <div className="payee-steps in-reach">
      {verdict.error && <Notice tone="danger" title={problemText(verdict.error)} />}
      <NoteField
        longest={300}
        label="审核说明"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblem(undefined);
        }}
        hint="不通过或要求更新时商户会看到"
        problem={problem}
      />
      <div className="payee-actions">
        {code && (
          <Button loading={list.isPending} onClick={() => list.mutate()}>
            {shown.bankListed ? "收录分行" : "收录银行代码"} {code.code}
          </Button>
        )}
        <Button disabled={verdict.isPending} onClick={() => take("askUpdate")}>
          要求更新
        </Button>
        {shown.state === "pending" && (
          <>
            <Button disabled={verdict.isPending} onClick={() => take("decline")}>
              不通过
            </Button>
            <Button type="primary" loading={verdict.isPending} onClick={() => take("approve")}>
              通过
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
