import { batchList, type BatchHead } from "@coralhub/contract";
import {
  addressOf,
  BATCH_KINDS,
  batchLifecycle,
  COUNTRIES,
  CURRENCY_CODES,
  PAYOUT_KINDS,
  routesTo,
  type CountryCode,
  type Currency,
  type PayoutKind,
} from "@coralhub/domain";
import { IconTile, icons, ListPage, NameCell, Notice, Panel, StateDot, toast, useList } from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Select, Upload } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inTable } from "../../platform/show.tsx";
import { batchesQuery, calls, refreshBatches, sheetCalls } from "./batch-calls.ts";
import "./batches.css";

const KINDS = BATCH_KINDS.map((kind) => ({ value: kind, label: PAYOUT_KINDS[kind].label }));

/** /batchPayment: a new sheet, and those that were paid. */
export function BatchesPage() {
  const list = useList(batchList, useUrlState());
  const rows = useQuery(batchesQuery(list.input));
  const save = useMutation({
    mutationFn: async () => saveFile(await calls.exportBatches({ filters: list.input.filters, format: "xlsx" })),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <>
      <ListPage
        spec={batchList}
        list={list}
        title="批量付款"
        intro="一张表付很多人：对的先付，错的就在表里改，互不耽误"
        lead={<NewSheet />}
        actions={
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            导出
          </Button>
        }
        rowKey={(row) => row.id}
        unit="批"
        data={rows.data}
        fetching={rows.isFetching}
        {...(rows.error && { error: failureOf(rows.error) })}
        onRetry={() => void rows.refetch()}
        columns={["title", "kind", "rowsTotal", "createdAt", "state"]}
        roomyColumns={["kind"]}
        tile={() => (
          <IconTile>
            <icons.File />
          </IconTile>
        )}
        cells={CELLS}
        drawer={{
          title: (row) => row.title,
          body: (row) => (
            <p className="batch-note">
              {PAYOUT_KINDS[row.kind].label}，{row.rowsTotal} 行，{inTable(row.createdAt)} 上传
            </p>
          ),
          footer: (row) => (
            <Button type="primary" onClick={() => goTo(addressOf("batch", { id: row.id }))}>
              {row.state === "toConfirm" ? "去核对" : "查看各行"}
            </Button>
          ),
        }}
        empty={{ title: "还没有批量付款", text: "下载模板填好后上传，或从表格里复制粘贴" }}
      />
    </>
  );
}

const CELLS = {
  title: (row: BatchHead) => (
    <NameCell
      tile={
        <IconTile>
          <icons.File />
        </IconTile>
      }
      name={row.title}
      note={PAYOUT_KINDS[row.kind].label}
    />
  ),
  rowsTotal: (row: BatchHead) => `${row.rowsTotal.toLocaleString("en-US")} 行`,
  state: (row: BatchHead) => <StateDot lifecycle={batchLifecycle} state={row.state} />,
};

/** A template, a file, or what was copied out of a spreadsheet. */
function NewSheet() {
  const [kind, setKind] = useState<PayoutKind>("supplier");
  const [text, setText] = useState("");
  const go = ({ id }: { id: string }) => {
    goTo(addressOf("batch", { id }));
    void refreshBatches();
  };
  const upload = useMutation({
    mutationFn: (file: File) => sheetCalls(kind).upload({ file, kind }),
    onSuccess: go,
  });
  const paste = useMutation({ mutationFn: () => sheetCalls(kind).paste({ kind, text }), onSuccess: go });
  const problem = upload.error ?? paste.error;
  return (
    <Panel title="新建一批">
      <div className="batch-new">
        {problem && <Notice tone="danger" title={problem.message} />}
        <div className="batch-line">
          <Select aria-label="付给谁" value={kind} options={KINDS} onChange={setKind} />
          <Template kind={kind} />
        </div>
        <Upload.Dragger
          accept=".xlsx,.csv"
          showUploadList={false}
          disabled={upload.isPending}
          beforeUpload={(file) => {
            upload.mutate(file);
            return false;
          }}
        >
          <p>{upload.isPending ? "正在上传" : "把填好的 Excel 或 CSV 拖到这里，或点击选择"}</p>
          <p className="batch-note">第一行是表头，最多 10,000 行，10 MB 以内</p>
        </Upload.Dragger>
        <Input.TextArea
          aria-label="粘贴单元格"
          rows={3}
          value={text}
          placeholder="也可以在表格里选中一片（含表头），复制后粘贴到这里"
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={text.trim() === ""} loading={paste.isPending} onClick={() => paste.mutate()}>
          用粘贴的内容
        </Button>
      </div>
    </Panel>
  );
}

const COUNTRY_OPTIONS = (Object.keys(COUNTRIES) as CountryCode[]).map((value) => ({
  value,
  label: `${COUNTRIES[value]} ${value}`,
}));
function Template({ kind }: { kind: PayoutKind }) {
  const [country, setCountry] = useState<CountryCode>("CN");
  const currencies = CURRENCY_CODES.filter((code) => routesTo(country, code).length > 0);
  const [chosen, setChosen] = useState<Currency>("CNY");
  const currency = currencies.includes(chosen) ? chosen : currencies[0];
  const save = useMutation({
    mutationFn: async (format: "xlsx" | "csv") =>
      saveFile(await sheetCalls(kind).template({ country, currency: currency!, format })),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <>
      <Select
        aria-label="收款国家"
        showSearch={{ optionFilterProp: "label" }}
        className="batch-country"
        value={country}
        options={COUNTRY_OPTIONS}
        onChange={setCountry}
      />
      <Select
        aria-label="收款币种"
        value={currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
      <Button disabled={!currency} loading={save.isPending} onClick={() => save.mutate("xlsx")}>
        下载模板
      </Button>
      <Button disabled={!currency} onClick={() => save.mutate("csv")}>
        CSV 模板
      </Button>
    </>
  );
}
