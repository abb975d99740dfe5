import { cardDeskList } from "@coralhub/contract";
import {
  CARD_GROUPS,
  cardLifecycle,
  cardPaymentLifecycle,
  deskAddress,
  formatMoney,
  toShanghaiTime,
  type Money as Sum,
} from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, Notice, StateDot, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { cardQuery, cards, CARDS, useStep, type CardCase, type Ref } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import { ReasonedSteps } from "./reasoned-step.tsx";
import "./card-desk.css";

const TABS = Object.values(CARD_GROUPS).map(({ label, states }) => ({ label, values: states }));
const Amount = ({ of }: { of: Sum }) => <Money amount={formatMoney(of)} currency={of.currency} />;

/** Every card of every merchant, found by its last four digits or its token; nobody here sees a number. */
export function CardDeskPage() {
  const rows = useRows(cardDeskList, [...CARDS, "list"], cards.cardDesk, {});
  return (
    <ListPage
      {...rows}
      title="珊瑚卡"
      intro="按尾号或卡标识查找；卡号不在这里，也不在任何运营页面"
      lead={<CardTabs current="cardDesk" />}
      tabs={{ filter: "cardStatus", items: TABS }}
      rowKey={(row) => row.id}
      unit="张"
      dense
      columns={["cardName", "merchantId", "lastFour", "bin", "createdAt", "cardStatus"]}
      roomyColumns={["bin"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        cardStatus: (row) => <StateDot lifecycle={cardLifecycle} state={row.cardStatus} {...noteOf(row)} />,
      }}
      drawer={{
        title: (row) => row.cardName,
        body: (row) => <CardCaseView key={`${row.id} ${row.cardStatus}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有这样的卡片", text: "商户申请珊瑚卡后会出现在这里" }}
    />
  );
}

const noteOf = ({ blockedByUs, removedAt }: Pick<CardCase, "blockedByUs" | "removedAt">) =>
  removedAt ? { note: "商户已移除" } : blockedByUs ? { note: "平台停用" } : {};

const paymentText = ({ at, state, sentence }: CardCase["payments"][number]): string => {
  const { label } = cardPaymentLifecycle.states[state];
  return `${toShanghaiTime(at)}，${sentence ? `${label}：${sentence}` : label}`;
};

function CardCaseView(ref: Ref) {
  const self = useSelf();
  const found = useQuery(cardQuery(ref));
  return (
    <QueryView query={found} what="这张卡">
      {(shown) => (
        <div className="card-desk-case">
          <div>
            <StateTag lifecycle={cardLifecycle} state={shown.cardStatus} />
          </div>
          {shown.removedAt && <Notice tone="info" title={`商户已于 ${toShanghaiTime(shown.removedAt)} 从列表移除`} />}
          {shown.blockedByUs && <Notice tone="warning" title={`平台停用：${shown.blockedByUs}`} />}
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: shown.merchantId })}>
                    <MerchantName merchantId={shown.merchantId} />
                  </Link>
                ),
              },
              { label: "尾号", value: shown.lastFour ?? "还没有" },
              { label: "卡标识", value: shown.token ? <Copyable text={shown.token} /> : "还没有" },
              { label: "余额", value: <Amount of={shown.balance} /> },
              { label: "授权中", value: <Amount of={shown.held} /> },
            ]}
          />
          <section aria-label="最近交易">
            <h2 className="type-label">最近交易</h2>
            {shown.payments.length === 0 && <p>还没有交易</p>}
            <ul className="lines">
              {shown.payments.map((payment) => (
                <li key={payment.id}>
                  <span>
                    {payment.shopName}
                    <span className="second-line">{paymentText(payment)}</span>
                  </span>
                  <Amount of={payment.amount} />
                </li>
              ))}
            </ul>
          </section>
          {mayUse(self, "finance") && <Stop shown={shown} />}
        </div>
      )}
    </QueryView>
  );
}

function Stop({ shown: { merchantId, id, may } }: { shown: CardCase }) {
  const block = useStep((reason: string) => cards.blockCard({ merchantId, id, reason }), "已停用，商户已收到通知");
  const unblock = useStep((reason: string) => cards.unblockCard({ merchantId, id, reason }), "已恢复");
  return (
    <ReasonedSteps
      steps={[
        ...(may.block ? [{ action: "block" as const, label: "停用这张卡" }] : []),
        ...(may.unblock ? [{ action: "unblock" as const, label: "恢复使用", primary: true }] : []),
      ]}
      hint="停用的原因商户会看到"
      busy={block.isPending || unblock.isPending}
      error={block.error ?? unblock.error}
      onTake={(action, reason) => (action === "block" ? block : unblock).mutate(reason)}
    />
  );
}
