import { addressOf, keyConnectorOf, keyFieldsOf, platformName } from "@coralhub/domain";
import { Copyable, HelpAside, Link } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { quietStoreCalls } from "../../../../platform/store-calls.ts";
import { beside } from "../connect-words.ts";
import { TOKEN_GUIDES, type TokenGuide } from "../token-guides.ts";
import { WhatWeRead } from "../what-we-read.tsx";
import type { StepName } from "./binding-steps.ts";
import type { Binding } from "./use-binding.ts";

/** Beside the form: what helps with this step. */
export function BindHelp({ binding, step }: { binding: Binding; step: StepName }) {
  const { platform, chosen } = binding;
  const connector = keyConnectorOf(chosen);
  if (step === "connect" && connector) return <KeyHelp guide={TOKEN_GUIDES[connector]} />;
  if (step === "account" || step === "confirm")
    return (
      <HelpAside title={`开通后，${beside("在", platform, "这样填")}`}>
        <Steps steps={platform.payoutSteps} />
        <p className="aside-note">打款节奏：{platform.payoutRhythm}</p>
      </HelpAside>
    );
  return (
    <HelpAside title="请准备">
      <ul className="bind-preparations">
        {preparationsOf(binding).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="aside-note">只有您和审核员能看到这些资料。密钥和截图加密保存，每次查看都有记录</p>
    </HelpAside>
  );
}

function preparationsOf({ platform, chosen }: Binding): string[] {
  const { fields } = platform;
  return [
    ...(chosen.connect.by === "described" ? [] : [beside("", platform, "的主账号，能登录后台")]),
    ...(fields.includes("url") ? ["买家能打开的店铺或应用地址"] : []),
    ...(fields.includes("sellerId") || fields.includes("publisherId") ? ["后台的卖家或发布商编号"] : []),
    ...(keyFieldsOf(chosen).length > 0 ? ["平台后台创建的密钥"] : []),
    ...(fields.includes("attach") ? ["店铺后台截图，能看到店铺名和地址栏"] : []),
    ...(fields.includes("koreanLegalName") ? ["登记的韩文、英文公司名和法定代表人姓名"] : []),
    ...(fields.includes("thbMerchant") ? ["泰国物流公司的代收货款客户号"] : []),
    ...(chosen.connect.by === "described" ? ["公司的英文名，与实名主体一致"] : []),
  ];
}

function KeyHelp({ guide }: { guide: TokenGuide }) {
  return (
    <HelpAside title={`在 ${platformName(guide.code)} 后台找到密钥`}>
      <Steps steps={guide.steps} />
      {guide.asksAppKey && <ApplicationKey />}
      <p className="aside-links">
        <Link to={addressOf("tokenGuide", { platform: guide.code })}>图文教程，可发给同事</Link>
      </p>
      <WhatWeRead platformCode={guide.code} />
    </HelpAside>
  );
}

/** 3dcart asks for our application's public key before it gives a token. */
export function ApplicationKey() {
  const { data } = useQuery({
    queryKey: ["threeCartKey"],
    queryFn: () => quietStoreCalls.threeCartKey({}),
    retry: false,
  });
  if (!data) return null;
  return (
    <p className="aside-note">
      应用公钥 <Copyable text={data.appKey} />
    </p>
  );
}

export const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="aside-steps">
    {steps.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ol>
);
