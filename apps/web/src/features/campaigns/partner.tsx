import type { CampaignView } from "@coralhub/contract";
import { Button, Notice } from "@coralhub/ui/light";
import { useState } from "react";
import { lightApi } from "../../platform/light-api.ts";

/** What partners offer, and the request to be called by one. */
export function Partner({ campaign: { id } }: { campaign: CampaignView }) {
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    try {
      const { stateText } = await lightApi.applyThirdParty({ id });
      setSaid(`已登记，${stateText ?? "待联系"}。我们会按您的注册手机号与您联系`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "请稍后重试");
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="partner">
      <h3>伙伴权益</h3>
      <p>物流、财税、选品伙伴的节日价，登记后我们会按您的注册手机号与您联系。</p>
      {said ? (
        <Notice tone="info" title={said} />
      ) : (
        <Button loading={busy} onClick={() => void apply()}>
          我要对接
        </Button>
      )}
    </section>
  );
}
