import { CallRefused } from "@coralhub/contract";
import { EmptyState, Link, PageHeader, Panel } from "@coralhub/ui";
import { NotOpened } from "../../platform/not-opened.tsx";
import { CARD_PATHS } from "./words.ts";

const TITLE = "珊瑚卡";
const BACK = { label: "珊瑚卡", to: CARD_PATHS.cards };

type Props = { query: { error: Error; refetch: () => unknown; isFetching: boolean } };

/** A card that did not come; one its owner has removed never will, and what it paid leads here all the same. */
export function CardNotOpened({ query }: Props) {
  const { error } = query;
  if (!(error instanceof CallRefused) || error.reason !== "not_found")
    return <NotOpened title={TITLE} back={BACK} what="这张卡" query={query} />;
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <Panel>
        <EmptyState title="这张卡已经移除" action={<Link to={CARD_PATHS.records}>查看交易记录</Link>}>
          它的交易和充值记录都在；如果是别人给的链接，卡片可能属于其他账户
        </EmptyState>
      </Panel>
    </>
  );
}
