import type { CampaignView } from "@coralhub/contract";
import { Button, Notice } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useState, type CSSProperties } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { chancesText, Gate, MyPrizes, Result } from "./parts.tsx";
import { useCampaign, type CampaignHere } from "./use-campaign.ts";

/** /actDraw: a wheel that stops where the server has drawn. */
export function WheelActivity() {
  const here = useCampaign("draw");
  return (
    <Gate here={here}>
      {(campaign) => (
        <>
          <Wheel campaign={campaign} here={here} />
          <MyPrizes here={here} />
        </>
      )}
    </Gate>
  );
}

function Wheel({ campaign, here }: { campaign: CampaignView; here: CampaignHere }) {
  const { prizes } = campaign;
  const { busy, result, loaded } = here;
  const chances = loaded?.standing?.chances ?? 0;
  const share = 360 / prizes.length;
  const index = result ? prizes.findIndex(({ position }) => position === result.position) : 0;
  const turned = result ? 5 * 360 - index * share - share / 2 : 0;
  return (
    <div className="wheel">
      <div
        className="wheel-disc"
        style={{ rotate: `${turned}deg`, "--share": `${share}deg` } as CSSProperties}
        aria-hidden="true"
      >
        {prizes.map(({ position, name }, at) => (
          <span key={position} style={{ rotate: `${at * share + share / 2}deg` }}>
            {name}
          </span>
        ))}
      </div>
      <span className="wheel-needle" aria-hidden="true" />
      <div className="campaign-act">
        <Button
          variant="primary"
          loading={busy}
          disabled={chances === 0}
          onClick={() => void here.run(() => lightApi.doubleElevenLottery({}))}
        >
          抽一次
        </Button>
        <span>{chancesText(chances)}</span>
      </div>
      <Result result={result} onClose={here.forget} />
    </div>
  );
}

/** /ganen: a letter of thanks with one gift in it. */
export function GiftActivity() {
  const here = useCampaign("ganen");
  return (
    <Gate here={here}>
      {() => {
        const standing = here.loaded?.standing;
        const chances = standing?.chances ?? 0;
        return (
          <div className="letter">
            <p>您在 {standing?.sinceDay} 加入我们。每一笔收款、每一次付款，都是一份托付。谢谢您把它交给我们。</p>
            <Result result={here.result} onClose={here.forget} />
            {chances > 0 ? (
              <Button
                variant="primary"
                loading={here.busy}
                onClick={() => void here.run(() => lightApi.draw({ page: "ganen" }))}
              >
                收下这份感恩礼
              </Button>
            ) : (
              !here.result && <p className="campaign-quiet">感恩礼已经收下，可在「优惠券」里查看</p>
            )}
            <MyPrizes here={here} />
          </div>
        );
      }}
    </Gate>
  );
}

/** /actTreasure: boxes with names of their own; which one is opened is the visitor's choice. */
export function TreasureActivity() {
  const here = useCampaign("treasure");
  const [boxes, setBoxes] = useState<{ id: string }[]>([]);
  const { signedIn, result } = here;
  const look = useEffectEvent(() => {
    if (signedIn)
      lightApi.canLottery({}).then(
        (answer) => setBoxes(answer.boxes),
        () => setBoxes([]),
      );
  });
  useEffect(() => look(), [signedIn, result]);
  return (
    <Gate here={here}>
      {() => (
        <>
          <ul className="boxes">
            {boxes.map(({ id }, index) => (
              <li key={id}>
                <button
                  type="button"
                  disabled={here.busy}
                  aria-label={`打开第 ${index + 1} 个宝箱`}
                  onClick={() => void here.run(() => lightApi.openBox({ id }))}
                >
                  <span className="box-lid" />
                  <span className="box-body" />
                </button>
              </li>
            ))}
          </ul>
          <p className="campaign-quiet">
            {boxes.length > 0 ? `有 ${boxes.length} 个宝箱可以打开` : "今天的宝箱都打开了，明天再来"}
          </p>
          <Result result={result} onClose={here.forget} />
          <MyPrizes here={here} />
        </>
      )}
    </Gate>
  );
}

/** /actfu: a card a day; all of them together bring the grand prize. */
export function CardsActivity() {
  const here = useCampaign("fu");
  return (
    <Gate here={here}>
      {({ prizes }) => {
        const standing = here.loaded?.standing;
        const cards = prizes.filter(({ kind }) => kind === "card");
        const owned = standing?.cards ?? [];
        const isFull = cards.every(({ position }) => owned.includes(position));
        const chances = standing?.chances ?? 0;
        return (
          <>
            <ul className="fu-cards">
              {cards.map(({ position, name }) => (
                <li key={position} data-owned={owned.includes(position) || undefined}>
                  <span aria-hidden="true">福</span>
                  {name}
                  <small>{owned.includes(position) ? "已集到" : "还没有"}</small>
                </li>
              ))}
            </ul>
            <div className="campaign-act">
              {isFull && !standing?.collected ? (
                <Button
                  variant="primary"
                  loading={here.busy}
                  onClick={() => void here.run(() => lightApi.collectGrandPrize({ page: "fu" }))}
                >
                  集齐了，兑大奖
                </Button>
              ) : (
                <Button
                  variant="primary"
                  loading={here.busy}
                  disabled={chances === 0}
                  onClick={() => void here.run(() => lightApi.draw({ page: "fu" }))}
                >
                  抽一张福卡
                </Button>
              )}
              <span>{standing?.collected ? "大奖已兑" : chancesText(chances)}</span>
            </div>
            <Result result={here.result} onClose={here.forget} />
            <MyPrizes here={here} />
          </>
        );
      }}
    </Gate>
  );
}

/** /fiveone: a stamp a day, and what partners offer. */
export function CheckInActivity() {
  const here = useCampaign("fiveone");
  return (
    <Gate here={here}>
      {(campaign) => {
        const chances = here.loaded?.standing?.chances ?? 0;
        return (
          <>
            <div className="stamp" data-done={chances === 0 || undefined}>
              <span aria-hidden="true">劳</span>
              <Button
                variant="primary"
                loading={here.busy}
                disabled={chances === 0}
                onClick={() => void here.run(() => lightApi.draw({ page: "fiveone" }))}
              >
                {chances > 0 ? "今日签到抽奖" : "今天已签到"}
              </Button>
            </div>
            <Result result={here.result} onClose={here.forget} />
            <Partner campaign={campaign} />
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
      setSaid(`已登记，${stateText ?? "待联系"}。客户经理会打您的注册手机`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "请稍后重试");
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="partner">
      <h2>伙伴权益</h2>
      <p>物流、财税、选品伙伴的节日价，登记后由客户经理对接。</p>
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

/** /findFriends: a chance for every friend who has passed certification. */
export function FriendsActivity() {
  const here = useCampaign("friends");
  return (
    <>
      <Gate here={here}>
        {() => {
          const standing = here.loaded?.standing;
          const chances = standing?.chances ?? 0;
          return (
            <>
              <div className="friends-code">
                <span>我的邀请码</span>
                <strong>{standing?.invitationCode}</strong>
                <a
                  href={`/api/activity/poster/friends?code=${standing?.invitationCode ?? ""}`}
                  target="_blank"
                  rel="noreferrer"
                >
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
              <Result result={here.result} onClose={here.forget} />
              <MyPrizes here={here} />
            </>
          );
        }}
      </Gate>
      <InvitationTotal />
    </>
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
      <label htmlFor="friends-mobile">查一个手机号成功邀请了多少人</label>
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
