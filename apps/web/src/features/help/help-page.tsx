import { BRAND } from "@coralhub/domain";
import { BarFrame } from "../../platform/bar-frame.tsx";
import { ABOUT, TOPICS } from "./help-texts.ts";
import "./help.css";

/** Help, contact and who we are: plain text, no script. */
export function HelpPage() {
  return (
    <BarFrame title="帮助中心" intro="没有找到答案，请在工作时间致电，或发邮件给我们" wide>
      {TOPICS.map(({ title, questions }) => (
        <section key={title} className="help-topic">
          <h2 className="type-section">{title}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ))}
      <section className="help-topic" id="contact">
        <h2 className="type-section">联系我们</h2>
        <dl className="help-contact">
          <dt>电话</dt>
          <dd>
            <a href={`tel:${BRAND.servicePhone}`}>{BRAND.servicePhone}</a>
          </dd>
          <dt>时间</dt>
          <dd>{BRAND.serviceHours}</dd>
          <dt>邮箱</dt>
          <dd>
            <a href={`mailto:${BRAND.serviceMail}`}>{BRAND.serviceMail}</a>
          </dd>
          <dt>地址</dt>
          <dd>{BRAND.address}</dd>
        </dl>
      </section>
      <section className="help-topic" id="about">
        <h2 className="type-section">关于我们</h2>
        {ABOUT.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>{BRAND.company}</p>
      </section>
    </BarFrame>
  );
}
