import type { CampaignPage } from "@coralhub/domain";
import { Alert, App, Button, Card, ConfigProvider, Spin, Typography } from "antd";
import zhCN from "antd/locale/zh_CN";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import {
  drawPage,
  fiveonePage,
  friendsPage,
  fuPage,
  ganenPage,
  sunrisePage,
  treasurePage,
} from "../../apps/web/src/features/campaigns/pages.tsx";
import { useCampaign } from "../../apps/web/src/features/campaigns/use-campaign.ts";
import { EasyLoanFrame } from "../../apps/web/src/features/lending/easy-loan-frame.tsx";
import { TaxRefundLanding } from "../../apps/web/src/features/taxrefund/landing.tsx";
import { lightApi } from "../../apps/web/src/platform/light-api.ts";

/** The activity as the component library would have it: the same calls and states. */
function AntdActivity({ page }: { page: CampaignPage }) {
  const here = useCampaign(page);
  const { loaded, failed, result, busy } = here;
  if (failed) return <Alert type="error" title="没能打开活动" description="请检查网络后重试" showIcon />;
  if (!loaded) return <Spin />;
  return (
    <Card title={loaded.campaign?.headline ?? "活动还没有开始"}>
      <Typography.Paragraph>{loaded.campaign?.intro}</Typography.Paragraph>
      <Button
        type="primary"
        size="large"
        block
        loading={busy}
        onClick={() => void here.run(() => lightApi.draw({ page }))}
      >
        抽一次
      </Button>
      {result && <Alert type={result.won ? "success" : "info"} title={result.prize} description={result.next} />}
    </Card>
  );
}

const apply = (
  <Card>
    <Button type="primary" size="large" block>
      去申请
    </Button>
  </Card>
);
/** Each marketing page with its own words and drawing, by the file the portal builds it into. */
const PAGES: Record<string, ReactNode> = {
  ganen: ganenPage(<AntdActivity page="ganen" />),
  "act-treasure": treasurePage(<AntdActivity page="treasure" />),
  sunrise: sunrisePage(<AntdActivity page="sunrise" />, []),
  "find-friends": friendsPage(<AntdActivity page="friends" />),
  "act-draw": drawPage(<AntdActivity page="draw" />),
  "act-fu": fuPage(<AntdActivity page="fu" />),
  "five-one": fiveonePage(<AntdActivity page="fiveone" />),
  "tax-refund": (
    <>
      <TaxRefundLanding />
      {apply}
    </>
  ),
  "easy-loan": <EasyLoanFrame>{apply}</EasyLoanFrame>,
};

/** The same page drawn by React and antd in the browser: what the prerendered ones are measured against. */
createRoot(document.getElementById("root")!).render(
  <ConfigProvider locale={zhCN}>
    <App>{PAGES[new URLSearchParams(location.search).get("page")!]}</App>
  </ConfigProvider>,
);
