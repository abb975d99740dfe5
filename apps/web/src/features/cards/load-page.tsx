import type { CardHead } from "@coralhub/contract";
import { cardTakes, type Money } from "@coralhub/domain";
import { EmptyState, FormPage, Link, Notice, PageHeader, Panel, toast } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { WaitingPage } from "../../platform/waiting-page.tsx";
import { CardSelect } from "./card-select.tsx";
import { balanceQuery, cardQuery, cardsQuery, calls, refreshCards, walletQuery } from "./cards-calls.ts";
import { CARD_PATHS, readAmount } from "./words.ts";
import "./cards.css";

const WAITING = { title: "给卡片充值", back: { label: "卡钱包", to: CARD_PATHS.wallet }, what: "充值" };

/** /vcc/recharge: from the card wallet onto a card. */
export function LoadPage() {
  const cards = useQuery(cardsQuery({ group: "used" }));
  const wallet = useQuery(walletQuery);
  if (!cards.data || !wallet.data) return <WaitingPage {...WAITING} queries={[cards, wallet]} />;
  const usable = cards.data.records.filter(takesMoney);
  if (usable.length === 0)
    return (
      <>
        <PageHeader title="给卡片充值" />
        <Panel>
          <EmptyState title="还没有可以充值的卡片" action={<Link to={CARD_PATHS.apply}>申请一张</Link>}>
            开通后从卡钱包充值
          </EmptyState>
        </Panel>
      </>
    );
  return <LoadForm first={usable[0]!} available={wallet.data.available} />;
}

const takesMoney = ({ cardStatus }: CardHead): boolean => cardTakes("load", cardStatus);

function LoadForm({ first, available }: { first: CardHead; available: Money }) {
  const [chosen, setChosen] = useState(first.id);
  const [text, setText] = useState("");
  const { amount, problem } = readAmount(text);
  const card: CardHead = useQuery({ ...cardQuery(chosen), enabled: chosen !== first.id }).data ?? first;
  const ready = card.id === chosen;
  const load = useMutation({
    mutationFn: (rechargeAmount: Money) => calls.rechargeCard({ cardId: card.id, rechargeAmount }),
    onSuccess: async () => {
      toast.done("充值成功");
      goTo(CARD_PATHS.loads);
      await refreshCards();
    },
  });
  return (
    <FormPage
      title="给卡片充值"
      back={{ label: "珊瑚卡", to: CARD_PATHS.cards }}
      actions={{
        note: (
          <>
            卡钱包可用 <MoneyOf value={available} />
          </>
        ),
        secondary: <Button onClick={() => goTo(CARD_PATHS.fund)}>充值卡钱包</Button>,
        primary: (
          <Button
            type="primary"
            loading={load.isPending}
            disabled={!amount || !ready}
            onClick={() => amount && load.mutate(amount)}
          >
            充值
          </Button>
        ),
      }}
    >
      {load.error && <Notice tone="danger" title={load.error.message} />}
      <Panel title="充到哪张卡">
        <div className="card-form">
          <div className="card-list-row">
            <span className="type-label">卡片</span>
            <CardSelect
              label="卡片"
              value={chosen}
              isOffered={takesMoney}
              onChange={(next) => setChosen(next ?? first.id)}
            />
          </div>
          <TextField
            label="充值金额"
            inputMode="decimal"
            prefix={card.currency}
            value={text}
            error={problem}
            hint={<OnCard card={card} />}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </Panel>
    </FormPage>
  );
}

function OnCard({ card }: { card: CardHead }) {
  const { balance, held } = useQuery(balanceQuery(card.id)).data ?? { balance: card.balance, held: null };
  return (
    <>
      卡内现有 <MoneyOf value={balance} />
      {held && held.minor > 0n && (
        <>
          ，其中消费占用 <MoneyOf value={held} />
        </>
      )}
    </>
  );
}
