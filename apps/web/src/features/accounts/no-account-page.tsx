import { EmptyState, ErrorState, PageHeader, PageSkeleton, PlatformLogo, RefusedState } from "@coralhub/ui";
import { addressOf, PLATFORMS, REACH } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useCertified } from "../../platform/account.ts";
import { accountsQuery } from "../../platform/store-calls.ts";
import { useRedirect } from "./use-redirect.ts";
import "./accounts.css";

const SHOWN = 9;

/** /bigAccount/accountNone: no account yet, and the way to the first one. */
export function NoAccountPage() {
  const { data, isError, refetch, isFetching } = useQuery(accountsQuery);
  const certified = useCertified();
  useRedirect(data && data.length > 0 ? addressOf("accounts") : undefined);
  if (isError)
    return (
      <ErrorState title="没能取到收款账户" onRetry={() => void refetch()} retrying={isFetching}>
        服务暂时没有答复，您的资金不受影响
      </ErrorState>
    );
  if (!data || data.length > 0 || certified === undefined) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="收款账户" />
      <div className="panel">{certified ? <BindFirst /> : <CertifyFirst />}</div>
    </>
  );
}

function CertifyFirst() {
  return (
    <RefusedState
      title="完成认证后开通收款账户"
      needs={[
        { text: "手机号已验证", done: true },
        { text: "实名认证，约 10 分钟", done: false },
        { text: "绑定店铺，审核通过后银行开户", done: false },
      ]}
      action={
        <Button type="primary" onClick={() => goTo(addressOf("certification"))}>
          去认证
        </Button>
      }
    >
      收款账户开在您的名下，银行要先核实是谁在收款，这是监管要求
    </RefusedState>
  );
}

function BindFirst() {
  return (
    <EmptyState
      title="还没有收款账户"
      action={
        <Button type="primary" onClick={() => goTo(addressOf("bind"))}>
          绑定店铺
        </Button>
      }
    >
      绑定店铺后，我们按平台的打款币种为您开户，不收费
      <span className="account-platforms">
        {PLATFORMS.slice(0, SHOWN).map((platform) => (
          <PlatformLogo key={platform.code} platform={platform} size={32} />
        ))}
        <span>等 {REACH.platforms} 个平台</span>
      </span>
    </EmptyState>
  );
}
