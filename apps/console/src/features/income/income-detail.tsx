import { deskAddress, incomeWord, platformByCode, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, HoldCard, Link, Notice, StateTag, Timeline, type Fact } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DocumentPane } from "../../platform/document-pane.tsx";
import { QueryView } from "../../platform/page.tsx";
import { accountQuery, incomeQuery, incomes, type IncomeCase, type Ref } from "./income-calls.ts";
import { IncomeSteps } from "./income-steps.tsx";
import { Amount, countryName, merchantFact, nodesOf, platformName } from "./words.tsx";
import "./income.css";

/** One payment: why it is held, who paid and who should have, what the merchant showed, and what can be done. */
export function IncomeDetail(ref: Ref) {
  const found = useQuery(incomeQuery(ref));
  return (
    <QueryView query={found} what="这笔收款">
      {(shown) => (
        <div className="collection-case">
          <div className="collection-head">
            <Amount of={shown.amount} figure />
            <StateTag {...incomeWord(shown)} />
          </div>
          <Held shown={shown} />
          <Corrections shown={shown} />
          {shown.returnWish !== null && (
            <Notice tone="info" title="商户希望退回付款方">
              {shown.returnWish}
            </Notice>
          )}
          <Facts facts={factsOf(shown)} />
          <Evidence shown={shown} />
          <section aria-label="办理进度">
            <h2 className="type-label">办理进度</h2>
            <Timeline nodes={nodesOf(shown.timeline)} />
          </section>
          <IncomeSteps key={`${shown.state} ${shown.proposal?.by ?? ""}`} shown={shown} />
          <p className="second-line">本次查看已记录</p>
        </div>
      )}
    </QueryView>
  );
}

/** What two of finance took back by hand since, each by its number. */
function Corrections({ shown: { corrections } }: { shown: IncomeCase }) {
  if (corrections.length === 0) return null;
  return (
    <Notice tone="warning" title="已由财务红冲">
      {corrections.map(({ id, amount, what, at }) => (
        <div key={id}>
          {toShanghaiTime(at).slice(0, 16)} {what === "fee" ? "手续费 " : ""}
          <Amount of={amount} />
          ，编号 <Link to={deskAddress("adjustments", { open: id })}>{id}</Link>
        </div>
      ))}
    </Notice>
  );
}

const LABELS = ["金额", "规则", "缺什么", "之后"] as const;

function Held({ shown: { holdView } }: { shown: IncomeCase }) {
  if (!holdView) return null;
  const { label, amount, missing, note, next, dueAt, afterwards } = holdView;
  return (
    <HoldCard
      labels={LABELS}
      where={<Amount of={amount} />}
      why={label}
      todo={
        <>
          {missing}
          {note && <div className="second-line">审核员补充：{note}</div>}
          <div className="second-line">
            {next === "merchant" ? `等商户${dueAt ? `，${toShanghaiTime(dueAt).slice(0, 16)} 前` : ""}` : "等我们处理"}
          </div>
        </>
      }
      then={afterwards}
      waitsFor={next === "merchant" ? "merchant" : "us"}
    />
  );
}

function factsOf(shown: IncomeCase): Fact[] {
  return [
    merchantFact(shown.merchantId),
    {
      label: "付款方",
      value: [shown.payerName, countryName(shown.payerCountry)].filter((word) => word !== "—").join("，"),
    },
    ...(shown.payerAccount ? [{ label: "付款账号", value: <Copyable text={shown.payerAccount} /> }] : []),
    { label: "平台付款方", value: <ExpectedPayers shown={shown} /> },
    { label: "店铺", value: shown.storeName ?? "—" },
    { label: "收款账户", value: [shown.holderName, shown.accountNumber].filter(Boolean).join("，") },
    { label: "附言", value: shown.remittance || "—" },
    { label: "手续费", value: <Amount of={shown.fee} /> },
    { label: "商户实得", value: <Amount of={shown.net} /> },
    { label: "到账时间", value: shown.arrivedAt ? toShanghaiTime(shown.arrivedAt) : "在途" },
    { label: "银行流水号", value: <Copyable text={shown.reference} /> },
  ];
}

/** The names the platforms of this account usually pay under: what the payer is held against. */
function ExpectedPayers({ shown: { merchantId, accountId, platform } }: { shown: IncomeCase }) {
  const { data: account } = useQuery(accountQuery({ merchantId, id: accountId }));
  if (!account) return "…";
  const codes = platform ? [platform] : [account.platform, ...account.stores.map((store) => store.platform)];
  return (
    <ul>
      {[...new Set(codes)].map((code) => (
        <li key={code}>
          {platformName(code)}：{platformByCode(code)?.payers.join("、") || "不限"}
        </li>
      ))}
    </ul>
  );
}

function Evidence({ shown: { merchantId, id, evidence } }: { shown: IncomeCase }) {
  const [chosen, setChosen] = useState<string>();
  if (evidence.length === 0) return null;
  return (
    <section aria-label="商户的材料" className="collection-papers">
      <h2 className="type-label">商户的材料，{evidence.length} 份</h2>
      <ul className="lines">
        {evidence
          .filter(({ note }) => note !== "")
          .map(({ fileId, note, at }) => (
            <li key={fileId}>
              <span>{note}</span>
              <span className="second-line">{toShanghaiTime(at).slice(5, 16)}</span>
            </li>
          ))}
      </ul>
      <DocumentPane
        read={(fileId) => incomes.incomeCaseDocument({ merchantId, id, fileId })}
        documents={evidence.map(({ fileId, fileName }) => ({ fileId, label: fileName }))}
        current={chosen ?? evidence[0]!.fileId}
        onChoose={setChosen}
      />
    </section>
  );
}
