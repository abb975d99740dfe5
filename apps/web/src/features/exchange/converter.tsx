import type { ExchangeQuoteView } from "@coralhub/contract";
import { CURRENCIES, CURRENCY_CODES, formatMoney, QUOTE_SECONDS, type Currency, type Money } from "@coralhub/domain";
import { amountText, Bone, CurrencyTile, icons, moneyText, Notice, Panel, QuoteRing } from "@coralhub/ui";
import { Button, Select } from "antd";
import { useId } from "react";
import { QuotaNotice } from "../../platform/quota-notice.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import type { Converter, Side } from "./use-converter.ts";
import { currencyName, markupText, momentText, rateText } from "./words.ts";

const SHARES = [25, 50, 75] as const;
const shareOf = ({ minor, currency }: Money, percent: number): string =>
  formatMoney({ currency, minor: (minor * BigInt(percent)) / 100n });

/** Both sides can be typed; the other one follows. The price stands below, part by part. */
export function ConverterPanel({ converter, onWait }: { converter: Converter; onWait: () => void }) {
  const { pair, quote, available, owned, beside, above, market } = converter;
  const amountOn = (side: Side) =>
    converter.typed.side === side
      ? converter.typed.text
      : quote
        ? formatMoney(side === "sell" ? quote.amount : quote.bought)
        : "";
  const afterwards = quote && owned ? { ...owned, minor: owned.minor + quote.bought.minor } : undefined;
  return (
    <Panel>
      <div className="fx-panel">
        {above && <Notice tone="danger" title={above} />}
        {market && !market.isOpen && (
          <Notice tone="info" title={`${market.label}休市`}>
            {market.changesAt ? `${momentText(market.changesAt)} 开市，可以先挂单等价位` : "开市时间待定，可以先挂单"}
          </Notice>
        )}
        <div className="fx-sides">
          <AmountBox
            label="卖出"
            note={
              available ? (
                <>
                  可用 <MoneyOf value={available} />
                </>
              ) : (
                `没有 ${pair.sell} 余额`
              )
            }
            currency={pair.sell}
            text={amountOn("sell")}
            error={beside}
            onType={(text) => converter.type("sell", text)}
            onCurrency={(chosen) => converter.choose("sell", chosen)}
          />
          <button type="button" className="fx-swap" aria-label="对调卖出和买入" onClick={converter.swap}>
            <icons.Exchange size={20} />
          </button>
          <AmountBox
            label="买入"
            note={
              afterwards && (
                <>
                  换后共 <MoneyOf value={afterwards} />
                </>
              )
            }
            currency={pair.buy}
            text={amountOn("buy")}
            onType={(text) => converter.type("buy", text)}
            onCurrency={(chosen) => converter.choose("buy", chosen)}
          />
        </div>
        <Shares available={available} onPick={(text) => converter.type("sell", text)} />
        <PriceStrip quote={quote} quoting={converter.quoting} />
        <QuotaNotice missing={quote?.missingQuota ?? []} />
        <Actions converter={converter} onWait={onWait} />
      </div>
    </Panel>
  );
}

function Shares({ available, onPick }: { available: Money | undefined; onPick: (text: string) => void }) {
  return (
    <div className="fx-shares">
      {available && available.minor > 0n && (
        <>
          {SHARES.map((percent) => (
            <button
              key={percent}
              type="button"
              className="fx-share"
              onClick={() => onPick(shareOf(available, percent))}
            >
              {percent}%
            </button>
          ))}
          <button type="button" className="fx-share" onClick={() => onPick(formatMoney(available))}>
            全部
          </button>
        </>
      )}
      <span className="fx-hint">两边都能填，另一边自动算</span>
    </div>
  );
}

function Actions({ converter, onWait }: { converter: Converter; onWait: () => void }) {
  const { rule, market, quote } = converter;
  return (
    <div className="fx-actions">
      <span className="fx-hint">马上到 {converter.pair.buy} 钱包。成交后不能撤回</span>
      <Button disabled={!rule} onClick={onWait}>
        等更好的价
      </Button>
      <Button
        type="primary"
        loading={converter.busy}
        disabled={!rule || (market !== undefined && !market.isOpen) || (quote?.missingQuota.length ?? 0) > 0}
        onClick={converter.submit}
      >
        {quote ? `换出 ${moneyText(formatMoney(quote.amount), quote.amount.currency)}` : "换汇"}
      </Button>
    </div>
  );
}

type BoxProps = {
  label: string;
  note: React.ReactNode;
  currency: Currency;
  text: string;
  error?: string | undefined;
  onType: (text: string) => void;
  onCurrency: (currency: Currency) => void;
};

function AmountBox({ label, note, currency, text, error, onType, onCurrency }: BoxProps) {
  const id = useId();
  return (
    <div className="fx-side">
      <div className="fx-side-head">
        <label htmlFor={id}>{label}</label>
        <span>{note}</span>
      </div>
      <div className={`fx-box ${error ? "fx-wrong" : ""}`}>
        <CurrencyTile currency={currency} />
        <Select
          variant="borderless"
          aria-label={`${label}币种`}
          showSearch
          value={currency}
          popupMatchSelectWidth={200}
          optionLabelProp="value"
          options={CURRENCY_CODES.map((value) => ({ value, label: currencyName(value) }))}
          onChange={onCurrency}
        />
        <input
          id={id}
          inputMode={CURRENCIES[currency].digits === 0 ? "numeric" : "decimal"}
          autoComplete="off"
          placeholder="0.00"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      {error && (
        <div id={`${id}-error`} className="fx-error" role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

/** Middle rate, markup, rate and fee by themselves, then the sum written out. */
function PriceStrip({ quote, quoting }: { quote: ExchangeQuoteView | undefined; quoting: boolean }) {
  if (!quote) return quoting ? <Bone width="100%" height={80} /> : null;
  const { mid, rate, markupBasisPoints, fee, exchanged, amount, bought } = quote;
  const markup = (Number(rate) - Number(mid)).toFixed(Number(mid) < 0.1 ? 6 : 4).replace("-", "−");
  return (
    <div className="fx-price" aria-live="polite">
      <dl className="fx-strip">
        <Cell label="市场中间价" value={rateText(mid)} />
        <Cell label={`加点 ${markupText(markupBasisPoints)}`} value={markup} />
        <Cell label="成交汇率" value={rateText(rate)} />
        <Cell label="手续费" value={<MoneyOf value={{ ...fee, minor: -fee.minor }} />} />
        <div className="fx-clock">
          <dt>
            <QuoteRing key={quote.quoteId} seconds={QUOTE_SECONDS} />
          </dt>
          <dd>
            <b>报价有效</b>
            <span className="fx-hint">{inTable(quote.rateAt).slice(-5)} 报价</span>
          </dd>
        </div>
      </dl>
      <div className="fx-sum">
        <span>
          {fee.minor === 0n
            ? amountText(formatMoney(exchanged), exchanged.currency)
            : `(${amountText(formatMoney(amount), amount.currency)} − ${amountText(formatMoney(fee), fee.currency)})`}
          {` × ${rateText(rate)} = `}
          <MoneyOf value={bought} />
        </span>
        <span className="fx-hint">报价到时自动换新，数字变了会标出来</span>
      </div>
    </div>
  );
}

function Cell({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      {/* A changed number is drawn anew, and flashes once. */}
      <dd key={typeof value === "string" ? value : undefined}>{value}</dd>
    </div>
  );
}
