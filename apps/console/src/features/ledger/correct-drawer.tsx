import { formatMoney, moneyText, POSTING_REASONS, toShanghaiTime } from "@coralhub/domain";
import type { PostingDetail } from "@coralhub/contract";
import { EmptyState, Facts, Link, Notice } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Drawer, Form } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { AccountLink, postingPath } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { PROPOSE } from "./propose-address.ts";
import { AmountAndReason, ProposeShell, type Said } from "./propose-shell.tsx";

type Props = { params: URLSearchParams; onClose(): void };

/** Takes a posting back (红冲): which accounts and how much at most, the posting itself says. */
export function CorrectDrawer({ params, onClose }: Props) {
  const said = (name: string) => params.get(name) ?? "";
  const [merchantId, postingId] = [said(PROPOSE.merchant), said(PROPOSE.corrects)];
  const found = useQuery({
    queryKey: ["ledger", "posting", merchantId, postingId],
    queryFn: () => ledger.ledgerPosting({ merchantId, postingId }),
  });
  const way = found.data?.correctable.find(({ from, to }) => from === said(PROPOSE.from) && to === said(PROPOSE.to));
  if (found.data && way) return <CorrectForm posting={found.data} way={way} onClose={onClose} />;
  return (
    <Drawer open size={560} title="提出红冲" onClose={onClose}>
      <QueryView query={found} what="原记账">
        {({ instead }) => (
          <EmptyState
            title="这笔记账不能红冲"
            action={<Link to={postingPath(merchantId, postingId)}>打开这笔记账</Link>}
          >
            {instead ?? "可能已经红冲过，或本身就是冲回"}
          </EmptyState>
        )}
      </QueryView>
    </Drawer>
  );
}

type Way = PostingDetail["correctable"][number];
function CorrectForm({ posting, way, onClose }: { posting: PostingDetail; way: Way; onClose(): void }) {
  const [form] = Form.useForm<Said>();
  const { merchantId, id, reason, postedAt } = posting;
  const { from, to, most } = way;
  return (
    <ProposeShell<Said>
      form={form}
      title="提出红冲"
      initial={{ amount: formatMoney(most), memo: "" }}
      proposalOf={({ memo }, amountIn) => ({
        merchantId,
        from,
        to,
        amount: amountIn(most.currency),
        corrects: id,
        memo,
      })}
      onClose={onClose}
    >
      <Facts
        facts={[
          {
            label: "红冲的原记账",
            value: (
              <Link to={postingPath(merchantId, id)}>
                {POSTING_REASONS[reason]}，{toShanghaiTime(postedAt)}
              </Link>
            ),
          },
          { label: "商户", value: <MerchantName merchantId={merchantId} /> },
          { label: "转出账户", value: <AccountLink merchantId={merchantId} code={from} /> },
          { label: "转入账户", value: <AccountLink merchantId={merchantId} code={to} /> },
          { label: "最多", value: moneyText(most) },
        ]}
      />
      <div className="dialog-problem">
        <Notice tone="info" title="一笔记账只能红冲一次">
          原记账不动；商户的对账单在记账当天列为更正，已结束的日、月不变
        </Notice>
      </div>
      <AmountAndReason currency={most.currency} reason="红冲原因" />
    </ProposeShell>
  );
}
