import { CallRefused, type PostingDetail } from "@coralhub/contract";
import { deskAddress, POSTING_REASONS, toShanghaiTime } from "@coralhub/domain";
import { Copyable, DetailPage, EmptyState, Link, Notice, PageSkeleton, Panel, StateTag, type Fact } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { Button } from "antd";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { AccountLink, accountText, postingPath, Sum } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { proposeBackPath, proposePath } from "./propose-address.ts";
import "./entries.css";

/** One posting: its transfers, which stand or fall together, and the postings it belongs with. */
export function PostingPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [merchantId = "", postingId = ""] = path.split("/").slice(-2);
  const found = useQuery({
    queryKey: ["ledger", "posting", merchantId, postingId],
    queryFn: () => ledger.ledgerPosting({ merchantId, postingId }),
  });
  if (found.error instanceof CallRefused && [400, 404].includes(found.error.status)) {
    return (
      <Page title="记账">
        <Panel>
          <EmptyState title="没有这笔记账" action={<Link to={deskAddress("ledger")}>回到总账</Link>}>
            编号可能不完整，请从账户分录或按参考号查找后打开
          </EmptyState>
        </Panel>
      </Page>
    );
  }
  return (
    <QueryView query={found} what="记账" skeleton={<PageSkeleton />}>
      {(posting) => <Posting posting={posting} />}
    </QueryView>
  );
}

function Posting({ posting }: { posting: PostingDetail }) {
  const { merchantId, reason, transfers, reversedBy, correctable, instead } = posting;
  const [first] = transfers;
  const back = first && proposeBackPath(merchantId, first);
  return (
    <DetailPage
      title={POSTING_REASONS[reason]}
      back={{ label: "总账", to: deskAddress("ledger") }}
      state={reversedBy ? <StateTag tone="neutral" label="已红冲" /> : undefined}
      actions={
        back && correctable.length === 0 && instead === null && <Button onClick={() => goTo(back)}>提出反向调账</Button>
      }
      {...(first && transfers.length === 1 && { amount: { label: "金额", value: <Sum of={first.amount} figure /> } })}
      facts={factsOf(posting)}
      side={<Links posting={posting} />}
    >
      <Transfers posting={posting} />
      {(correctable.length > 0 || instead !== null) && <Correctable posting={posting} />}
    </DetailPage>
  );
}

const factsOf = ({ merchantId, id, key, reference, postedAt }: PostingDetail): Fact[] => [
  { label: "记账时间", value: toShanghaiTime(postedAt) },
  {
    label: "商户",
    value: (
      <Link to={deskAddress("merchant", { id: merchantId })}>
        <MerchantName merchantId={merchantId} />
      </Link>
    ),
  },
  { label: "参考号", value: reference ? <Copyable text={reference} /> : "没有" },
  { label: "业务编号", value: <Copyable text={key} /> },
  { label: "记账编号", value: <Copyable text={id} /> },
];

function Transfers({ posting: { merchantId, transfers } }: { posting: PostingDetail }) {
  const intro = transfers.length > 1 ? `${transfers.length} 行同时记账，要么全部成立，要么全部不成立` : undefined;
  return (
    <Panel title="转账" intro={intro} flush>
      <BooksTable name="转账" className="books-table transfers">
        <thead>
          <tr>
            <th scope="col">转出账户</th>
            <th scope="col">转入账户</th>
            <th scope="col" className="right">
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ line, from, to, amount, fromBalance, toBalance }) => (
            <tr key={line}>
              <td data-label="转出账户">
                <AccountLink merchantId={merchantId} code={from} />
                <span className="second-line">
                  之后余额 <Sum of={fromBalance} />
                </span>
              </td>
              <td data-label="转入账户">
                <AccountLink merchantId={merchantId} code={to} />
                <span className="second-line">
                  之后余额 <Sum of={toBalance} />
                </span>
              </td>
              <td className="right amount" data-label="金额">
                <Sum of={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </BooksTable>
    </Panel>
  );
}

/** Each way back of its own: a correction takes back one of them, and happens once. What may not be is put right elsewhere. */
function Correctable({ posting: { merchantId, id, correctable, instead } }: { posting: PostingDetail }) {
  if (correctable.length === 0) {
    return (
      <Panel title="红冲">
        <Notice tone="info" title="这笔记账不能人工红冲">
          {instead}
        </Notice>
      </Panel>
    );
  }
  return (
    <Panel title="红冲" intro="记错了，由一位财务提出、另一位复核后按原路冲回；一笔记账只能红冲一次，原记账不动">
      {instead !== null && <p className="second-line">其余部分：{instead}</p>}
      <ul className="lines">
        {correctable.map(({ from, to, most }) => (
          <li key={`${from} ${to}`}>
            <span>
              {accountText(from)} → {accountText(to)}
              <span className="second-line">
                最多 <Sum of={most} />
              </span>
            </span>
            <Button onClick={() => goTo(proposePath(merchantId, from, to, id))}>提出红冲</Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Links({ posting }: { posting: PostingDetail }) {
  const { merchantId, reference, resolves, resolvedBy, reverses, reversedBy, held } = posting;
  const links = [
    { label: "处理的冻结", id: resolves },
    { label: "处理这笔冻结的记账", id: resolvedBy },
    { label: "红冲的原记账", id: reverses },
    { label: "红冲它的记账", id: reversedBy },
  ].flatMap(({ label, id }) => (id ? [{ label, id }] : []));
  return (
    <Panel title="关联">
      <ul className="lines">
        {held && (
          <li>
            <span>
              冻结金额 <Sum of={held} />
            </span>
            <span className="second-line">{resolvedBy ? "已处理" : "还没有处理"}</span>
          </li>
        )}
        {links.map(({ label, id }) => (
          <li key={label}>
            <span>
              {label}
              <span className="second-line mono">{id}</span>
            </span>
            <Link to={postingPath(merchantId, id)}>打开</Link>
          </li>
        ))}
        {reference && (
          <li>
            <span>
              同一参考号
              <span className="second-line mono">{reference}</span>
            </span>
            <Link to={deskAddress("postingSearch", { reference })}>查全部</Link>
          </li>
        )}
        {!held && links.length === 0 && !reference && (
          <li>
            <span className="second-line">没有冻结、红冲或同一参考号的记账</span>
          </li>
        )}
      </ul>
    </Panel>
  );
}
