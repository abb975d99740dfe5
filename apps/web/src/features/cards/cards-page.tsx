import type { CardHead } from "@coralhub/contract";
import {
  addressOf,
  CARD_GROUPS,
  CARD_GROUP_NAMES,
  cardLifecycle,
  cardPaymentLifecycle,
  cardTakes,
  looksLikeCardNumber,
  maskedCard,
  type CardGroup,
} from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  icons,
  Link,
  MenuButton,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  RefusedState,
  StateDot,
  toast,
  useBegun,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Pagination } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import { CardDetailPage } from "./card-detail.tsx";
import { CardFace } from "./card-face.tsx";
import { cardsQuery, countsQuery, paymentsQuery, calls, refreshCards, userQuery, walletQuery } from "./cards-calls.ts";
import { MoneyDialog, RevealDialog } from "./dialogs.tsx";
import { Meter } from "./meter.tsx";
import { cardAt, CARD_PATHS, recordAt } from "./words.ts";
import "./cards.css";

const RECENT = 5;
const FIRST_SEEN = { group: "used", filters: {}, pageNo: 1 } as const;
const PAGE = 50;

/** /vcc: the wallet, the cards, what was paid last; `?card=` opens one of them. */
export function CardsPage() {
  const asked = new URLSearchParams(useUrlState().search).get("card");
  return asked ? <CardDetailPage key={asked} id={asked} /> : <AllCards />;
}

function AllCards() {
  const user = useQuery(userQuery);
  const wallet = useQuery(walletQuery);
  // The cards stand above the payments and would push them away when they come.
  const cards = useQuery(cardsQuery(FIRST_SEEN));
  const begun = useBegun(!cards.isPending);
  if (!user.data || !wallet.data || !begun) {
    const error = user.error ?? wallet.error;
    return error ? (
      <ErrorState title="没能取到珊瑚卡" onRetry={() => void wallet.refetch()} reference={failureOf(error).reference}>
        资金不受影响，请稍后重试
      </ErrorState>
    ) : (
      <PageSkeleton />
    );
  }
  if (!user.data.certified)
    return (
      <>
        <PageHeader title="珊瑚卡" />
        <RefusedState
          title="实名认证通过后可以使用珊瑚卡"
          action={<Link to={addressOf("certification")}>查看认证</Link>}
        >
          虚拟卡用于广告投放、软件订阅和云服务付款
        </RefusedState>
      </>
    );
  return (
    <div className="cards-page">
      <PageHeader
        title="珊瑚卡"
        actions={
          <>
            <MenuButton
              label="更多操作"
              align="end"
              className="card-more"
              entries={[
                { label: "交易记录", onSelect: () => goTo(CARD_PATHS.records) },
                { label: "卡组", onSelect: () => goTo(CARD_PATHS.books) },
                { label: "充值记录", onSelect: () => goTo(CARD_PATHS.loads) },
                { label: "使用说明", onSelect: () => goTo(CARD_PATHS.help) },
              ]}
            >
              更多
            </MenuButton>
            <Button type="primary" onClick={() => goTo(CARD_PATHS.apply)}>
              申请新卡
            </Button>
          </>
        }
      />
      <Figures />
      <CardGroups />
      <RecentPayments />
    </div>
  );
}

function Figures() {
  const { data } = useQuery(walletQuery);
  if (!data) return null;
  return (
    <section className="card-figures" aria-label="卡钱包与卡片">
      <div>
        <span className="card-note">卡钱包可用</span>
        <MoneyOf value={data.available} size="figure" />
        <span className="card-figure-actions">
          <Button size="small" onClick={() => goTo(CARD_PATHS.fund)}>
            充值
          </Button>
          <Button size="small" onClick={() => goTo(CARD_PATHS.withdraw)}>
            转出
          </Button>
          <Link to={CARD_PATHS.wallet}>明细</Link>
        </span>
        {data.owed.minor > 0n && (
          <span className="card-warning">
            欠 <MoneyOf value={data.owed} />
            ，充值后自动结清
          </span>
        )}
      </div>
      <div>
        <span className="card-note">卡内余额</span>
        <MoneyOf value={data.onCards} size="figure" />
      </div>
      <div>
        <span className="card-note">本月消费</span>
        <MoneyOf value={data.monthSpent} size="figure" />
      </div>
      <div>
        <span className="card-note">授权中</span>
        <MoneyOf value={data.heldOnCards} size="figure" />
      </div>
    </section>
  );
}

