import { CallRefused } from "@coralhub/contract";
import {
  addressOf,
  CURRENCY_CODES,
  ORDER_PAPER_NAMES,
  ORDER_PAPERS,
  type GivenOrder,
  type OrderPaper,
} from "@coralhub/domain";
import { beijingDay, Notice, PageHeader, Panel, toast, UploadTile, type UploadedFile } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { goTo } from "../../platform/navigation.ts";
import { randomDigits } from "../../platform/random-digits.ts";
import { saveFile } from "../../platform/save-file.ts";
import { calls, refreshOrders } from "./orders-calls.ts";
import { BACK } from "./upload-file-page.tsx";
import "./orders.css";

const COLUMNS = ["orderNumber", "orderedAt", "amount", "goods", "country", "carrier", "tracking"] as const;
const HINT = "每行一个订单：订单号、日期、金额、商品、收货国家、物流公司、运单号，用 Tab 或逗号分开，可从表格直接粘贴";

const rowsOf = (text: string, currency: string): GivenOrder[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split(line.includes("\t") ? "\t" : /[,，]/);
      const given: GivenOrder = { currency };
      COLUMNS.forEach((field, at) => {
        const cell = cells[at]?.trim();
        if (cell) given[field] = cell;
      });
      return given;
    });

/** One more line that begins with a number of its own and today's date. */
const withNumber = (text: string): string =>
  `${text.trimEnd()}\nPO${randomDigits(4, { withTime: true })}\t${beijingDay()}\t`.trimStart();

/** /uploadOffline: trade without a platform, typed or pasted, with its papers. */
export function UploadOfflinePage() {
  const [text, setText] = useState("");
  const [currency, setCurrency] = useState("USD");
  const [papers, setPapers] = useState<Partial<Record<OrderPaper, string>>>({});
  const [problem, setProblem] = useState<string>();
  const rows = rowsOf(text, currency);
  const send = useMutation({
    mutationFn: () =>
      calls.typeOrders({
        platformCode: "OFFLINE",
        rows,
        papers: ORDER_PAPER_NAMES.flatMap((kind) => (papers[kind] ? [{ kind, fileId: papers[kind] }] : [])),
      }),
    onSuccess: async ({ id }) => {
      await refreshOrders();
      goTo(addressOf("orderUpload", { id }));
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <>
      <PageHeader title="线下贸易订单" intro="没有平台的贸易，用合同、发票和物流单据证明" back={BACK} />
      <div className="order-form">
        <Panel title="订单">
          <div className="order-form">
            {problem && <Notice tone="danger" title={problem} />}
            <div className="order-field">
              <span aria-hidden="true">币种</span>
              <Select
                aria-label="币种"
                value={currency}
                onChange={setCurrency}
                options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
              />
            </div>
            <div className="order-field">
              <span aria-hidden="true">订单</span>
              <Input.TextArea
                aria-label="订单"
                rows={6}
                value={text}
                placeholder={"PO-2026-1101\t2026-11-01\t12800.00\tLED 灯带\tUS\tDHL\t1234567890"}
                onChange={({ target }) => setText(target.value)}
              />
            </div>
            <p className="order-note">{HINT}</p>
            <NewNumber onAdd={() => setText(withNumber)} />
          </div>
        </Panel>
        <Panel title="单据" intro="合同或发票至少一份">
          <div className="order-papers">
            {ORDER_PAPER_NAMES.map((kind) => (
              <PaperTile
                key={kind}
                kind={kind}
                onUploaded={(fileId) => setPapers((before) => ({ ...before, [kind]: fileId }))}
              />
            ))}
          </div>
        </Panel>
        <div>
          <Button type="primary" disabled={rows.length === 0} loading={send.isPending} onClick={() => send.mutate()}>
            提交 {rows.length} 个订单
          </Button>
        </div>
      </div>
    </>
  );
}

const NewNumber = ({ onAdd }: { onAdd: () => void }) => (
  <div>
    <Button type="link" onClick={onAdd}>
      没有订单号？加一行并生成编号
    </Button>
  </div>
);

function PaperTile({ kind, onUploaded }: { kind: OrderPaper; onUploaded: (fileId: string) => void }) {
  const [file, setFile] = useState<UploadedFile>();
  const [kept, setKept] = useState<string>();
  const look = useMutation({
    mutationFn: async (fileId: string) => saveFile(await calls.downloadMetadata({ fileId })),
    onError: (error) => toast.failed(error.message),
  });
  const send = async (chosen: File): Promise<void> => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setFile(start);
    try {
      const { fileId } = await calls.uploadMetadata(
        { file: chosen, kind: "document" },
        { onSent: (percent) => setFile({ ...start, percent }) },
      );
      setFile({ ...start, state: "accepted" });
      setKept(fileId);
      onUploaded(fileId);
    } catch (error) {
      setFile({
        ...start,
        state: "refused",
        reason: error instanceof CallRefused ? error.message : "上传没有完成，请重试",
      });
    }
  };
  return (
    <div>
      <UploadTile label={ORDER_PAPERS[kind]} {...(file && { file })} onPick={(chosen) => void send(chosen)} />
      {kept && file?.state === "accepted" && (
        <Button type="link" size="small" loading={look.isPending} onClick={() => look.mutate(kept)}>
          下载核对
        </Button>
      )}
    </div>
  );
}
