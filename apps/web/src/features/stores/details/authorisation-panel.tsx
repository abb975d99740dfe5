import type { StoreDetail } from "@coralhub/contract";
import { addressOf, authorisationLifecycle, KEY_CONNECTORS, keyFieldsOf, platformByCode } from "@coralhub/domain";
import { Bone, Facts, Link, Masked, Panel, StateTag, Unknown } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { asDay, inFeed } from "../../../platform/show.tsx";
import { connectionQuery, deadlineQuery, secureUrlQuery } from "../../../platform/store-calls.ts";
import { OtherSeller } from "../other-seller.tsx";
import { KeysForm } from "./keys-form.tsx";

const isKeyConnector = (connector: string | null): boolean => KEY_CONNECTORS.some((known) => known === connector);

type DeadlineProps = { endsAt: Date | null; tied: boolean; days: number | null | undefined };

function Deadline({ endsAt, tied, days }: DeadlineProps) {
  if (!endsAt) return tied ? "长期有效" : <Unknown />;
  return typeof days === "number" ? `${asDay(endsAt)}，还有 ${days} 天` : asDay(endsAt);
}

/** How the store is tied to its platform: until when, as whom, by which token (its last four characters). */
export function AuthorisationPanel({ store }: { store: StoreDetail }) {
  const { data } = useQuery(connectionQuery(store.merchantsId, store.platformCode));
  const { data: deadline } = useQuery(deadlineQuery(store.merchantsId));
  const { data: secure } = useQuery({
    ...secureUrlQuery(store.merchantsId),
    enabled: data?.connector === "threeCart",
  });
  const [typing, setTyping] = useState(false);
  const platform = platformByCode(store.platformCode)!;
  const hasKeys = keyFieldsOf(platform).length > 0;
  return (
    <Panel title="授权" action={<StateTag lifecycle={authorisationLifecycle} state={store.authorisation} />}>
      <OtherSeller connection={data} />
      {data ? (
        <Facts
          facts={[
            { label: "方式", value: isKeyConnector(data.connector) ? "密钥" : "登录授权" },
            ...(secure ? [{ label: "安全地址", value: secure.secureUrl }] : []),
            { label: "平台账号", value: data.account ?? <Unknown /> },
            { label: "令牌", value: data.lastFour ? <Masked mono end={data.lastFour} /> : <Unknown /> },
            { label: "授权时间", value: data.authorisedAt ? asDay(data.authorisedAt) : <Unknown /> },
            {
              label: "到期",
              value: <Deadline endsAt={data.endsAt} tied={data.lastFour !== null} days={deadline?.daysLeft} />,
            },
            {
              label: "上次检查",
              value: data.failingSince
                ? `${inFeed(data.failingSince)} 起没能连上平台`
                : data.lastSuccessAt
                  ? `${inFeed(data.lastSuccessAt)}，有效`
                  : "还没有检查",
            },
          ]}
        />
      ) : (
        <Bone width="100%" />
      )}
      {data?.connector === "amazon" && (
        <p className="store-note">
          <Link to={addressOf("amazonCollection")}>Amazon 收款：授权、账户和来款</Link>
        </p>
      )}
      {hasKeys && store.state === "bound" && (
        <div className="keys-action">
          {typing ? (
            <KeysForm store={store} platform={platform} onDone={() => setTyping(false)} />
          ) : (
            <Button size="small" onClick={() => setTyping(true)}>
              {store.authorisation === "none" ? "填写密钥" : "更换密钥"}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
