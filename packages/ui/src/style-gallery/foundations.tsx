import type { PlatformCategory } from "@coralhub/domain";
import { Button, Checkbox, Radio, Segmented, Switch } from "antd";
import * as icons from "../icons.tsx";
import { dark, light, type as scale, type TypeRole } from "../theme.ts";
import { useTheme } from "../theme-provider.tsx";
import { Copyable } from "../values/copy.tsx";
import { Masked, MaskedPhone, Sep } from "../values/masked.tsx";
import { Amount, Money } from "../values/money.tsx";
import { StateDot, StateTag } from "../values/state.tsx";
import { CurrencyTile, IconTile, PlatformTile } from "../values/tiles.tsx";
import { sampleLifecycle } from "./sample-data.ts";
import { Both, Specimen } from "./specimen.tsx";

export function Foundations() {
  return (
    <>
      <Both>
        {() => (
          <>
            <Colours />
            <Specimen title="文字" note="层次先靠字号和颜色，再靠粗细">
              {(Object.keys(scale) as TypeRole[]).map((role) => (
                <div key={role} className={`type-${role}`}>
                  {role.startsWith("figure") ? "1,285,079.15" : "我的钱在哪"}{" "}
                  <span className="specimen-role">{role}</span>
                </div>
              ))}
            </Specimen>
            <Buttons />
            <States />
            <MoneyValues />
            <Tiles />
          </>
        )}
      </Both>
      <Both>{() => <Icons />}</Both>
    </>
  );
}

function Colours() {
  const k = useTheme().isDark ? dark : light;
  const structure = [k.bar, k.text, k.text2, k.text3, k.lineControl, k.line, k.sunken, k.ground, k.panel];
  const accents = [k.coral, k.select, k.link, ...k.chart.series];
  return (
    <Specimen title="颜色" note="结构、文字、珊瑚、图表">
      {[structure, accents].map((row, index) => (
        <div key={index} className="swatches" aria-hidden="true">
          {row.map((colour, at) => (
            <span key={at} style={{ background: colour }} />
          ))}
        </div>
      ))}
    </Specimen>
  );
}

function Buttons() {
  return (
    <Specimen title="按钮" note="一屏一个珊瑚">
      <div className="line">
        <Button type="primary">确认提现</Button>
        <Button>取消</Button>
        <Button danger>注销此卡</Button>
        <Button disabled>提交审核</Button>
        <Button type="link">查看详情</Button>
        <Button size="small">去说明</Button>
      </div>
      <div className="line">
        <Checkbox defaultChecked>记住此收款人</Checkbox>
        <Radio defaultChecked>ACH</Radio>
        <Switch defaultChecked aria-label="两步验证" />
        <Segmented options={["近 12 周", "近 12 个月"]} />
      </div>
    </Specimen>
  );
}

function States() {
  const states = Object.keys(sampleLifecycle.states);
  return (
    <Specimen title="状态" note="表格里是点和词，标题旁是色块">
      <div className="line">
        {states.map((state) => (
          <StateDot key={state} lifecycle={sampleLifecycle} state={state} />
        ))}
      </div>
      <div className="line">
        {states.map((state) => (
          <StateTag key={state} lifecycle={sampleLifecycle} state={state} />
        ))}
      </div>
      <StateDot lifecycle={sampleLifecycle} state="inTransit" note="预计 11-16" />
    </Specimen>
  );
}

function MoneyValues() {
  return (
    <Specimen title="金额、号码" note="符号表示方向，颜色不表示">
      <Money amount="1285079.15" currency="CNY" size="figure-xl" prefix="约合" />
      <div className="line">
        <Money amount="86420.35" currency="USD" size="figure" />
        <Money amount="4381200" currency="JPY" size="figure" />
      </div>
      <div className="line">
        <Money amount="18640" currency="USD" sign="both" />
        <Money amount="-60.00" currency="USD" />
        <Money amount="0" currency="USD" />
        <Money amount={undefined} currency="USD" unknownBecause="审核通过后分配" />
        <Amount amount="12300.5" currency="HKD" />
      </div>
      <div className="line">
        <Masked start="6222" groups={2} end="0831" mono />
        <MaskedPhone mobile="13800000001" />
        <Copyable text="WD20261113143307126" />
      </div>
      <div>
        南屿優選
        <Sep />
        结算单 7729
      </div>
    </Specimen>
  );
}

function Tiles() {
  const platforms: [string, string, PlatformCategory][] = [
    ["amazon", "a", "marketplace"],
    ["shopify", "Sh", "marketplace"],
    ["googleplay", "Gp", "appStore"],
    ["googleadmob", "Am", "adNetwork"],
    ["paypal", "Pp", "payment"],
    ["cod", "Cd", "cod"],
    ["offline", "线", "offline"],
    ["mcn", "Mc", "social"],
  ];
  return (
    <Specimen title="平台和币种" note="自己画的，总在名字旁边">
      <div className="line">
        {platforms.map(([code, letters, category]) => (
          <PlatformTile key={code} code={code} letters={letters} category={category} />
        ))}
      </div>
      <div className="line">
        <PlatformTile code="shopify" letters="Sh" category="marketplace" size={24} />
        <PlatformTile code="shopify" letters="Sh" category="marketplace" size={56} />
        <CurrencyTile currency="USD" active />
        <CurrencyTile currency="EUR" />
        <IconTile>
          <icons.Bank />
        </IconTile>
        <IconTile tone="warning">
          <icons.Clock />
        </IconTile>
        <IconTile tone="danger">
          <icons.Store />
        </IconTile>
      </div>
    </Specimen>
  );
}

function Icons() {
  return (
    <Specimen title="图标" note="20 格，1.5 线，跟随文字颜色">
      <div className="icon-grid">
        {Object.entries(icons).map(([name, Icon]) => (
          <span key={name} title={name}>
            <Icon />
          </span>
        ))}
      </div>
    </Specimen>
  );
}