function CardGroups() {
  const [group, setGroup] = useState<CardGroup>(FIRST_SEEN.group);
  const [text, setText] = useState("");
  const [pageNo, setPage] = useState<number>(FIRST_SEEN.pageNo);
  const counts = useQuery(countsQuery);
  // A whole number somebody pastes here is not sent.
  const isNumber = looksLikeCardNumber(text);
  const filters = text.trim() === "" || isNumber ? FIRST_SEEN.filters : { cardName: text.trim() };
  const cards = useQuery(cardsQuery({ group, filters, pageNo }));
  /** Another question starts at its first page. */
  const show = (nextGroup: CardGroup, nextText: string) => {
    setGroup(nextGroup);
    setText(nextText);
    setPage(FIRST_SEEN.pageNo);
  };
  return (
    <section aria-label="卡片">
      <div className="card-tabs">
        <div role="tablist" aria-label="卡片状态">
          {CARD_GROUP_NAMES.map((name) => (
            <button key={name} type="button" role="tab" aria-selected={name === group} onClick={() => show(name, text)}>
              {CARD_GROUPS[name].label} <span>{counts.data?.groups[name] ?? ""}</span>
            </button>
          ))}
        </div>
        <CardSearch text={text} isWrong={isNumber} onChange={(next) => show(group, next)} />
      </div>
      {isNumber && <Notice tone="warning" title="请填写卡名或 4 位尾号，不要填写完整卡号" />}
      {cards.data && cards.data.records.length === 0 && (
        <Panel>
          <EmptyState
            title={text ? "没有找到这样的卡片" : group === "used" ? "还没有卡片" : "没有卡片"}
            action={group === "used" && !text && <Link to={CARD_PATHS.apply}>申请第一张</Link>}
          >
            {group === "used" && !text ? "一次可以申请多张，每张可以有自己的限额和规则" : "换个条件看看"}
          </EmptyState>
        </Panel>
      )}
      {cards.error && !cards.data && (
        <ErrorState title="没能取到卡片" onRetry={() => void cards.refetch()}>
          请稍后重试
        </ErrorState>
      )}
      <ul className="card-grid">
        {cards.data?.records.map((card) => (
          <li key={card.id}>
            <CardTile card={card} />
          </li>
        ))}
      </ul>
      <Pagination
        hideOnSinglePage
        align="center"
        current={pageNo}
        total={cards.data?.total ?? 0}
        pageSize={PAGE}
        showSizeChanger={false}
        onChange={setPage}
      />
    </section>
  );
}

type SearchProps = { text: string; isWrong: boolean; onChange: (text: string) => void };
function CardSearch({ text, isWrong, onChange }: SearchProps) {
  return (
    <Input
      className="card-search"
      aria-label="卡名、尾号"
      placeholder="卡名、尾号"
      allowClear
      prefix={<icons.Search size={16} />}
      status={isWrong ? "error" : ""}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function CardTile({ card }: { card: CardHead }) {
  const [dialog, setDialog] = useState<TileDialog>();
  const wallet = useQuery(walletQuery);
  const usable = cardTakes("load", card.cardStatus);
  const close = () => setDialog(undefined);
  return (
    <article className="card-tile" aria-label={card.cardName}>
      <Link to={cardAt(card.id)} className="card-tile-face">
        <CardFace card={card} />
      </Link>
      <div className="card-tile-line">
        <MoneyOf value={card.balance} />
        {card.low ? (
          <StateDot tone="warning" label="余额偏低" />
        ) : (
          <StateDot lifecycle={cardLifecycle} state={card.cardStatus} />
        )}
      </div>
      <Meter used={card.monthSpent} limit={card.monthLimit} label="本月已用额度" />
      <div className="card-tile-line card-note">
        <span>
          本月 <MoneyOf value={card.monthSpent} />
        </span>
        <span>
          {card.monthLimit ? (
            <>
              上限 <MoneyOf value={card.monthLimit} />
            </>
          ) : (
            "不限额"
          )}
        </span>
      </div>
      {usable && <TileActions card={card} onOpen={setDialog} />}
      {wallet.data && dialog === "load" && (
        <MoneyDialog open card={card} available={wallet.data.available} onClose={close} />
      )}
      {dialog === "unload" && <MoneyDialog open back card={card} available={card.balance} onClose={close} />}
      {dialog === "reveal" && <RevealDialog open id={card.id} cardName={card.cardName} onClose={close} />}
    </article>
  );
}

type TileDialog = "load" | "unload" | "reveal";

function TileActions({ card, onOpen }: { card: CardHead; onOpen: (dialog: TileDialog) => void }) {
  const thaw = useMutation({
    mutationFn: () => calls.unsuspendCard({ id: card.id }),
    onSuccess: async () => {
      toast.done("已解冻");
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
  const entries: [string, () => void][] =
    card.cardStatus === "active"
      ? [
          ["充值", () => onOpen("load")],
          ["查看卡号", () => onOpen("reveal")],
        ]
      : [
          // What we have stopped its owner cannot let go.
          ...(card.blockedByUs === null ? [["解冻", () => thaw.mutate()] as [string, () => void]] : []),
          ["转出余额", () => onOpen("unload")],
        ];
  return (
    <div className="card-tile-actions">
      {entries.map(([label, onClick]) => (
        <Button key={label} type="link" size="small" disabled={thaw.isPending} onClick={onClick}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function RecentPayments() {
  const { data } = useQuery(paymentsQuery({ pageSize: 10 }));
  if (!data) return null;
  return (
    <Panel flush title="最近交易" action={<Link to={CARD_PATHS.records}>全部交易</Link>}>
      {data.records.length === 0 ? (
        <EmptyState title="还没有交易">在商户付款后，每一笔会出现在这里</EmptyState>
      ) : (
        <ul className="card-payments">
          {data.records.slice(0, RECENT).map((row) => (
            <li key={row.id}>
              <Link to={recordAt(row.id)} className="card-payment">
                <span className="card-payment-shop">{row.shopName}</span>
                <span className="card-note">
                  {row.cardName} {row.cardLastFour && maskedCard(row.cardLastFour)}
                </span>
                <span className="card-note">{inFeed(row.createdAt)}</span>
                <StateDot lifecycle={cardPaymentLifecycle} state={row.state} />
                <MoneyOf value={row.amount} sign="both" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
