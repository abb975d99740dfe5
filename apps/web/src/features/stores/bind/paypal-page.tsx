import { addressOf, authorisationLifecycle, AUTHORISE_WORDS, bindAddress, platformByCode } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  FeedRow,
  Link,
  PageHeader,
  Panel,
  PlatformLogo,
  RowsSkeleton,
  StateDot,
  toast,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { inTable } from "../../../platform/show.tsx";
import { Steps } from "./binding/bind-help.tsx";
import { consentUrl } from "./binding/use-binding.ts";
import { connectionQuery } from "../../../platform/store-calls.ts";
import { platformStoresQuery } from "./bind-calls.ts";
import "./bind.css";

const PAYPAL = platformByCode("PAYPAL")!;

/** /bindshop/paypalserver: which PayPal accounts we may read, until when, and how the money gets here. */
export function PaypalPage() {
  const { data, isError, isPending, refetch } = useQuery(platformStoresQuery(PAYPAL.code));
  return (
    <div className="bind-stack">
      <PageHeader
        title="PayPal 服务"
        intro="授权后可以随时查看连接状态，取消授权不影响收款"
        back={{ label: "绑定店铺", to: addressOf("bind") }}
        tile={<PlatformLogo platform={PAYPAL} size={56} />}
        actions={<Link to={bindAddress(PAYPAL)}>绑定 PayPal 账户</Link>}
      />
      <Panel title="已绑定的 PayPal 账户" flush>
        {isError ? (
          <ErrorState compact title="没能取到 PayPal 账户" onRetry={() => void refetch()} />
        ) : !data ? (
          <RowsSkeleton />
        ) : data.length === 0 ? (
          <EmptyState
            title="还没有绑定 PayPal 账户"
            action={
              <Link to={bindAddress(PAYPAL)} className="small-button">
                绑定 PayPal 账户
              </Link>
            }
          >
            绑定后授权状态会显示在这里
          </EmptyState>
        ) : (
          <ul className="paypal-stores">
            {data.map(({ merchantsId, name, url }) => (
              <PaypalStore key={merchantsId} id={merchantsId} name={name} url={url} />
            ))}
          </ul>
        )}
      </Panel>
      {!isPending && (
        <Panel title="把 PayPal 的钱提到收款账户">
          <Steps steps={PAYPAL.payoutSteps} />
          <p className="aside-note">{PAYPAL.payoutRhythm}</p>
        </Panel>
      )}
    </div>
  );
}

function PaypalStore({ id, name, url }: { id: string; name: string; url: string }) {
  const { data } = useQuery(connectionQuery(id));
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const consent = await consentUrl({ merchantsId: id, platformCode: "PAYPAL" });
    if (consent) return location.assign(consent);
    setBusy(false);
    toast.failed("暂时打不开 PayPal 的授权页，请稍后再试");
  };
  return (
    <li>
      <FeedRow
        tile={<PlatformLogo platform={PAYPAL} />}
        title={name}
        note={url}
        end={
          data && (
            <span className="paypal-end">
              <span className="paypal-state">
                <StateDot lifecycle={authorisationLifecycle} state={data.authorisation} />
                {data.endsAt && <span className="picker-note">{inTable(data.endsAt)} 到期</span>}
              </span>
              <Button
                size="small"
                loading={busy}
                onClick={() => void go()}
                aria-label={`${name}：${AUTHORISE_WORDS[data.authorisation]}`}
              >
                {AUTHORISE_WORDS[data.authorisation]}
              </Button>
            </span>
          )
        }
      />
    </li>
  );
}
