import type { CampaignView } from "@coralhub/contract";
import { Button, Notice } from "@coralhub/ui/light";
import { useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./check-in.css";

const BEIJING = { timeZone: "Asia/Shanghai" } as const;
/** Today in Beijing, as a tear-off calendar shows it. */
function today() {
  const now = new Date();
  const part = (options: Intl.DateTimeFormatOptions) => now.toLocaleDateString("zh-CN", { ...BEIJING, ...options });
  return {
    month: part({ month: "long" }),
    day: part({ day: "numeric" }).replace("日", ""),
    weekday: part({ weekday: "long" }),
  };
}

/** /fiveone: a stamp a day, and what partners offer. */
export function CheckInActivity() {
  const here = useCampaign("fiveone");
  return (
    <Gate here={here}>
      {(campaign, barred) => {
        const chances = here.loaded?.standing?.chances ?? 0;
        const isDone = !barred && chances === 0;
        const { month, day, weekday } = today();
        return (
          <>
            <div className="stamp" data-done={isDone || undefined}>
              <div className="stamp-day">
                <span>{month}</span>
                <strong>{day}</strong>
                <span>{weekday}</span>
                {isDone && <b aria-hidden="true">已签到</b>}
              </div>
              {barred ?? (
                <Button
                  variant="primary"
                  loading={here.busy}
                  disabled={chances === 0}
                  onClick={() => void here.run(() => lightApi.draw({ page: "fiveone" }))}
                >
                  {chances > 0 ? "今日签到抽奖" : "今天已签到"}
                </Button>
              )}
            </div>
            <Result here={here} />
            {!barred && <Partner campaign={campaign} />}
            <MyPrizes here={here} />
          </>
        );
      }}
    </Gate>
  );
}

function Partner({ campaign: { id } }: { campaign: CampaignView }) {
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
