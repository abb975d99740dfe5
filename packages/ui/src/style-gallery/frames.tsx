import { Button } from "antd";
import { useState } from "react";
import { MonthCalendar, type DayMark } from "../calendar/month-calendar.tsx";
import { TrendChart, type TrendPoint } from "../charts/trend-chart.tsx";
import { Bank, Card, Home, List, User } from "../icons.tsx";
import { Branches } from "../parts/branches.tsx";
import { DetailPage, HelpAside, LandingPage, ResultPage, WizardPage } from "../pages/templates.tsx";
import { FeedRow, Panel } from "../pages/panel.tsx";
import { Banner, Footer } from "../shell/app-frame.tsx";
import { BottomBar, MobileBar } from "../shell/mobile-bars.tsx";
import { TopBar, type BarItem } from "../shell/top-bar.tsx";
import { Copyable } from "../values/copy.tsx";
import { Masked } from "../values/masked.tsx";
import { amountText } from "../values/money-text.ts";
import { Money } from "../values/money.tsx";
import { StateTag } from "../values/state.tsx";
import { PlatformTile } from "../values/tiles.tsx";
import { sampleLifecycle, sampleTimeline } from "./sample-data.ts";
import { Both, Specimen } from "./specimen.tsx";

const items: BarItem[] = [
  { key: "home", label: "首页", to: "#home" as const },
  { key: "wallet", label: "多币种钱包", to: "#wallet" as const, secondary: true },
  { key: "accounts", label: "收款账户", to: "#accounts" as const },
  { key: "stores", label: "店铺管理", to: "#stores" as const },
  { key: "records", label: "收支明细", to: "#records" as const },
  { key: "more", label: "更多服务", to: "#more" as const, children: [{ label: "出口退税", to: "#tax" as const }] },
];
const account = {
  name: "深圳南屿科技",
  initial: "林",
  menu: [{ label: "个人中心", to: "#me" as const }, "divider" as const, { label: "退出登录", to: "#out" as const }],
};
const bottom = [
  { key: "home", label: "首页", to: "#home" as const, icon: Home },
  { key: "accounts", label: "收款", to: "#accounts" as const, icon: Bank },
  { key: "records", label: "收支", to: "#records" as const, icon: List },
  { key: "card", label: "珊瑚卡", to: "#card" as const, icon: Card },
  { key: "me", label: "我的", to: "#me" as const, icon: User },
];

export function Bars() {
  return (
    <Specimen title="顶栏、横幅、底栏" note="商户是墨色，运营是白色">
      <div className="stage">
        <TopBar
          homeTo="#"
          items={items}
          activeKey="records"
          messages={{ to: "#messages" as const, unread: 6 }}
          helpTo="#help"
          account={account}
        />
        <Banner to="#certify" action="前去查看">
          您的实名信息审核未通过，暂时无法进行操作
        </Banner>
      </div>
      <div className="stage">
        <TopBar
          tone="ops"
          homeTo="#"
          items={[
            { key: "audit", label: "认证审核", to: "#audit" as const, count: 23 },
            { key: "sandbox", label: "沙箱", to: "#sandbox" as const },
          ]}
          activeKey="sandbox"
          account={{ name: "周宁", initial: "周", menu: [{ label: "退出登录", to: "#out" as const }] }}
        />
      </div>
      <div className="stage phone">
        <MobileBar
          homeTo="#"
          messages={{ to: "#messages" as const, unread: 120 }}
          menu={[{ label: "帮助中心", to: "#help" as const }]}
        />
        <BottomBar items={bottom} activeKey="records" />
      </div>
      <div className="stage">
        <Footer
          links={[
            { label: "关于我们", to: "#about" as const },
            { label: "服务协议", to: "#terms" as const },
            { label: "联系我们", to: "#contact" as const },
          ]}
        />
      </div>
    </Specimen>
  );
}

const marks: Record<string, DayMark[]> = {
  "2026-11-10": [{ kind: "payout", title: "Amazon 打款" }],
  "2026-11-17": [{ kind: "deadline", title: "订单材料截止" }],
  "2026-11-20": [
    { kind: "payout", title: "Shopify 打款" },
    { kind: "deadline", title: "付款方说明截止" },
  ],
  "2026-11-23": [{ kind: "bankHoliday", title: "日本休市" }],
  "2026-11-26": [{ kind: "bankHoliday", title: "美国休市" }],
};
const points: TrendPoint[] = [312, 286, 370, 335, 418, 384, 226, 452, 478, 443, 527, 400].map((thousands, index) => ({
  label: ["08-24", "08-31", "09-07", "09-14", "09-21", "09-28", "10-05", "10-12", "10-19", "10-26", "11-02", "11-09"][
    index
  ]!,
  value: thousands * 1000,
  text: `CNY ${amountText(`${thousands}000.00`, "CNY")}`,
  current: index === 10,
  open: index === 11,
}));

