import { Button } from "@coralhub/ui/light";
import { lightApi } from "../../platform/light-api.ts";
import { lazily } from "./lazily.tsx";
import { Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./check-in.css";

/** Comes with whoever may take part. */
const Partner = lazily(() => import("./partner.tsx").then((file) => file.Partner));

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
