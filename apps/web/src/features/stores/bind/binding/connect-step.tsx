import { isUnopened, keyFieldsOf, type PlatformConnection } from "@coralhub/domain";
import type { ReactNode } from "react";
import { beside } from "../connect-words.ts";
import { WhatWeRead } from "../what-we-read.tsx";
import { fieldsOfStep } from "./binding-steps.ts";
import { QuestionForm, type QuestionSection } from "./question-form.tsx";
import type { Binding } from "./use-binding.ts";

type ConnectStep = (props: { binding: Binding; formId: string; onNext: () => void }) => ReactNode;

/** What agreeing on the platform's page means, before one is sent there. */
const Oauth: ConnectStep = ({ binding, ...form }) => (
  <QuestionForm
    binding={binding}
    step="connect"
    {...form}
    sections={[{ title: `登录 ${binding.platform.name} 授权`, intro: <Consent binding={binding} />, names: [] }]}
  />
);

function Consent({ binding: { platform, answers } }: { binding: Binding }) {
  if (isUnopened(answers)) return <>预先申请时不用授权。店铺开好后补全资料，再到 {platform.name} 授权</>;
  return (
    <>
      填完后跳转到 {platform.name}，用店铺的主账号登录并同意。您随时可以在 {platform.name} 取消授权
      <WhatWeRead platformCode={platform.code} />
    </>
  );
}

const keysOf = ({ platform }: Binding): QuestionSection => ({
  title: "店铺密钥",
  intro: "从平台后台复制。加密保存，之后只显示末四位",
  names: keyFieldsOf(platform),
});

const Keys: ConnectStep = ({ binding, ...form }) => (
  <QuestionForm binding={binding} step="connect" {...form} sections={[keysOf(binding)]} />
);

/** Consent, or the keys of a private app. */
const Either: ConnectStep = ({ binding, ...form }) => {
  const { platform, answers } = binding;
  const consent: QuestionSection = { title: "授权后", intro: <Consent binding={binding} />, names: [] };
  return (
    <QuestionForm
      binding={binding}
      step="connect"
      {...form}
      lead={{
        title: "怎样连接",
        fields: [
          {
            kind: "choice",
            name: "connectBy",
            label: "连接方式",
            options: [
              {
                value: "oauth",
                label: `登录 ${platform.name} 授权`,
                note: `跳转到 ${platform.name} 确认，不用填密钥。需要店主账号`,
              },
              { value: "keys", label: "填写访问令牌", note: "员工账号也可以操作，令牌由您在后台创建" },
            ],
          },
        ],
      }}
      sections={[answers["connectBy"] === "keys" ? keysOf(binding) : consent]}
    />
  );
};

const Evidence: ConnectStep = ({ binding, ...form }) => (
  <QuestionForm
    binding={binding}
    step="connect"
    {...form}
    sections={[
      {
        title: "证明店铺是您的",
        intro: beside("", binding.platform, "没有开放授权，审核员用后台截图核对店铺"),
        names: fieldsOfStep(binding.platform, "connect"),
      },
    ]}
  />
);

/** One way of connecting for each kind; a described platform has no such step. */
export const CONNECT_STEPS: Record<PlatformConnection["by"], ConnectStep> = {
  oauth: Oauth,
  keys: Keys,
  either: Either,
  evidence: Evidence,
  described: () => null,
};
