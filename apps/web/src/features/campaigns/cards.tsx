import { Button } from "@coralhub/ui/light";
import { lightApi } from "../../platform/light-api.ts";
import { chancesText, Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./cards.css";

/** /actfu: a card a day; all of them together bring the grand prize. */
export function CardsActivity() {
  const here = useCampaign("fu");
  return (
    <Gate here={here}>
      {({ prizes }, barred) => {
        const standing = here.loaded?.standing;
        const cards = prizes.filter(({ kind }) => kind === "card");
        const grand = prizes.find(({ isGrand }) => isGrand);
        const owned = standing?.cards ?? [];
        const has = cards.filter(({ position }) => owned.includes(position)).length;
        const chances = standing?.chances ?? 0;
        const collect = has === cards.length && !standing?.collected;
        const step = () => (collect ? lightApi.collectGrandPrize({ page: "fu" }) : lightApi.draw({ page: "fu" }));
        return (
          <>
            <ul className="fu-cards">
              {cards.map(({ position, name }) => (
                <li key={position} data-owned={owned.includes(position) || undefined}>
                  <span className="fu-sign" aria-hidden="true">
                    <i>福</i>
                  </span>
                  {name}
                  {!barred && <small>{owned.includes(position) ? "已集到" : "还没有"}</small>}
                </li>
              ))}
            </ul>
            {grand && (
              <p className="fu-grand">
                <span>
                  {has} / {cards.length}
                </span>
                集齐{cards.length}张，兑「{grand.name.replace(/^大奖[：:]/, "")}」
              </p>
            )}
            {barred ?? (
              <div className="campaign-act">
                <Button
                  variant="primary"
                  loading={here.busy}
                  disabled={!collect && chances === 0}
                  onClick={() => void here.run(step)}
                >
                  {collect ? "集齐了，兑大奖" : "抽一张福卡"}
                </Button>
                <span>{standing?.collected ? "大奖已兑" : chancesText(here)}</span>
              </div>
            )}
            <Result here={here} />
            <MyPrizes here={here} />
          </>
        );
      }}
    </Gate>
  );
}
