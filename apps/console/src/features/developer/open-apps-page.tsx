import { openAppDeskList } from "@coralhub/contract";
import { ListPage, Panel, useBegun } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { calls, healthQuery, OPEN_APPS } from "./open-app-calls.ts";
import { OpenAppDetail } from "./open-app-detail.tsx";
import { Errors } from "./errors.tsx";
import "./open-apps.css";

/** Merchants' programs: what they ask, what they are told, and which of them to stop. */
export function OpenAppsPage() {
  const rows = useRows(openAppDeskList, [...OPEN_APPS, "list"], calls.openApps, { desk: true });
  const begun = useBegun(rows.data !== undefined || rows.error !== undefined);
  return (
    <div className="open-desk">
      <ListPage
        {...rows}
        title="开放接口"
        intro="商户自己的程序：频率上限由管理员调整，异常的可以立即暂停"
        rowKey={(row) => row.id}
        unit="个"
        dense
        columns={["product", "appId", "merchantId", "createdAt", "callsPerMinute", "standing"]}
        roomyColumns={["appId"]}
        cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
        drawer={{
          title: (row) => row.product,
          body: (row) => <OpenAppDetail key={row.id} merchantId={row.merchantId} id={row.id} />,
        }}
        empty={{ title: "还没有应用", text: "商户在开发者中心创建应用后会出现在这里" }}
      />
      {begun && <Health />}
    </div>
  );
}

function Health() {
  const health = useQuery(healthQuery);
  return (
    <Panel title="今天">
      <QueryView query={health} what="开放接口的状态">
        {({ callsToday, appsToday, deliveriesWaiting, deliveriesParked, webhooksPaused, errors }) => (
          <>
            <dl className="open-figures">
              <Figure label="请求" value={callsToday} note={`来自 ${appsToday} 个应用`} />
              <Figure label="等待投递的通知" value={deliveriesWaiting} note="到时自动再投" />
              <Figure label="没有送达" value={deliveriesParked} note="近 7 天，等商户重投" />
              <Figure label="暂停的地址" value={webhooksPaused} note="连续没有答复，已告知商户" />
            </dl>
            <Errors errors={errors} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

const Figure = ({ label, value, note }: { label: string; value: number; note: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="open-figure">{value.toLocaleString("en-US")}</dd>
    <dd className="second-line">{note}</dd>
  </div>
);
