import { CallRefused, sellerEndpoints } from "@coralhub/contract";
import { addressOf, countryName } from "@coralhub/domain";
import { EmptyState, ErrorState, Notice, PageHeader, Panel, RowsSkeleton, toast, useDebounced } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Button, Radio, Select } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { SmsCode } from "../../platform/sms-code.tsx";
import { pageOf } from "../../platform/service-rows.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { onlyRefusals, useSentCode } from "../../platform/use-sent-code.ts";
import { payeeCalls, refreshPayees } from "./payee-calls.ts";
import "./beneficiaries.css";

const calls = connect(sellerEndpoints);
/** Sellers who passed, by a part of their name. */
const sellersQuery = (sellerName: string) =>
  queryOptions({
    queryKey: ["payees", "sellers", sellerName],
    queryFn: () => {
      const filters = { state: ["approved"], ...(sellerName && { sellerName }) };
      return calls.sellers({ ...pageOf(1), filters });
    },
    placeholderData: keepPreviousData,
  });
const cardsQuery = (sellerId: string | undefined) =>
  queryOptions({
    queryKey: ["payees", "seller-cards", sellerId],
    queryFn: () => calls.sellerBankCards({ sellerId: sellerId! }),
    enabled: sellerId !== undefined,
  });

/** /sellerPayment/payees: a seller's card becomes a payee, by the same checks as anybody's account. */
export function SellerPayeesPage() {
  const [name, setName] = useState("");
  const asked = useDebounced(name.trim(), 300);
  const sellers = useQuery(sellersQuery(asked));
  const [chosen, setChosen] = useState<string>();
  const first = useQuery(sellersQuery("")).data?.records[0]?.id;
  const sellerId = chosen ?? first;
  const { data: cards, error: cardsError, refetch: askAgain } = useQuery(cardsQuery(sellerId));
  const error = sellers.error ?? cardsError;
  const none = asked === "" && !sellers.isPlaceholderData && sellers.data?.records.length === 0;
  return (
    <>
      <PageHeader
        title="卖家收款人"
        intro="从已通过审核的卖家的银行卡里选一张，添加为收款人"
        back={{ label: "卖家付款", to: addressOf("paySeller") }}
      />
      {error && (
        <Panel>
          <ErrorState
            title="没能取到卖家的银行卡"
            onRetry={() => void (sellers.error ? sellers.refetch() : askAgain())}
          >
            {error.message}
          </ErrorState>
        </Panel>
      )}
      {!sellers.data && !error && <RowsSkeleton rows={3} />}
      {none && (
        <Panel>
          <NoCards title="还没有通过审核的卖家" />
        </Panel>
      )}
      {sellers.data && !none && (
        <Panel title="选一张银行卡">
          <Select
            aria-label="卖家"
            className="payee-seller"
            showSearch={{ filterOption: false, onSearch: setName }}
            value={sellerId}
            placeholder="输入卖家名称查找"
            notFoundContent="没有这个名称的卖家"
            options={sellers.data.records.map(({ id, sellerName }) => ({ value: id, label: sellerName }))}
            onChange={setChosen}
          />
          {cards?.length === 0 && <NoCards title="这位卖家还没有银行卡" />}
          {cards && cards.length > 0 && <Adopt key={sellerId} cards={cards} />}
        </Panel>
      )}
    </>
  );
}

const NoCards = ({ title }: { title: string }) => (
  <EmptyState title={title} action={<Button onClick={() => goTo(addressOf("sellers"))}>管理卖家</Button>}>
    卖家通过审核并绑定银行卡后，可以在这里添加
  </EmptyState>
);

type Cards = Awaited<ReturnType<typeof calls.sellerBankCards>>;

function useAdoption(cardId: string, clearCode: string) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const refuse = (error: unknown) => {
    if (error === null) return setProblem(undefined);
    if (!(error instanceof CallRefused)) return setProblem("没有保存成功，请检查网络后重试");
    setProblem(Object.values(error.fields)[0] ?? error.message);
  };
  const sms = useSentCode(() => payeeCalls.sendAccountCode({}), onlyRefusals(refuse));
  const save = async () => {
    const mistake = codeMistake(code);
    setProblem(mistake);
    if (mistake) return;
    setBusy(true);
    try {
      const { state } = await payeeCalls.adoptSeller({ cardId, clearCode, verificationCode: code });
      await refreshPayees();
      toast.done(state === "approved" ? "已添加，可以付款了" : "已添加，审核通过后可以付款");
      goTo(addressOf("paySeller"));
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { code, setCode, problem, busy, sms, save };
}

function Adopt({ cards }: { cards: Cards }) {
  const [cardId, setCardId] = useState(cards[0]!.id);
  const [clearCode, setClearCode] = useState("");
  const { code, setCode, problem, busy, sms, save } = useAdoption(cardId, clearCode);
  return (
    <form
      className="payee-adopt"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem && <Notice tone="danger" title={problem} />}
      <Radio.Group
        aria-label="卖家的银行卡"
        className="payee-adopt"
        value={cardId}
        onChange={(event) => setCardId(event.target.value as string)}
      >
        {cards.map(({ id, cardholderName, bankName, bankCardNum, currency, country }) => (
          <Radio key={id} value={id}>
            {`${bankName} ${bankCardNum}，${cardholderName}，${countryName(country)} ${currency}`}
          </Radio>
        ))}
      </Radio.Group>
      <TextField
        label="清算代码或联行号"
        optional
        hint="银行要求时填写，企业账户通常需要"
        autoComplete="off"
        value={clearCode}
        onChange={(event) => setClearCode(event.target.value)}
      />
      <SmsCode sms={sms} hint="添加收款账户要验证" code={code} onType={setCode} />
      <div>
        <Button type="primary" htmlType="submit" loading={busy}>
          添加为收款人
        </Button>
      </div>
    </form>
  );
}
