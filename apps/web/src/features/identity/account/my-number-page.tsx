import { CallFailed, CallRefused } from "@coralhub/contract";
import { ErrorState, PageHeader, PageSkeleton, useBegun } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { accountQuery, authRecordQuery } from "../../../platform/account.ts";
import { BasicPanel } from "./basic-panel.tsx";
import { DataPanel } from "./data-panel.tsx";
import { DevicePanel } from "./device-panel.tsx";
import { SecurityPanel } from "./security-panel.tsx";
import { ProofProvider } from "./step-up.tsx";
import "./account.css";

export function MyNumberPage() {
  const { data, error, refetch, isFetching } = useQuery(accountQuery);
  // Its state stands beside the name and may push what is below it.
  const begun = useBegun(!useQuery(authRecordQuery).isPending);
  if (!data || !begun)
    return error ? (
      <ErrorState
        title="没能取到账户信息"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={error instanceof CallFailed || error instanceof CallRefused ? error.requestId : undefined}
      >
        服务暂时没有答复，请稍后重试
      </ErrorState>
    ) : (
      <PageSkeleton />
    );
  return (
    <ProofProvider>
      <PageHeader title="基本信息" />
      <div className="account-panels">
        <BasicPanel account={data} />
        <SecurityPanel />
        <DevicePanel />
        <DataPanel />
      </div>
    </ProofProvider>
  );
}
