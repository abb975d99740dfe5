import { OPEN_OPERATIONS } from "@coralhub/contract";
import { API_SCOPES, OPEN_API, WEBHOOK_RETRY_SECONDS, WEBHOOK_TOPICS, type PortalPath } from "@coralhub/domain";
import type { ReactNode } from "react";
import { BarFrame } from "../../../platform/bar-frame.tsx";
import { FIRST_CALL, SIGNED_LINES } from "./samples.ts";
import "./landing.css";

const operations = Object.values(OPEN_OPERATIONS);
const SCOPES = Object.entries(API_SCOPES).map(([scope, label]) => ({
  scope,
  label,
  calls: operations.filter(({ endpoint }) => endpoint.scope === scope),
}));
const STEPS = [
  { title: "创建应用", text: "登录后在开发者中心创建，勾选它需要的权限" },
  { title: "申请证书", text: "下载 PFX，或登记您自己生成的 RSA、Ed25519 公钥。私钥我们不留" },
  { title: "发出第一个请求", text: "沙箱里可以先用令牌，不必签名" },
  { title: "接收通知", text: "填一个 https 地址，业务变化时我们告诉您" },
];

/** /developer for everybody: what programs can do and how they begin. Drawn at build time; only the entrance is alive. */
export function DeveloperLanding({ children }: { children: ReactNode }) {
  return (
    <BarFrame title="开放接口" intro="让您的系统直接收款、查账、付款。与门户同一套规则、限额和审批" wide>
      {children}
      <section className="landing-part">
        <h2 className="type-section">五分钟开始</h2>
        <ol className="landing-steps">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <pre className="landing-code">{FIRST_CALL}</pre>
      </section>
      <section className="landing-part">
        <h2 className="type-section">能做什么</h2>
        <dl className="landing-scopes">
          {SCOPES.map(({ scope, label, calls }) => (
            <div key={scope}>
              <dt>
                {label} <code>{scope}</code>
              </dt>
              <dd>
                {calls.map(({ endpoint }) => (
                  <code key={endpoint.method + endpoint.path}>
                    {endpoint.method} {endpoint.path}
                  </code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="landing-part">
        <h2 className="type-section">请求签名</h2>
        <p>
          把下面八行用换行连起来，用私钥签名（RSA-SHA256 或 Ed25519），Base64 后放进 <code>X-Signature</code>。
          {OPEN_API.signatureSeconds / 60} 分钟内有效，随机串只能用一次；也可以用客户端证书直接建立连接。
        </p>
        <pre className="landing-code">{SIGNED_LINES}</pre>
      </section>
      <section className="landing-part">
        <h2 className="type-section">通知</h2>
        <p>
          {Object.keys(WEBHOOK_TOPICS).length} 个主题，按 Standard Webhooks 签名。没收到 2xx 就重试{" "}
          {WEBHOOK_RETRY_SECONDS.length} 次，从 10 秒到 2 小时；投递记录可查、可重投。
        </p>
        <p className="landing-topics">
          {Object.entries(WEBHOOK_TOPICS).map(([topic, { label }]) => (
            <span key={topic}>
              <code>{topic}</code> {label}
            </span>
          ))}
        </p>
      </section>
      <section className="landing-part">
        <h2 className="type-section">接着读</h2>
        <p className="landing-links">
          <a href="/docs/open">接口文档</a>
          <a href="/docs/open.json">OpenAPI 3.1</a>
          <a href="/docs/postman.json">Postman</a>
          <a href={"/help" satisfies PortalPath}>帮助中心</a>
        </p>
      </section>
    </BarFrame>
  );
}