export function Figures() {
  return (
    <Both>
      {() => (
        <>
          <Specimen title="日历" note="方向键走日子，翻页键走月份">
            <Panel>
              <SampleCalendar />
            </Panel>
          </Specimen>
          <Specimen title="图表" note="图后面总有表">
            <Panel title="收入趋势">
              <TrendChart title="近 12 周收入" points={points} />
            </Panel>
          </Specimen>
        </>
      )}
    </Both>
  );
}

function SampleCalendar() {
  const [month, setMonth] = useState("2026-11");
  const [selected, setSelected] = useState<string>();
  return (
    <MonthCalendar
      month={month}
      onMonth={setMonth}
      today="2026-11-13"
      marks={marks}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

export function Templates() {
  return (
    <>
      <Specimen title="版式：首页和介绍">
        <div className="stage">
          <LandingPage
            overlap
            band={
              <div className="gallery-band">
                <div>
                  <p className="type-hero">三步，收到第一笔款</p>
                  <p>前两步通常当天可以完成</p>
                </div>
                <Branches drawing="plain" />
              </div>
            }
            side={<Panel title="常被问到">一笔美元提现要花多少钱</Panel>}
          >
            <Panel title="最近动态" flush>
              <FeedRow
                tile={<PlatformTile code="amazon" letters="a" category="marketplace" />}
                title="Amazon 美国站"
                note="南屿優選"
                end={<Money amount="18640" currency="USD" sign="both" />}
              />
            </Panel>
          </LandingPage>
        </div>
      </Specimen>
      <Specimen title="版式：向导">
        <div className="stage padded">
          <WizardPage
            title="绑定 Shopify 店铺"
            intro="约 5 分钟，提交后 4 个工作小时内审核"
            back={{ label: "店铺管理", to: "#stores" as const }}
            tile={<PlatformTile code="shopify" letters="Sh" category="marketplace" size={56} />}
            saved="已自动保存 14:32"
            steps={["店铺信息", "连接店铺", "收款账户", "确认提交"]}
            current={1}
            side={<HelpAside title="在 Shopify 后台找到令牌">打开「设置 › 应用和销售渠道 › 开发应用」</HelpAside>}
            actions={{
              note: "下一步：选择这家店铺的收款账户",
              secondary: <Button>上一步</Button>,
              primary: <Button type="primary">测试并继续</Button>,
            }}
          >
            <Panel title="店铺和令牌" intro="提交时我们会试读一次订单，确认令牌可用" />
          </WizardPage>
        </div>
      </Specimen>
      <DetailTemplates />
    </>
  );
}

function DetailTemplates() {
  return (
    <>
      <Specimen title="版式：详情">
        <div className="stage padded">
          <DetailPage
            title="Amazon 美国站"
            state={<StateTag lifecycle={sampleLifecycle} state="needsYou" />}
            intro="结算周期 10-27 至 11-09"
            amount={{ label: "入账金额", value: <Money amount="9310" currency="USD" size="figure" /> }}
            facts={[
              { label: "流水号", value: <Copyable text="IN20261110095204817" /> },
              { label: "收款账户", value: <Masked start="美国 USD" end="4402" /> },
            ]}
            timeline={sampleTimeline}
            side={<Panel title="相关">订单材料</Panel>}
          />
        </div>
      </Specimen>
      <Specimen title="版式：结果">
        <div className="stage padded">
          <ResultPage
            sign="travelling"
            title="提现已提交，银行处理中"
            amount={<Money amount="141672.09" currency="CNY" size="figure-xl" />}
            promise="预计今天（周五）18:00 前到账，到账后短信通知您"
            facts={[{ label: "流水号", value: <Copyable text="WD20261113143307126" /> }]}
            next={sampleTimeline}
            primary={<Button type="primary">完成</Button>}
            secondary={<a href="#again">再提一笔</a>}
          />
        </div>
      </Specimen>
    </>
  );
}
