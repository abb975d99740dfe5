import { CallRefused } from "@coralhub/contract";
import { Masked, toast } from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import { BankCardForm } from "./bank-card-form.tsx";
import { refreshSellers, sellers, type BankCard } from "./seller-calls.ts";

const wordsOf = ({ bankName, bankCardNum }: BankCard): string => `${bankName}尾号 ${bankCardNum.slice(-4)}`;

/** Where a seller is paid: one card is chosen, the others wait. */
export function BankCards({ sellerId, cards }: { sellerId: string; cards: readonly BankCard[] }) {
  const [editing, setEditing] = useState<BankCard | "new">();
  const [busy, setBusy] = useState<string>();
  const choose = async (bankCardId: string) => {
    setBusy(bankCardId);
    try {
      await sellers.chooseSellerBankCard({ sellerId, bankCardId });
      await refreshSellers();
      toast.done("已更换收款银行卡");
    } catch (error) {
      if (error instanceof CallRefused) toast.failed(error.message);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section aria-label="收款银行卡" className="thread">
      <h3 className="type-section">收款银行卡</h3>
      {cards.length === 0 && <p className="panel-intro">还没有银行卡，添加后才能向卖家付款</p>}
      <ul className="rejections">
        {cards.map((card) => (
          <li key={card.id}>
            <strong>
              {card.bankName} <Masked end={card.bankCardNum.slice(-4)} />
            </strong>
            <span>
              {card.cardholderName}，{card.currency}
              {card.chosen ? "，正在使用" : ""}
            </span>
            <span className="card-actions">
              <Button size="small" aria-label={`修改${wordsOf(card)}`} onClick={() => setEditing(card)}>
                修改
              </Button>
              {!card.chosen && (
                <Button
                  size="small"
                  aria-label={`改用${wordsOf(card)}`}
                  loading={busy === card.id}
                  onClick={() => void choose(card.id)}
                >
                  改用这张
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setEditing("new")}>添加银行卡</Button>
      </div>
      {editing && (
        <BankCardForm
          sellerId={sellerId}
          {...(editing !== "new" && { card: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}
