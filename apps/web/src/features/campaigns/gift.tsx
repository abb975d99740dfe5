import { Button } from "@coralhub/ui/light";
import { lightApi } from "../../platform/light-api.ts";
import { Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./gift.css";

/** /ganen: a letter of thanks with one gift in it. */
export function GiftActivity() {
  const here = useCampaign("ganen");
  return (
    <Gate here={here}>
      {(_campaign, barred) => {
        const { chances = 0, sinceDay } = here.loaded?.standing ?? {};
        return (
          <>
            <div className="letter">
              <p className="letter-to">尊敬的商户：</p>
              <p>
                {sinceDay && `您在 ${sinceDay} 加入我们。`}
                每一笔收款、每一次付款，都是一份托付。谢谢您把它交给我们。
              </p>
              <p>这一年的路不容易走，愿明年的每一笔货款都按时到。附上一份小礼，请收下。</p>
              <p className="letter-from">珊瑚汇全体同事</p>
              <Result here={here} />
              {barred ??
                (chances > 0 ? (
                  <Button
                    variant="primary"
                    loading={here.busy}
                    onClick={() => void here.run(() => lightApi.draw({ page: "ganen" }))}
                  >
                    收下这份感恩礼
                  </Button>
                ) : (
                  !here.result && <p className="campaign-quiet">感恩礼已经收下，见下方「我的奖品」</p>
                ))}
            </div>
            <MyPrizes here={here} />
          </>
        );
      }}
    </Gate>
  );
}
