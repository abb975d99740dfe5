import { Alert, App, Button, Card, ConfigProvider, Flex, Spin, Typography } from "antd";
import zhCN from "antd/locale/zh_CN";
import { createRoot } from "react-dom/client";
import { WHEEL_MARK } from "../../apps/web/src/features/campaigns/marks.tsx";
import { useCampaign } from "../../apps/web/src/features/campaigns/use-campaign.ts";
import { lightApi } from "../../apps/web/src/platform/light-api.ts";

/**
 * The lucky draw as the component library would have it: the same words, drawing, calls and states, drawn by antd in the
 * browser. What the prerendered marketing pages are measured against.
 */
function AntdDraw() {
  const here = useCampaign("draw");
  const { loaded, failed, result, busy } = here;
  return (
    <main style={{ maxWidth: 720, margin: "0 auto", padding: 24 }}>
      <Typography.Title>双十一幸运转盘</Typography.Title>
      <Typography.Paragraph>每天一次，概率公开，结果可核对</Typography.Paragraph>
      <Flex justify="center">{WHEEL_MARK}</Flex>
      {failed ? (
        <Alert type="error" title="没能打开活动" description="请检查网络后重试" showIcon />
      ) : !loaded ? (
        <Spin />
      ) : (
        <Card title={loaded.campaign?.headline ?? "活动还没有开始"}>
          <Typography.Paragraph>{loaded.campaign?.intro}</Typography.Paragraph>
          <Button
            type="primary"
            size="large"
            block
            loading={busy}
            onClick={() => void here.run(() => lightApi.doubleElevenLottery({}))}
          >
            抽一次
          </Button>
          {result && <Alert type={result.won ? "success" : "info"} title={result.prize} description={result.next} />}
        </Card>
      )}
    </main>
  );
}

createRoot(document.getElementById("root")!).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <AntdDraw />
    </App>
  </ConfigProvider>,
);
