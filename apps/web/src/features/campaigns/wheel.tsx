import type { CampaignView } from "@coralhub/contract";
import { Button } from "@coralhub/ui/light";
import { useState, type CSSProperties, type ReactNode } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { chancesText, Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign, type CampaignHere } from "./use-campaign.ts";
import "./wheel.css";

/** /actDraw: a wheel that stops where the server has drawn. */
export function WheelActivity() {
  const here = useCampaign("draw");
  return (
    <Gate here={here}>
      {(campaign, barred) => (
        <>
          <Wheel campaign={campaign} here={here} barred={barred} />
          <Result here={here} />
          <MyPrizes here={here} />
        </>
      )}
    </Gate>
  );
}

type WheelProps = { campaign: CampaignView; here: CampaignHere; barred: ReactNode };

function Wheel({ campaign: { prizes }, here, barred }: WheelProps) {
  const { busy, result, loaded } = here;
  const chances = loaded?.standing?.chances ?? 0;
  const share = 360 / prizes.length;
  const index = result ? prizes.findIndex(({ position }) => position === result.position) : 0;
  // Each draw turns it five times more: the second one is seen to turn as well, also to the same prize.
  const [spins, setSpins] = useState<{ id?: string; count: number }>({ count: 0 });
  if (result && result.id !== spins.id) setSpins({ id: result.id, count: spins.count + 1 });
  const turned = spins.count * 5 * 360 - (result ? index * share + share / 2 : 0);
  return (
    <>
      <div className="wheel" aria-hidden="true">
        <div className="wheel-disc" style={{ rotate: `${turned}deg`, "--share": `${share}deg` } as CSSProperties}>
          {prizes.map(({ position, name, odds }, at) => (
            <span key={position} style={{ rotate: `${at * share + share / 2}deg` }}>
              <b>{name}</b>
              {odds}
            </span>
          ))}
        </div>
        <span className="wheel-needle" />
      </div>
      {barred ?? (
        <div className="campaign-act">
          <Button
            variant="primary"
            loading={busy}
            disabled={chances === 0}
            onClick={() => void here.run(() => lightApi.doubleElevenLottery({}))}
          >
            抽一次
          </Button>
          <span>{chancesText(here)}</span>
        </div>
      )}
    </>
  );
}
