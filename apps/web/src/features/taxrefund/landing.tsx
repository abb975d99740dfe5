import type { PortalPath } from "@coralhub/domain";
import { LinkButton } from "@coralhub/ui/light";
import { BarFrame } from "../../platform/bar-frame.tsx";
import "./landing.css";

const STEPS = [
  "登录后填写报关单和增值税专用发票，选择对应的收款",
  "系统核对三单：名称、货物、数量、金额、日期，有差异会逐项写明怎么改",
  "相符后由专人审核，向税务机关申报，进度随时可查",
  "退税款到账后转入人民币钱包",
] as const;
const QUESTIONS = [
  { question: "哪些商户可以办理？", answer: "完成企业认证、以自己名义报关出口并取得增值税专用发票的商户。" },
  { question: "最晚什么时候申报？", answer: "出口次年的 4 月 30 日以前。" },
  { question: "能退多少？", answer: "按发票不含税金额乘以适用的退税率，核对时会先写明预计金额。" },
] as const;

/** /taxrefundservices: what it is and how it goes; plain text, no script. */
export function TaxRefundLanding() {
  return (
    <BarFrame title="出口退税" intro="报关单、发票、收款三单核对，有差异先写明，相符再申报" wide>
      <p>
        <LinkButton variant="primary" href={"/taxrefund/apply" satisfies PortalPath}>
          去申请
        </LinkButton>
      </p>
      <section className="tax-landing-part">
        <h2 className="type-section">怎么办理</h2>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="tax-landing-part">
        <h2 className="type-section">常见问题</h2>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    </BarFrame>
  );
}
