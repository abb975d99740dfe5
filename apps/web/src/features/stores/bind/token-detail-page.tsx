import {
  addressOf,
  bindAddress,
  KEY_CONNECTORS,
  platformByCode,
  platformName,
  type KeyConnector,
} from "@coralhub/domain";
import { icons, Link, PageHeader, Panel, PlatformLogo } from "@coralhub/ui";
import { useUrlWords } from "@coralhub/ui/browser";
import { Segmented } from "antd";
import { ApplicationKey, Steps } from "./binding/bind-help.tsx";
import { TOKEN_GUIDES } from "./token-guides.ts";
import { WhatWeRead } from "./what-we-read.tsx";
import "./bind.css";

/** /bindshop/gettokendetail: where a platform keeps its keys, to read beside its back office or to send to a colleague. */
export function TokenDetailPage() {
  const [words, change] = useUrlWords();
  const wanted = words.get("platform");
  const connector = KEY_CONNECTORS.find((name) => TOKEN_GUIDES[name].code === wanted) ?? KEY_CONNECTORS[0];
  const guide = TOKEN_GUIDES[connector];
  const platform = platformByCode(guide.code)!;
  const choose = (name: KeyConnector) => change({ platform: TOKEN_GUIDES[name].code }, { replace: true });
  return (
    <div className="bind-stack">
      <PageHeader
        title="在平台后台找到密钥"
        intro="对着平台后台一步步做，约 5 分钟。也可以把这一页发给管后台的同事"
        back={{ label: "绑定店铺", to: addressOf("bind") }}
      />
      <Segmented
        className="token-platforms"
        aria-label="平台"
        value={connector}
        options={KEY_CONNECTORS.map((value) => ({ value, label: platformName(TOKEN_GUIDES[value].code) }))}
        onChange={choose}
      />
      <Panel
        title={
          <span className="receipt-shop">
            <PlatformLogo platform={platform} size={32} />
            {platform.name}
          </span>
        }
        intro={`位置：${guide.place}`}
        footer={
          <Link to={bindAddress(platform)}>
            密钥准备好了，去绑定 {platform.name} <icons.ChevronRight size={16} />
          </Link>
        }
      >
        <Steps steps={guide.steps} />
        {guide.asksAppKey && <ApplicationKey />}
        <h3 className="type-section token-what">我们用密钥做什么</h3>
        <WhatWeRead platformCode={platform.code} />
      </Panel>
    </div>
  );
}
