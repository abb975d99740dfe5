import { Button } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./friends.css";

const STEPS = ["把邀请码或海报发给同行", "好友注册并通过实名认证", "您得一次抽奖机会"];

/** /findFriends: a chance for every friend who has passed certification. */
export function FriendsActivity() {
  const here = useCampaign("friends");
  return (
    <Gate here={here}>
      {(_campaign, barred) => {
        const { chances = 0, invitationCode = "" } = here.loaded?.standing ?? {};
        return (
          <>
            <ol className="friends-steps">
              {STEPS.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {barred ?? (
              <>
                <div className="friends-code">
                  <span>我的邀请码</span>
                  <strong>{invitationCode}</strong>
                  <a href={`/api/activity/poster/friends?code=${invitationCode}`} target="_blank" rel="noreferrer">
                    打开我的邀请海报
                  </a>
                </div>
                <div className="campaign-act">
                  <Button
                    variant="primary"
                    loading={here.busy}
                    disabled={chances === 0}
                    onClick={() => void here.run(() => lightApi.draw({ page: "friends" }))}
                  >
                    用邀请机会抽奖
                  </Button>
                  <span>{chances > 0 ? `还有 ${chances} 次机会` : "好友完成认证后得一次机会"}</span>
                </div>
              </>
            )}
            <Result here={here} />
            <MyPrizes here={here} />
            {here.signedIn && <InvitationTotal />}
          </>
        );
      }}
    </Gate>
  );
}

/** How many friends of whoever is signed in have passed certification. */
function InvitationTotal() {
  const [total, setTotal] = useState<number>();
  useEffect(() => {
    lightApi.successfulInvitations({}).then(
      (answer) => setTotal(answer.total),
      () => setTotal(undefined),
    );
  }, []);
  return total === undefined ? null : <p className="friends-total">您已成功邀请 {total} 位好友</p>;
}
