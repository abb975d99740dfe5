import type { CardDetail, CardTrialView } from "@coralhub/contract";
import {
  CURRENCIES,
  CURRENCY_CODES,
  moneyText,
  SHOP_CATEGORIES,
  SHOP_CATEGORY_NAMES,
  type Currency,
  type ShopCategory,
} from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Modal, Select } from "antd";
import { useState } from "react";
import { calls } from "./cards-calls.ts";
import { DecisionTrace } from "./decision-trace.tsx";
import { Remedies, type Purchase } from "./remedies.tsx";
import { COUNTRY_OPTIONS, readAmount } from "./words.ts";

type Props = { open: boolean; onClose: () => void; card: CardDetail };
type Asked = Omit<Purchase, "charged">;

/** What it would cost the card, and where the money comes from. */
function costText({ charged, fee, help }: CardTrialView): string {
  const cost = `预计扣款 ${moneyText(charged)}`;
  const withFee = fee.minor > 0n ? `${cost}，含外币手续费 ${moneyText(fee)}，汇率以扣款时为准` : cost;
  return help === null ? withFee : `${withFee}；余额不足的部分${help}`;
}

/** Would this card pass so much at this shop? By the very rules, without holding anything. */
export function SimulateDialog({ open, onClose, card }: Props) {
  const [text, setText] = useState("35.90");
  const [shopName, setShop] = useState(card.firstShop ?? "FACEBK ADS");
  const [category, setCategory] = useState<ShopCategory>("advertising");
  const [country, setCountry] = useState("US");
  const [currency, setCurrency] = useState<Currency>(card.currency);
  const { amount, problem } = readAmount(text, currency);
  const ask = useMutation({
    mutationFn: (asked: Asked) => calls.simulateCard({ id: card.id, ...asked }),
  });
  return (
    <Modal open={open} title="试一笔" footer={null} width={520} destroyOnHidden onCancel={onClose}>
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount) ask.mutate({ amount, shopName, category, country });
        }}
      >
        {ask.error && <Notice tone="danger" title={ask.error.message} />}
        <div className="card-form-two">
          <TextField
            label="金额"
            inputMode="decimal"
            prefix={currency}
            value={text}
            error={problem}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="card-list-row">
            <span className="type-label">商户标价币种</span>
            <Select
              aria-label="商户标价币种"
              showSearch
              value={currency}
              options={CURRENCY_CODES.map((value) => ({ value, label: `${value} ${CURRENCIES[value].name}` }))}
              onChange={setCurrency}
            />
          </div>
          <TextField label="商户" maxLength={80} value={shopName} onChange={(event) => setShop(event.target.value)} />
          <div className="card-list-row">
            <span className="type-label">类别</span>
            <Select
              aria-label="类别"
              value={category}
              options={SHOP_CATEGORY_NAMES.map((value) => ({ value, label: SHOP_CATEGORIES[value].label }))}
              onChange={setCategory}
            />
          </div>
          <div className="card-list-row">
            <span className="type-label">商户所在地</span>
            <Select
              aria-label="商户所在地"
              showSearch={{ optionFilterProp: "label" }}
              value={country}
              options={COUNTRY_OPTIONS}
              onChange={setCountry}
            />
          </div>
        </div>
        <div className="card-buttons">
          <Button type="submit" variant="primary" loading={ask.isPending} disabled={!amount}>
            试一笔
          </Button>
        </div>
        {ask.data && ask.variables && <Answer trial={ask.data} asked={ask.variables} cardId={card.id} />}
      </form>
    </Modal>
  );
}

function Answer({ trial, asked, cardId }: { trial: CardTrialView; asked: Asked; cardId: string }) {
  const { approved, sentence } = trial;
  return (
    <div aria-live="polite">
      <Notice tone={approved ? "success" : "danger"} title={approved ? "会通过" : (sentence ?? "会被拒绝")} />
      <p className="card-note">{costText(trial)}</p>
      {!approved && (
        <Remedies
          cardId={cardId}
          remedies={trial.remedies}
          purchase={() => Promise.resolve({ ...asked, charged: trial.charged })}
        />
      )}
      <DecisionTrace decision={trial} />
    </div>
  );
}
