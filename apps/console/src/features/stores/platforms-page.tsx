import { connectionList } from "@coralhub/contract";
import { deskAddress, authorisationLifecycle, CONNECTORS, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Notice, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { HealthStrip } from "./health-strip.tsx";
import { healthQuery, storePath, ties, TIES, type Tie } from "./store-calls.ts";
import "../../platform/page.css";

/** How each platform is doing, and every store's tie to it. */
export function PlatformsPage() {
  const rows = useRows(connectionList, [...TIES, "list"], ties.connections, { desk: true });
  const health = useQuery(healthQuery);
  return (
    <ListPage
      {...rows}
      title="平台连接"
      intro="各平台的授权是否快到期、已失效，调用有没有失败"
      leadComing={health.isPending}
      lead={<HealthStrip chosen={rows.list.state.filters["connector"]} />}
      rowKey={(row) => row.storeId}
      unit="家"
      dense
      columns={["storeName", "connector", "merchantId", "authorisation", "endsAt", "lastSuccessAt", "failingSince"]}
      roomyColumns={["lastSuccessAt"]}
      cells={{
        connector: (row) => CONNECTORS[row.connector].label,
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        failingSince: (row) =>
          row.failingSince ? <span className="text-danger">{shortTime(row.failingSince)}</span> : "—",
      }}
      drawer={{ title: (row) => row.storeName, body: (row) => <TieDetail key={row.storeId} row={row} /> }}
      empty={{ title: "还没有店铺授权", text: "商户在平台上同意授权或填写密钥后，会出现在这里" }}
    />
  );
}

const shortTime = (at: Date) => toShanghaiTime(at).slice(5, 16);
const timeOr = (at: Date | null, otherwise: string) => (at ? toShanghaiTime(at) : otherwise);

function TieDetail({ row }: { row: Tie }) {
  const self = useSelf();
  return (
    <div className="desk">
      {row.failingSince && (
        <Notice tone="danger" title={`自 ${toShanghaiTime(row.failingSince)} 起调用失败`}>
          {row.problem ?? undefined}
        </Notice>
      )}
      <Facts
        facts={[
          { label: "授权", value: <StateTag lifecycle={authorisationLifecycle} state={row.authorisation} /> },
          { label: "平台", value: CONNECTORS[row.connector].label },
          {
            label: "店铺",
            value: mayUse(self, "reviewer") ? (
              <Link to={storePath({ merchantId: row.merchantId, id: row.storeId })}>{row.storeName}</Link>
            ) : (
              row.storeName
            ),
          },
          {
            label: "商户",
            value: (
              <Link to={deskAddress("merchant", { id: row.merchantId })}>
                <MerchantName merchantId={row.merchantId} />
              </Link>
            ),
          },
          { label: "平台账号", value: row.account ? <Copyable text={row.account} /> : "—" },
          { label: "令牌末四位", value: row.lastFour },
          { label: "授权时间", value: toShanghaiTime(row.authorisedAt) },
          { label: "到期时间", value: timeOr(row.endsAt, "不会到期") },
          { label: "上次成功", value: timeOr(row.lastSuccessAt, "还没有") },
        ]}
      />
      {self.sandbox && row.authorisation !== "lapsed" && <Revoke row={row} />}
    </div>
  );
}

/** The sandbox plays the platform and takes the authorisation back. */
function Revoke({ row: { merchantId, storeId, storeName } }: { row: Tie }) {
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const revoke = useMutation({
    mutationFn: () => ties.revokeAuthorisation({ merchantId, storeId }),
    onSuccess: () => toast.done("已扮演平台收回授权"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: TIES }),
  });
  const ask = () =>
    void modal.confirm({
      title: `收回「${storeName}」的授权`,
      content: "只在沙箱里有：扮演平台收回，下次调用时店铺变为已失效，商户会收到通知",
      okText: "收回授权",
      cancelText: "取消",
      icon: null,
      onOk: () => revoke.mutate(),
    });
  return (
    <div className="dialog-actions">
      <Button loading={revoke.isPending} onClick={ask}>
        收回授权
      </Button>
    </div>
  );
}
