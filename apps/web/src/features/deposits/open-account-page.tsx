import type { DepositOpening } from "@coralhub/contract";
import {
  addressOf,
  certificationLifecycle,
  CURRENCIES,
  DEPOSIT_CURRENCY_CODES,
  FINANCIAL_FIELD_NAMES,
  FINANCIAL_FORM,
  MONEY_MAY_MOVE,
  MOST_ANSWER_PAPERS,
  openingLifecycle,
  stateOfWire,
  toShanghaiDay,
  type DepositCurrency,
  type FinancialFieldName,
} from "@coralhub/domain";
import {
  ErrorState,
  Facts,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  StateTag,
  Steps,
  Timeline,
  toast,
} from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { useId, useState } from "react";
import { CallRefused } from "@coralhub/contract";
import { goTo } from "@coralhub/ui/browser";
import { authRecordQuery } from "../../platform/account.ts";
import { failureOf } from "../../platform/failure.ts";
import { PaperTiles } from "../../platform/paper-tile.tsx";
import { inTable } from "../../platform/show.tsx";
import { inForm, openingQuery, refreshDeposits } from "./deposit-calls.ts";
import { OperatorsPanel, VerifyOperators } from "./operators-panel.tsx";
import "./deposits.css";

const BACK = { label: "个人理财", to: addressOf("personalFinance") };
const STEPS = ["同意并选择币种", "填写财务资料", "银行审核", "开通"] as const;
const STEP_OF: Record<DepositOpening["state"], number> = {
  none: 0,
  declined: 0,
  filling: 1,
  verifying: 1,
  reviewing: 2,
  asked: 2,
  expired: 0,
  open: 4,
};

