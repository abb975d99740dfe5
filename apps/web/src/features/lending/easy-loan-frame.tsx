import { LOAN_PRODUCTS, type PortalPath } from "@coralhub/domain";
import type { ReactNode } from "react";
import { BarFrame } from "../../platform/bar-frame.tsx";
import { SharePage } from "../../platform/share-page.tsx";
import { BRIDGE_SCENE } from "./bridge-scene.tsx";

const { minimum, maximum } = LOAN_PRODUCTS.easy;
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
