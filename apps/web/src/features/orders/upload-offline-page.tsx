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
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { randomDigits } from "../../platform/random-digits.ts";
import { calls, refreshOrders } from "./orders-calls.ts";
import { Refused } from "./refused.tsx";
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

/** One paper of the form: the file that was chosen last, and its id once it is stored. */
type Paper = { pick: string; file: UploadedFile; fileId?: string };
type Papers = Partial<Record<OrderPaper, Paper>>;

function usePapers() {
  const [papers, setPapers] = useState<Papers>({});
  const upload = async (kind: OrderPaper, chosen: File): Promise<void> => {
    const pick = crypto.randomUUID();
    const begun: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setPapers((before) => ({ ...before, [kind]: { pick, file: begun } }));
    // Of two that were chosen one after the other the later one counts, whichever arrives first.
    const tell = (now: Omit<Paper, "pick">) =>
      setPapers((before) => (before[kind]?.pick === pick ? { ...before, [kind]: { pick, ...now } } : before));
    tell(await uploaded(chosen, begun, (file) => tell({ file })));
  };
  const isUploading = ORDER_PAPER_NAMES.some((kind) => papers[kind]?.file.state === "uploading");
  const kept = ORDER_PAPER_NAMES.flatMap((kind) => {
    const fileId = papers[kind]?.fileId;
    return fileId ? [{ kind, fileId }] : [];
  });
  return { papers, kept, isUploading, upload };
}

/** /uploadOffline: trade without a platform, typed or pasted, with its papers. */
export function UploadOfflinePage() {
  const corrects = new URLSearchParams(useUrlState().search).get("corrects");
  const [text, setText] = useState("");
  const [currency, setCurrency] = useState("USD");
  const { papers, kept, isUploading, upload } = usePapers();
  const [problem, setProblem] = useState<string>();
  const rows = rowsOf(text, currency);
  const send = useMutation({
    mutationFn: () => calls.typeOrders({ platformCode: "OFFLINE", rows, papers: kept, ...(corrects && { corrects }) }),
    onMutate: () => setProblem(undefined),
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
            {corrects && <Correcting />}
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
              <PaperTile key={kind} kind={kind} paper={papers[kind]} onPick={(chosen) => void upload(kind, chosen)} />
            ))}
          </div>
        </Panel>
        {problem && <Refused problem={problem} />}
        <div>
          <Button
            type="primary"
            disabled={rows.length === 0 || isUploading}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {isUploading ? "等单据传完再提交" : `提交 ${rows.length} 个订单`}
          </Button>
        </div>
      </div>
    </>
  );
}

const Correcting = () => (
  <Notice tone="info" title="作为之前那份材料的更正提交">
    只填没有通过的订单，订单号不变，单据重新上传
  </Notice>
);

const NewNumber = ({ onAdd }: { onAdd: () => void }) => (
  <div>
    <Button type="link" onClick={onAdd}>
      没有订单号？加一行并生成编号
    </Button>
  </div>
);

/** How the upload of a paper ended; what was not taken proves nothing. */
async function uploaded(
  chosen: File,
  begun: UploadedFile,
  onSent: (file: UploadedFile) => void,
): Promise<Omit<Paper, "pick">> {
  try {
    const { fileId } = await calls.uploadMetadata(
      { file: chosen, kind: "document" },
      { onSent: (percent) => onSent({ ...begun, percent }) },
    );
    return { file: { ...begun, state: "accepted" }, fileId };
  } catch (error) {
    const reason = error instanceof CallRefused ? error.message : "上传没有完成，请重试";
    return { file: { ...begun, state: "refused", reason } };
  }
}

type TileProps = { kind: OrderPaper; paper: Paper | undefined; onPick: (chosen: File) => void };
function PaperTile({ kind, paper, onPick }: TileProps) {
  const { file, fileId } = paper ?? {};
  const look = useMutation({
    mutationFn: async (id: string) => saveFile(await calls.downloadMetadata({ fileId: id })),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div>
      <UploadTile label={ORDER_PAPERS[kind]} {...(file && { file })} onPick={onPick} />
      {fileId && (
        <Button type="link" size="small" loading={look.isPending} onClick={() => look.mutate(fileId)}>
          下载核对
        </Button>
      )}
    </div>
  );
}
