import { Button } from "@coralhub/ui/light";
import { useState } from "react";
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
            <InvitationTotal />
          </>
        );
      }}
    </Gate>
  );
}

function InvitationTotal() {
  const [mobile, setMobile] = useState("");
  const [said, setSaid] = useState<string>();
  const ask = async () => {
    try {
      const { total } = await lightApi.successfulInvitations({ mobile });
      setSaid(`成功邀请 ${total} 位好友`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "请稍后重试");
    }
  };
  return (
    <form
      className="friends-total"
      onSubmit={(event) => {
        event.preventDefault();
        if (mobile.trim() !== "") void ask();
      }}
    >
      <label htmlFor="friends-mobile">查询某个手机号成功邀请的人数</label>
      <span>
        <input
          id="friends-mobile"
          inputMode="numeric"
          maxLength={11}
          value={mobile}
          onChange={(event) => setMobile(event.target.value)}
        />
        <Button type="submit">查询</Button>
      </span>
      {said && <output>{said}</output>}
    </form>
  );
}
