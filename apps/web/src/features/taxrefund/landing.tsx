import type { PortalPath } from "@coralhub/domain";
import { LinkButton } from "@coralhub/ui/light";
import { BarFrame } from "../../platform/bar-frame.tsx";
import { SharePage } from "../../platform/share-page.tsx";
import { PAPERS_SCENE } from "./papers-scene.tsx";
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

/** What has to agree, between which papers. */
const CHECKED = [
  { what: "名称", between: "认证主体、经营单位、购买方" },
  { what: "货物和数量", between: "报关单、发票" },
  { what: "金额", between: "报关单、收款、订单" },
  { what: "日期", between: "出口日、开票日、收款日" },
] as const;

/** /taxrefundservices: what it is and how it goes; plain text, no script. */
export function TaxRefundLanding() {
  return (
    <BarFrame title="出口退税" intro="报关单、发票、收款三单核对，有差异先写明，相符再申报" scene={PAPERS_SCENE} bare>
      <section className="tax-landing-start">
        <p>退税款按发票不含税金额乘以退税率计算，到账后转入人民币钱包，不另收费。</p>
        <LinkButton variant="primary" href={"/taxrefund/apply" satisfies PortalPath}>
          去申请
        </LinkButton>
      </section>
      <ol className="tax-landing-steps" aria-label="怎么办理">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="bar-frame-columns">
        <section className="bar-frame-part">
          <h2 className="type-section">三单核对什么</h2>
          <dl className="tax-landing-checked">
            {CHECKED.map(({ what, between }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{between}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="bar-frame-part">
          <h2 className="type-section">常见问题</h2>
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      </div>
      <SharePage page="taxRefundService" hint="按住链接可以复制（电脑上用右键）；或把海报发到群里，扫码就能打开。">
        <a href={"/taxrefundservices" satisfies PortalPath}>出口退税的链接</a>
      </SharePage>
    </BarFrame>
  );
}
