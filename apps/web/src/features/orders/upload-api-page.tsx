import { addressOf, platformByCode, STORE_GAPS, tellsRefunds, toShanghaiTime } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Link,
  NameCell,
  PageHeader,
  PageSkeleton,
  Panel,
  PlatformLogo,
  toast,
} from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { calls, platformsQuery, refreshOrders } from "./orders-calls.ts";
import { BACK } from "./upload-file-page.tsx";
import "./orders.css";

const lacksRefunds = (code: string): boolean => {
  const platform = platformByCode(code);
  return platform !== undefined && !tellsRefunds(platform);
};
const minuteOf = (time: Date): string => toShanghaiTime(time).slice(0, 16);

/** /uploadApi: orders read from connected stores, and how far each has been read. */
export function UploadApiPage() {
  const { data, error, refetch, isFetching } = useQuery(platformsQuery);
  const sync = useMutation({
    mutationFn: (merchantsId: string) => calls.syncOrders({ merchantsId }),
    onSuccess: async () => {
      toast.done("已经开始读取，新订单会出现在「订单管理」");
      await refreshOrders();
    },
    onError: (problem) => toast.failed(problem.message),
  });
  if (!data && !error) return <PageSkeleton />;
  const stores = (data ?? [])
    .filter(({ ways }) => ways.includes("store"))
    .flatMap(({ platformCode, stores: own }) => own.map((store) => ({ ...store, platformCode })));
  return (
    <>
      <PageHeader title="店铺同步" intro="授权的店铺每 6 小时自动读取订单，也可以立即读取" back={BACK} />
      <Panel>
        {error && (
          <ErrorState
            title="没能取到店铺"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          />
        )}
        {data && stores.length === 0 && (
          <EmptyState title="还没有可以同步的店铺" action={<Link to={addressOf("bind")}>去绑定店铺</Link>}>
            绑定并授权店铺后，订单自动读取
          </EmptyState>
        )}
        <ul className="order-stores">
          {stores.map((store) => (
            <li key={store.id}>
              <NameCell
                tile={<PlatformLogo platform={store.platformCode} size={32} />}
                name={store.name}
                note={store.readUntil ? `已读到 ${minuteOf(store.readUntil)}` : "还没有读过"}
              />
              {store.problem && <span className="order-problem">{store.problem}</span>}
              {store.connected && lacksRefunds(store.platformCode) && (
                <span className="order-note">读取的订单不含退款：有退款时请上传平台的退款或结算报告</span>
              )}
              {store.gaps.length > 0 && (
                <ul className="order-gaps" aria-label="没有读到的时段">
                  {store.gaps.map(({ lacks, since, until }) => (
                    <li key={`${lacks} ${since.toISOString()}`}>
                      {minuteOf(since)} 至 {minuteOf(until)}：{STORE_GAPS[lacks]}
                    </li>
                  ))}
                </ul>
              )}
              {store.connected ? (
                <Button loading={sync.isPending && sync.variables === store.id} onClick={() => sync.mutate(store.id)}>
                  立即同步
                </Button>
              ) : (
                <Link to={addressOf("store", { id: store.id })}>去授权</Link>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