/** /openAccount: from the consent to the open account, whatever happens on the way. */
export function OpenAccountPage() {
  const opening = useQuery(openingQuery);
  const record = useQuery(authRecordQuery);
  if (!opening.data || record.isPending) {
    if (!opening.error) return <PageSkeleton />;
    return (
      <>
        <PageHeader title="开通理财账户" back={BACK} />
        <Panel>
          <ErrorState
            title="没能打开开户"
            onRetry={() => void opening.refetch()}
            retrying={opening.isFetching}
            reference={failureOf(opening.error).reference}
          />
        </Panel>
      </>
    );
  }
  const certification = record.data && stateOfWire(certificationLifecycle, record.data.status);
  const certified = certification !== undefined && MONEY_MAY_MOVE.includes(certification);
  const { state, events, papers } = opening.data;
  return (
    <>
      <PageHeader
        title="开通理财账户"
        intro="账户开在合作银行，凭您已有的认证资料"
        back={BACK}
        aside={<StateTag lifecycle={openingLifecycle} state={state} />}
      />
      <div className="deposit-narrow deposit-stack">
        <Steps steps={STEPS} current={STEP_OF[state]} />
        {certified ? (
          <Current opening={opening.data} />
        ) : (
          <Notice
            tone="info"
            title="完成实名认证后可以开通"
            action={<Link to={addressOf("certification")}>去认证</Link>}
          >
            合作银行凭您的认证资料开户，认证通过后回到这里继续
          </Notice>
        )}
        {papers.length > 0 && (
          <Panel title="交给合作银行的文件">
            <Facts
              facts={papers.map(({ fileName, receivedAt }) => ({
                label: fileName,
                value: receivedAt ? `合作银行 ${inTable(receivedAt)} 收到` : "正在转给合作银行",
              }))}
            />
          </Panel>
        )}
        {events.length > 0 && (
          <Panel title="办理进度">
            <Timeline
              nodes={events.map(({ label, note, at }, place) => ({
                title: label,
                note: note ?? undefined,
                when: inTable(at),
                state: place === events.length - 1 ? "current" : "done",
              }))}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

/** What can be done now. */
function Current({ opening }: { opening: DepositOpening }) {
  switch (opening.state) {
    case "none":
    case "declined":
      return <Consent opening={opening} />;
    case "filling":
      return <Papers opening={opening} />;
    case "verifying":
      return <VerifyOperators opening={opening} />;
    case "reviewing":
      return (
        <Notice tone="info" title="资料已送到合作银行，正在审核">
          有结果会站内和邮件通知您，审核期间不用做什么
        </Notice>
      );
    case "asked":
      return <Question reason={opening.reason ?? ""} />;
    case "expired":
      return <Reauthorise />;
    case "open":
      return (
        <Notice
          tone="success"
          title="理财账户已开通"
          action={
            <Button type="primary" onClick={() => goTo(addressOf("placeDeposit"))}>
              存一笔
            </Button>
          }
        >
          {opening.authorisedUntil && `授权到 ${toShanghaiDay(opening.authorisedUntil)}，到期前会提醒您重新授权`}
        </Notice>
      );
  }
}

/** One write and its refusal, and everything asks again afterwards. */
function useStep<Input>(write: (input: Input) => Promise<unknown>, done?: string) {
  return useMutation({
    mutationFn: write,
    onSuccess: () => {
      if (done) toast.done(done);
      return refreshDeposits();
    },
  });
}

const OPTIONS = DEPOSIT_CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name }));

function Consent({ opening }: { opening: DepositOpening }) {
  const id = useId();
  const [currencies, setCurrencies] = useState<DepositCurrency[]>([...opening.currencies]);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const apply = useStep((chosen: DepositCurrency[]) => inForm.applyForModule({ currencies: chosen, agreed: true }));
  const problem =
    currencies.length === 0 ? "请至少选择一个币种" : agreed ? undefined : "请先同意把认证资料提供给合作银行";
  return (
    <Panel title="打算存哪些币种">
      <form
        className="deposit-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === undefined) apply.mutate(currencies);
        }}
      >
        {opening.state === "declined" && (
          <Notice tone="danger" title={`上次没有通过：${opening.reason ?? "合作银行未说明原因"}`} />
        )}
        {apply.error && <Notice tone="danger" title={apply.error.message} />}
        <div role="group" aria-labelledby={`${id}-currencies`}>
          <div id={`${id}-currencies`} className="visually-hidden">
            币种
          </div>
          <Checkbox.Group className="deposit-boxes" options={OPTIONS} value={currencies} onChange={setCurrencies} />
        </div>
        <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
          同意把我的认证资料提供给合作银行，仅用于开立理财账户
        </Checkbox>
        {tried && problem && (
          <p className="deposit-problem" role="alert">
            {problem}
          </p>
        )}
        <Button type="primary" htmlType="submit" loading={apply.isPending}>
          下一步
        </Button>
        <p className="deposit-note">
          开户不收费，也不会动用余额。资料如何使用见<Link to={addressOf("privacy")}>隐私政策</Link>
        </p>
      </form>
    </Panel>
  );
}

function Papers({ opening }: { opening: DepositOpening }) {
  const [answers, setAnswers] = useState<Partial<Record<FinancialFieldName, string>>>(opening.answers);
  const save = useMutation({
    mutationFn: (given: Partial<Record<FinancialFieldName, string>>) => inForm.saveFinancialForm({ answers: given }),
  });
  const handIn = useStep(async () => {
    await inForm.saveFinancialForm({ answers });
    await inForm.openDepositAccount({});
  }, "资料已提交");
  const answer = (name: FinancialFieldName, value: string) => setAnswers((before) => ({ ...before, [name]: value }));
  /** Each choice is kept at once; a text when its field is left. */
  const keep = (name: FinancialFieldName, value: string) => {
    answer(name, value);
    save.mutate({ [name]: value });
  };
  const failed = handIn.error;
  const fields =
    failed instanceof CallRefused ? failed.fields : save.error instanceof CallRefused ? save.error.fields : {};
  return (
    <>
      <Panel title="财务资料" intro="合作银行开户要了解的，填一项存一项">
        <div className="deposit-form">
          {failed && <Notice tone="danger" title={failed.message} />}
          {FINANCIAL_FIELD_NAMES.map((name) => (
            <FormRow
              key={name}
              name={name}
              value={answers[name]}
              error={fields[name] ?? fields[`answers.${name}`]}
              onType={(value) => answer(name, value)}
              onKeep={(value) => keep(name, value)}
            />
          ))}
        </div>
      </Panel>
      {opening.needsOperators && <OperatorsPanel operators={opening.operators} />}
      <Button type="primary" size="large" loading={handIn.isPending} onClick={() => handIn.mutate(undefined)}>
        提交开户资料
      </Button>
    </>
  );
}

