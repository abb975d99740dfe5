import type { DrawnPrize } from "@coralhub/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { Gate, PrizeList, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./treasure.css";

/** What a visitor sees before there are boxes of their own. */
const CLOSED = ["1", "2", "3"];

const Chest = () => (
  <>
    <span className="box-lid" />
    <span className="box-body" />
  </>
);

/** /actTreasure: boxes with names of their own; which one is opened is the visitor's choice. */
export function TreasureActivity() {
  const here = useCampaign("treasure");
  const [boxes, setBoxes] = useState<{ id: string }[]>([]);
  const [opened, setOpened] = useState<DrawnPrize[]>([]);
  const [isPartner, setIsPartner] = useState(false);
  const { signedIn, result } = here;
  const look = useEffectEvent(() => {
    if (!signedIn) return;
    lightApi.canLottery({}).then(
      (answer) => setBoxes(answer.boxes),
      () => setBoxes([]),
    );
    lightApi.raffleRecords({}).then(setOpened, () => setOpened([]));
    lightApi.isLeLiaoUser({}).then(
      (answer) => setIsPartner(answer.isLeLiaoUser),
      () => setIsPartner(false),
    );
  });
  useEffect(() => look(), [signedIn, result]);
  return (
    <Gate here={here}>
      {(_campaign, barred) => (
        <>
          {barred ? (
            <ul className="boxes" aria-hidden="true">
              {CLOSED.map((id) => (
                <li key={id} className="box">
                  <Chest />
                </li>
              ))}
            </ul>
          ) : (
            <ul className="boxes">
              {boxes.map(({ id }, index) => (
                <li key={id}>
                  <button
                    type="button"
                    className="box"
                    disabled={here.busy}
                    aria-label={`打开第 ${index + 1} 个宝箱`}
                    onClick={() => void here.run(() => lightApi.openBox({ id }))}
                  >
                    <Chest />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {barred ?? (
            <p className="campaign-quiet">
              {boxes.length > 0
                ? `有 ${boxes.length} 个宝箱可以打开`
                : `宝箱都打开了${here.loaded?.standing?.moreTomorrow ? "，明天再来" : ""}`}
              {isPartner && "。您从乐聊加入，乐聊用户的宝箱已经算在内"}
            </p>
          )}
          <Result here={here} />
          {signedIn && <PrizeList title="开箱记录" prizes={opened} />}
        </>
      )}
    </Gate>
  );
}
