import {
  formatMoney,
  LOAN_CURRENCY,
  LOAN_PRODUCTS,
  moneyOf,
  planLoan,
  REPAYMENT_WAYS,
  type PortalPath,
  type RepaymentWay,
} from "@coralhub/domain";
import { LinkButton, TextField } from "@coralhub/ui/light";
import { useEffect, useState, type ReactNode } from "react";
import { BarFrame } from "../../platform/bar-frame.tsx";
import { lightApi } from "../../platform/light-api.ts";
import { SharePage } from "../../platform/share-page.tsx";
import { BRIDGE_SCENE } from "./bridge-scene.tsx";
import "./easy-loan.css";

const { rate: firstRate, terms, ways, minimum, maximum } = LOAN_PRODUCTS.easy;
const QUESTIONS = [
  {
    question: "谁可以申请？",
    answer: "完成实名认证，近六个月在本平台有稳定收款的商户。额度按入账自动计算，申请页写明每一项评分。",
  },
  { question: "多久放款？", answer: "资料审核和资金方审批通过后签约，签约当天放款到美元钱包。" },
  { question: "可以提前还吗？", answer: "随时可以部分或全部提前还款，按实际用款天数计息，不收违约金。" },
] as const;

/** /bridgeEasyLoan: what it is, what it costs, and the way into the one application. */
export function EasyLoanFrame({ children }: { children: ReactNode }) {
  return (
    <BarFrame
      title="跨境易贷"
      intro={`小额周转，${minimum} 至 ${maximum.toLocaleString("en-US")} 美元，按实际用款天数计息`}
      scene={BRIDGE_SCENE}
      bare
    >
      <div className="easy-loan-landing">
        <div className="easy-loan-calculation">{children}</div>
        <div>
          <h2 className="type-section">怎么办理</h2>
          <ol className="easy-loan-steps">
            <li>登录后选择金额和期限，上传近六个月流水</li>
            <li>审核通过后用短信验证码签约</li>
            <li>放款到美元钱包，到期自动扣款，也可以按收款比例还</li>
          </ol>
          <h2 className="type-section">常见问题</h2>
          <div className="easy-loan-questions">
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </div>
      <SharePage page="easyLoan" hint="按住链接可以复制（电脑上用右键）；或把海报发到群里，扫码就能打开。">
        <a href={"/bridgeEasyLoan" satisfies PortalPath}>跨境易贷的链接</a>
      </SharePage>
    </BarFrame>
  );
}

const text = (minor: bigint): string =>
  `${LOAN_CURRENCY} ${formatMoney(moneyOf(LOAN_CURRENCY, minor)).replaceAll(/\d(?=(\d{3})+(\.|$))/g, "$&,")}`;
const DRAWN_ON = "2026-01-15";

/** As finance has set it; until it is there, as the product began. */
function useTodaysRate(): string {
  const [rate, setRate] = useState<string>(firstRate);
  useEffect(() => {
    lightApi.loanTerms({}).then(
      (all) => setRate(all.find(({ product }) => product === "easy")?.rate ?? firstRate),
      () => undefined,
    );
  }, []);
  return rate;
}

/** The same plan as the application's, worked out in the browser. */
export function EasyLoanCalculator() {
  const rate = useTodaysRate();
  const [amount, setAmount] = useState("10000");
  const [termMonths, setTerm] = useState<number>(terms[1]);
  const [way, setWay] = useState<RepaymentWay>(ways[0]);
  const whole = /^\d{1,6}$/.test(amount) ? Number(amount) : Number.NaN;
  const fits = whole >= minimum && whole <= maximum;
  const plan = fits ? planLoan({ rate, termMonths, way }, BigInt(whole) * 100n, DRAWN_ON) : [];
  const interest = plan.reduce((sum, row) => sum + row.interest, 0n);
  return (
    <section className="bar-frame-part easy-loan-calculator" aria-label="还款试算">
      <h2 className="type-section">还款试算</h2>
      <TextField
        label="借多少"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        prefix={LOAN_CURRENCY}
        value={amount}
        error={fits ? undefined : `请填写 ${minimum} 到 ${maximum.toLocaleString("en-US")} 之间的整数`}
        onChange={(event) => setAmount(event.target.value)}
      />
      <div className="easy-loan-pair">
        <label>
          期限
          <select value={termMonths} onChange={(event) => setTerm(Number(event.target.value))}>
            {terms.map((months) => (
              <option key={months} value={months}>
                {months} 个月
              </option>
            ))}
          </select>
        </label>
        <label>
          还款方式
          <select value={way} onChange={(event) => setWay(event.target.value as RepaymentWay)}>
            {ways.map((name) => (
              <option key={name} value={name}>
                {REPAYMENT_WAYS[name].label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {plan.length > 0 && (
        <div role="status">
          <dl>
            <div>
              <dt>{plan.length > 1 ? `每期，共 ${plan.length} 期` : "到期一次还"}</dt>
              <dd>{text(plan[0]!.principal + plan[0]!.interest)}</dd>
            </div>
            <div>
              <dt>年利率</dt>
              <dd>{rate}%</dd>
            </div>
            <div>
              <dt>利息合计</dt>
              <dd>{text(interest)}</dd>
            </div>
          </dl>
        </div>
      )}
      <LinkButton variant="primary" href={`/loan/apply?product=easy&amount=${fits ? whole : ""}` satisfies PortalPath}>
        去申请
      </LinkButton>
    </section>
  );
}