type FormRowProps = {
  name: FinancialFieldName;
  value: string | undefined;
  error: string | undefined;
  onType: (value: string) => void;
  onKeep: (value: string) => void;
};

function FormRow({ name, value, error, onType, onKeep }: FormRowProps) {
  const id = useId();
  const row = FINANCIAL_FORM[name];
  const help = "help" in row ? row.help : undefined;
  if (row.kind === "text") {
    return (
      <TextField
        label={row.label}
        value={value ?? ""}
        error={error}
        hint={help}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        onBlur={() => {
          if (value && row.pattern.test(value)) onKeep(value);
        }}
      />
    );
  }
  return (
    <div className="deposit-field">
      <label htmlFor={id}>{row.label}</label>
      <Select
        id={id}
        placeholder="请选择"
        value={value}
        status={error ? "error" : ""}
        options={Object.entries(row.choices).map(([choice, label]) => ({ value: choice, label }))}
        onChange={onKeep}
      />
      {help && <span className="deposit-note">{help}</span>}
      {error && (
        <span className="deposit-problem" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

function Question({ reason }: { reason: string }) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const [papers, setPapers] = useState<readonly string[]>([]);
  const answer = useStep(
    (words: string) => inForm.answerPartner({ answer: words, papers: [...papers] }),
    "已回答，继续审核",
  );
  const problem = text.trim().length < 4 ? "请写明情况" : undefined;
  return (
    <Panel title="请回答合作银行的问题" intro="写明情况；有合同、发票、结算单的一起上传，都会转给合作银行">
      <form
        className="deposit-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === undefined) answer.mutate(text.trim());
        }}
      >
        <Notice tone="warning" title={reason} />
        {answer.error && <Notice tone="danger" title={answer.error.message} />}
        <Input.TextArea
          aria-label="回答"
          rows={4}
          maxLength={500}
          showCount
          value={text}
          status={tried && problem ? "error" : ""}
          onChange={(event) => setText(event.target.value)}
        />
        {tried && problem && (
          <p className="deposit-problem" role="alert">
            {problem}
          </p>
        )}
        <PaperTiles
          label="文件（可不传）"
          most={MOST_ANSWER_PAPERS}
          upload={(file) => inForm.uploadDepositPaper({ file })}
          onChange={setPapers}
        />
        <Button type="primary" htmlType="submit" loading={answer.isPending}>
          提交回答
        </Button>
      </form>
    </Panel>
  );
}

function Reauthorise() {
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const give = useStep(() => inForm.reauthorise({ agreed: true }), "已重新授权，等待合作银行确认");
  return (
    <Panel title="重新授权" intro="授权每 12 个月确认一次；已有的存款照常计息，授权前到期的不再续存，转入钱包">
      <form
        className="deposit-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (agreed) give.mutate(undefined);
        }}
      >
        {give.error && <Notice tone="danger" title={give.error.message} />}
        <Facts facts={[{ label: "授权内容", value: "把认证资料和财务资料提供给合作银行，仅用于理财账户" }]} />
        <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
          资料没有变化，同意继续授权
        </Checkbox>
        {tried && !agreed && (
          <p className="deposit-problem" role="alert">
            请先勾选同意
          </p>
        )}
        <Button type="primary" htmlType="submit" loading={give.isPending}>
          重新授权
        </Button>
      </form>
    </Panel>
  );
}
