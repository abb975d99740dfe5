import { CallRefused, type OrderPlatform } from "@coralhub/contract";
import { addressOf, needsItsShop, platformByCode, type OrderSheetKey, type PlatformCategory } from "@coralhub/domain";
import { ErrorState, Notice, PageHeader, PageSkeleton, Panel, UploadTile, type UploadedFile } from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { calls, platformsQuery, refreshOrders } from "./orders-calls.ts";
import "./orders.css";

export const BACK = { label: "订单管理", to: addressOf("orderManage") };
const NO_LINE = "上传没有完成，请检查网络后重试";

/** /uploadE: reports of marketplaces. */
export const UploadElectronicPage = () => (
  <UploadFilePage title="上传平台订单" intro="上传平台后台导出的原始文件，不用改列名" only={["marketplace", "cod"]} />
);
/** /uploadTh: shops of one's own and whoever collects for them. */
export const UploadThirdPage = () => (
  <UploadFilePage
    title="上传独立站与支付订单"
    intro="Shopify、PayPal 等后台导出的文件，或通用模板"
    only={["payment"]}
  />
);

type PageProps = { title: string; intro: string; only: readonly PlatformCategory[] };
function UploadFilePage({ title, intro, only }: PageProps) {
  const { data, error, refetch, isFetching } = useQuery(platformsQuery);
  if (!data && !error) return <PageSkeleton />;
  const shown = data?.filter(({ platformCode }) => only.includes(platformByCode(platformCode)!.category)) ?? [];
  return (
    <>
      <PageHeader title={title} intro={intro} back={BACK} />
      {error ? (
        <Panel>
          <ErrorState
            title="没能取到平台列表"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          />
        </Panel>
      ) : (
        <UploadForm platforms={shown} />
      )}
    </>
  );
}

function UploadForm({ platforms }: { platforms: readonly OrderPlatform[] }) {
  const given = new URLSearchParams(useUrlState().search);
  const [code, setCode] = useState(given.get("platform") ?? platforms[0]?.platformCode ?? "");
  const platform = platforms.find(({ platformCode }) => platformCode === code) ?? platforms[0];
  const [storeId, setStoreId] = useState<string | undefined>(given.get("store") ?? undefined);
  const corrects = given.get("corrects");
  // The file of refused orders has our own template's columns.
  const [sheet, setSheet] = useState<OrderSheetKey | undefined>(corrects ? "template" : undefined);
  if (!platform) return null;
  const excelType =
    sheet && platform.sheets.some((one) => one.excelType === sheet)
      ? sheet
      : (platform.sheets[1] ?? platform.sheets[0]!).excelType;
  const store = platform.stores.find(({ id }) => id === storeId) ?? platform.stores[0];
  const request = {
    platformCode: platform.platformCode,
    excelType,
    ...(store && { merchantsId: store.id }),
    ...(corrects && { corrects }),
  };
  return (
    <Panel title="1 份文件对应 1 个店铺">
      <div className="order-form">
        {corrects && <Notice tone="info" title="作为之前那份材料的更正上传" />}
        <div className="order-field">
          <span aria-hidden="true">平台</span>
          <Select
            showSearch={{ optionFilterProp: "label" }}
            aria-label="平台"
            value={platform.platformCode}
            onChange={setCode}
            options={platforms.map(({ platformCode, name }) => ({ value: platformCode, label: name }))}
          />
        </div>
        {platform.stores.length > 0 && (
          <div className="order-field">
            <span aria-hidden="true">店铺</span>
            <Select
              aria-label="店铺"
              value={store?.id ?? null}
              onChange={(id) => setStoreId(id ?? undefined)}
              options={platform.stores.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        )}
        <div className="order-field">
          <span aria-hidden="true">报表类型</span>
          <Select
            aria-label="报表类型"
            value={excelType}
            onChange={setSheet}
            options={platform.sheets.map((one) => ({ value: one.excelType, label: one.label }))}
          />
        </div>
        <p className="order-note">{platform.sheets.find((one) => one.excelType === excelType)?.where}</p>
        {needsItsShop(platform.platformCode) && !store ? (
          <ShopMissing name={platform.name} />
        ) : (
          <SheetTile request={request} />
        )}
      </div>
    </Panel>
  );
}

const ShopMissing = ({ name }: { name: string }) => (
  <Notice
    tone="warning"
    title="请先绑定店铺"
    action={<Button onClick={() => goTo(addressOf("bind"))}>去绑定店铺</Button>}
  >
    {name} 的订单号由每家店铺自己编，要知道是哪家店铺的才能用作证明
  </Notice>
);

type Input = { platformCode: string; excelType: OrderSheetKey; merchantsId?: string; corrects?: string };
/** Sent as soon as it is chosen; what becomes of it has a page of its own. */
function SheetTile({ request }: { request: Input }) {
  const [file, setFile] = useState<UploadedFile>();
  const template = useMutation({ mutationFn: () => calls.analysisTemplate({}), onSuccess: saveFile });
  const send = async (chosen: File): Promise<void> => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setFile(start);
    try {
      const { id } = await calls.uploadOrders(
        { file: chosen, ...request },
        { onSent: (percent) => setFile({ ...start, percent }) },
      );
      await refreshOrders();
      goTo(addressOf("orderUpload", { id }));
    } catch (error) {
      setFile({ ...start, state: "refused", reason: error instanceof CallRefused ? error.message : NO_LINE });
    }
  };
  return (
    <>
      <UploadTile
        label="订单文件"
        kind="sheet"
        must="最多 10 万个订单，UTF-8 或 GBK 都可以"
        {...(file && { file })}
        onPick={(chosen) => void send(chosen)}
      />
      <div>
        <Button type="link" loading={template.isPending} onClick={() => template.mutate()}>
          下载通用模板
        </Button>
      </div>
    </>
  );
}
