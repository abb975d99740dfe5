import type { CardDetail } from "@coralhub/contract";
import {
  addressOf,
  cardLifecycle,
  cardPaymentLifecycle,
  cardTakes,
  CARD_PURPOSES,
  COUNTRIES,
  LIMIT_PERIODS,
  moneyOf,
  moneyText,
  SHOP_CATEGORIES,
  type Money,
} from "@coralhub/domain";
import {
  Columns,
  EmptyState,
  Link,
  MenuButton,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  StateDot,
  StateTag,
  toast,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { asDay, inFeed, MoneyOf } from "../../platform/show.tsx";
import { CardFace } from "./card-face.tsx";
import { CardNotOpened } from "./card-not-opened.tsx";
import { cardQuery, paymentsQuery, calls, refreshCards, userQuery, walletQuery } from "./cards-calls.ts";
import { ControlsDialog } from "./controls-dialog.tsx";
import { Declines } from "./declines.tsx";
import { MoneyDialog, RevealDialog } from "./dialogs.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { Meter } from "./meter.tsx";
import { SimulateDialog } from "./simulate-dialog.tsx";
import { BackupName, StoodIn } from "./stood-in.tsx";
import { cardAt, CARD_PATHS, recordAt } from "./words.ts";

type Open = "load" | "unload" | "reveal" | "controls" | "edit" | "simulate";

/** One card: what it has, what it may, what it paid, and why it was refused. */
export function CardDetailPage({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(cardQuery(id));
  if (data) return <Detail card={data} />;
  return error ? <CardNotOpened query={{ error, refetch, isFetching }} /> : <PageSkeleton />;
}

function Detail({ card }: { card: CardDetail }) {
  const [open, setOpen] = useState<Open>();
  return (
    <div className="cards-page">
      <PageHeader
        title={card.cardName}
        back={{ label: "珊瑚卡", to: CARD_PATHS.cards }}
        aside={
          card.low ? (
            <StateTag tone="warning" label="余额偏低" />
          ) : (
            <StateTag lifecycle={cardLifecycle} state={card.cardStatus} />
          )
        }
        actions={<Actions card={card} onOpen={setOpen} />}
      />
      <Hero card={card} />
      {card.blockedByUs !== null && (
        <Notice tone="danger" title={`卡片被平台停用：${card.blockedByUs}`}>
          如有疑问请联系客服
        </Notice>
      )}
      {STANDING[card.cardStatus] && <Notice tone="warning" title={STANDING[card.cardStatus]!(card)} />}
      <Limits card={card} onChange={() => setOpen("controls")} />
      <Columns
        side={
          <>
            <Rules card={card} onChange={() => setOpen("controls")} />
            <Declines card={card} />
          </>
        }
      >
        <Payments card={card} />
        <StoodIn cardId={card.id} />
      </Columns>
      <Dialogs card={card} open={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

/** A card that is over, or about to be, keeps to no rule any more. */
const mayRule = ({ cardStatus }: CardDetail): boolean => cardTakes("rule", cardStatus);

/** What a card that pays no more is waiting for. */
const STANDING: Partial<Record<CardDetail["cardStatus"], (card: CardDetail) => string>> = {
  closing: ({ openPayments }) =>
    openPayments > 0
      ? `注销中：还有 ${openPayments} 笔授权没有清算，清算或到期后注销完成`
      : "注销中：余额转回卡钱包后注销完成",
  expired: () => "卡片已过期，不能再付款：可以换卡，或注销后余额转回卡钱包",
};

function Hero({ card }: { card: CardDetail }) {
  return (
    <section className="card-hero" aria-label="卡片概况">
      <CardFace card={card} holder={card.cardholder} />
      <div className="card-hero-words">
        <p className="card-note">
          {[CARD_PURPOSES[card.purpose], `${asDay(card.createdAt)} 申请`, card.label, card.owner, card.bookName]
            .filter(Boolean)
            .join("，")}
        </p>
        <dl className="card-hero-figures">
          <div>
            <dt>卡内可用</dt>
            <dd>
              <MoneyOf value={card.balance} size="figure" />
            </dd>
          </div>
          <div>
            <dt>授权中</dt>
            <dd>
              <MoneyOf value={card.held} size="figure" />
              <span className="card-note">{card.openPayments} 笔，清算后扣走</span>
            </dd>
          </div>
          {card.nextSubscription && (
            <div>
              <dt>下一笔订阅</dt>
              <dd>
                <MoneyOf value={card.nextSubscription.amount} size="figure" />
                <span className="card-note">
                  {card.nextSubscription.shopName}，约 {card.nextSubscription.around}
                </span>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}

type DialogsProps = { card: CardDetail; open: Open | undefined; onClose: () => void };
function Dialogs({ card, open, onClose: close }: DialogsProps) {
  const wallet = useQuery(walletQuery);
  return (
    <>
      {wallet.data && open === "load" && (
        <MoneyDialog open card={card} available={wallet.data.available} onClose={close} />
      )}
      {open === "unload" && <MoneyDialog open back card={card} available={card.balance} onClose={close} />}
      {open === "reveal" && <RevealDialog open id={card.id} cardName={card.cardName} onClose={close} />}
      {open === "controls" && <ControlsDialog open card={card} onClose={close} />}
      {open === "edit" && <EditDialog open card={card} onClose={close} />}
      {open === "simulate" && <SimulateDialog open card={card} onClose={close} />}
    </>
  );
}

const WORDS = {
  suspend: "已冻结",
  unsuspend: "已解冻",
  close: "已提交注销",
  replace: "新卡申请中",
  remove: "已移除",
} as const;

/** What its owner may do with a card, and what is said when it is done. */
function useCardChange(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: async (what: keyof typeof WORDS) => {
      if (what === "suspend") await calls.suspendCard({ id });
      if (what === "unsuspend") await calls.unsuspendCard({ id });
      if (what === "close") await calls.closeCard({ id });
      if (what === "remove") await calls.deleteCard({ id });
      return what === "replace" ? (await calls.replaceCard({ id })).id : what;
    },
    onSuccess: async (answer, what) => {
      if (what === "replace") goTo(cardAt(answer));
      if (what === "remove") goTo(CARD_PATHS.cards);
      toast.done(WORDS[what]);
      onDone();
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
}

const feeText = (fee: Money | undefined): string =>
  fee === undefined || fee.minor === 0n ? "" : `新卡收开卡费 ${moneyText(fee)}，从卡钱包扣除。`;

type ConfirmProps = { asked: "close" | "replace" | undefined; busy: boolean; onYes: () => void; onNo: () => void };
function Confirm({ asked, busy, onYes, onNo }: ConfirmProps) {
  const closing = asked === "close";
  const fee = useQuery({ ...userQuery, enabled: asked === "replace" }).data?.openingFee;
  return (
    <Modal
      open={asked !== undefined}
      title={closing ? "注销这张卡" : "换一张新卡"}
      okText={closing ? "注销" : "换卡"}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !closing && fee === undefined }}
      onOk={onYes}
      onCancel={onNo}
    >
      {closing
        ? "余额会回到卡钱包。还有授权没有清算时，清算或到期后才会注销完成。"
        : `旧卡注销，新卡沿用名称、限额和规则，余额转到新卡。${feeText(fee)}绑定旧卡的商户需要换成新卡号。`}
    </Modal>
  );
}

function Actions({ card, onOpen }: { card: CardDetail; onOpen: (what: Open) => void }) {
  const { may, id } = card;
  const [asked, setAsked] = useState<"close" | "replace">();
  const change = useCardChange(id, () => setAsked(undefined));
  return (
    <>
      {may.reveal && <Button onClick={() => onOpen("reveal")}>查看卡号</Button>}
      {may.suspend && (
        <Button loading={change.isPending} onClick={() => change.mutate("suspend")}>
          冻结
        </Button>
      )}
      {may.unsuspend && (
        <Button loading={change.isPending} onClick={() => change.mutate("unsuspend")}>
          解冻
        </Button>
      )}
      {may.load && (
        <Button type="primary" onClick={() => onOpen("load")}>
          充值
        </Button>
      )}
      <MenuButton
        label="更多操作"
        align="end"
        className="card-more"
        entries={[
          ...(may.unload ? [{ label: "转出余额", onSelect: () => onOpen("unload") }] : []),
          { label: "试一笔", onSelect: () => onOpen("simulate") },
          { label: "修改资料", onSelect: () => onOpen("edit") },
          ...(mayRule(card) ? [{ label: "限额和规则", onSelect: () => onOpen("controls") }] : []),
          ...(may.replace ? [{ label: "换卡", onSelect: () => setAsked("replace") }] : []),
          ...(may.close ? [{ label: "注销", onSelect: () => setAsked("close") }] : []),
          ...(may.remove ? [{ label: "从列表移除", onSelect: () => change.mutate("remove") }] : []),
        ]}
      >
        更多
      </MenuButton>
      <Confirm
        asked={asked}
        busy={change.isPending}
        onYes={() => asked && change.mutate(asked)}
        onNo={() => setAsked(undefined)}
      />
    </>
  );
}

function Limits({ card, onChange }: { card: CardDetail; onChange: () => void }) {
  const { controls, spent, largestThisMonth, currency } = card;
  const rows = [
    {
      key: "perTransaction",
      label: "单笔",
      used: largestThisMonth,
      limit: controls.limits.perTransaction,
      note: "本月最大一笔",
    },
    ...(["day", "month", "life"] as const).map((period) => ({
      key: period,
      label: LIMIT_PERIODS[period],
      used: spent[period],
      limit: controls.limits[period],
      note: undefined,
    })),
  ];
  return (
    <section className="card-limits" aria-label="限额">
      {rows.map(({ key, label, used, limit, note }) => (
        <div key={key}>
          <div className="card-tile-line">
            <span>{label}</span>
            <span className="card-note">
              {limit ? (
                <>
                  上限 <MoneyOf value={limit} />
                </>
              ) : (
                "不限"
              )}
            </span>
          </div>
          <MoneyOf value={used} />
          <Meter used={used} limit={limit} label={`${label}已用`} />
          <div className="card-tile-line card-note">
            <span>
              {note ??
                (limit ? (
                  <>
                    还可花{" "}
                    <MoneyOf value={moneyOf(currency, limit.minor > used.minor ? limit.minor - used.minor : 0n)} />
                  </>
                ) : (
                  "没有设上限"
                ))}
            </span>
            {mayRule(card) && (
              <button type="button" className="lk-text-button" onClick={onChange}>
                调整
              </button>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

const listText = (
  list: { mode: "only" | "except"; items: readonly string[] },
  name: (item: string) => string,
): string => {
  if (list.items.length === 0) return "不限";
  const words = list.items.slice(0, 6).map(name).join("、");
  return `${list.mode === "only" ? "只允许" : "除了"} ${words}${list.items.length > 6 ? " 等" : ""}`;
};

const currenciesText = (currencies: CardDetail["controls"]["currencies"]): string => {
  if (currencies.length === 0) return "不限";
  const words = currencies.map(({ currency, perTransaction }) =>
    perTransaction ? `${moneyText(perTransaction)} 以内` : currency,
  );
  return `只允许 ${words.join("、")}`;
};

function Rules({ card, onChange }: { card: CardDetail; onChange: () => void }) {
  const { controls, firstShop, topUpsThisMonth, backupCardId } = card;
  const { autoTopUp, warnBelow } = controls;
  const rows: { label: string; text: React.ReactNode }[] = [
    {
      label: "商户类别",
      text: listText(controls.categories, (item) => SHOP_CATEGORIES[item as keyof typeof SHOP_CATEGORIES].label),
    },
    {
      label: "国家和地区",
      text: listText(controls.countries, (item) => (COUNTRIES as Record<string, string>)[item] ?? item),
    },
    { label: "币种", text: currenciesText(controls.currencies) },
    { label: "商户", text: listText(controls.merchants, (item) => item) },
    { label: "锁定首次商户", text: controls.lockToFirst ? (firstShop ?? "等第一笔") : "没有锁定" },
    ...(controls.singleUse ? [{ label: "单次卡", text: "用过一次后拒绝" }] : []),
    ...(controls.validUntil ? [{ label: "用到", text: controls.validUntil }] : []),
    {
      label: "余额提醒",
      text: warnBelow ? (
        <>
          低于 <MoneyOf value={warnBelow} />
        </>
      ) : (
        "没有设置"
      ),
    },
    {
      label: "自动充值",
      text: autoTopUp ? (
        <>
          低于 <MoneyOf value={autoTopUp.below} /> 补到 <MoneyOf value={autoTopUp.to} />
          ，本月 {topUpsThisMonth}/{autoTopUp.timesPerMonth} 次
        </>
      ) : (
        "没有设置"
      ),
    },
    { label: "备用卡", text: backupCardId === null ? "没有设置" : <BackupName id={backupCardId} /> },
  ];
  return (
    <Panel
      title="用卡规则"
      intro="不合规则的当场拒绝，不扣钱"
      action={
        mayRule(card) && (
          <button type="button" className="lk-text-button" onClick={onChange}>
            修改
          </button>
        )
      }
    >
      <dl className="card-rules">
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Payments({ card }: { card: CardDetail }) {
  const { data } = useQuery(paymentsQuery({ cardId: card.id, pageSize: 10 }));
  return (
    <Panel
      flush
      title="交易"
      action={<Link to={addressOf("cardRecords", { cardLastFour: card.lastFour ?? undefined })}>全部交易</Link>}
    >
      {data?.records.length === 0 && <EmptyState title="还没有交易">在商户付款后，每一笔会出现在这里</EmptyState>}
      <ul className="card-payments">
        {data?.records.map((row) => (
          <li key={row.id}>
            <Link to={recordAt(row.id)} className="card-payment">
              <span className="card-payment-shop">{row.shopName}</span>
              <span className="card-note">{SHOP_CATEGORIES[row.category].label}</span>
              <span className="card-note">{inFeed(row.createdAt)}</span>
              <StateDot lifecycle={cardPaymentLifecycle} state={row.state} />
              <MoneyOf value={row.amount} sign="both" />
            </Link>
            {row.state === "declined" && row.sentence && <p className="card-decline">{row.sentence}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
