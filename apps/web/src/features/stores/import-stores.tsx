import type { CheckedRow } from "@coralhub/contract";
import { MONTHLY_INCOME_BANDS, TRADE_CATEGORIES } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Select, Upload } from "antd";
import { useState } from "react";
import { ImportDialog } from "../../platform/import-dialog.tsx";
import { quietStoreCalls, refreshStores } from "../../platform/store-calls.ts";

const CATEGORIES = TRADE_CATEGORIES.map(({ code, name }) => ({ value: String(code), label: name }));
const PICTURE = "attach";
const lacksPicture = ({ problems }: CheckedRow): boolean => problems.some(({ field }) => field === PICTURE);

type Defaults = { tradeCategory?: string; predictMonthlyIncome?: string; expectAccountName?: string };
type ChoicesProps = { defaults: Defaults; onChange: (defaults: Defaults) => void };
/** What other lists have no columns for, said once for every row. */
function Choices({ defaults, onChange }: ChoicesProps) {
  const put = (name: keyof Defaults) => (value: string | undefined) => {
    const { [name]: _before, ...others } = defaults;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <>
      <Select
        aria-label="主营类目（表里没有时）"
        placeholder="主营类目"
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        value={defaults.tradeCategory}
        options={CATEGORIES}
        onChange={put("tradeCategory")}
      />
      <Select
        aria-label="预计月收入（表里没有时）"
        placeholder="预计月收入"
        allowClear
        value={defaults.predictMonthlyIncome}
        options={[...MONTHLY_INCOME_BANDS]}
        onChange={put("predictMonthlyIncome")}
      />
      <Input
        aria-label="账户户名（表里没有时）"
        placeholder="账户户名（英文）"
        value={defaults.expectAccountName ?? ""}
        onChange={(event) => put("expectAccountName")(event.target.value)}
      />
    </>
  );
}

/** Shops from the list another service or a shop manager exports. */
export function ImportStores({ onClose }: { onClose: () => void }) {
  const [defaults, setDefaults] = useState<Defaults>({});
  const [papers, setPapers] = useState<Readonly<Record<number, string>>>({});
  const isGood = (row: CheckedRow) =>
    row.problems.every(({ field }) => field === PICTURE) && (!lacksPicture(row) || papers[row.line] !== undefined);
  return (
    <ImportDialog
      title="批量导入店铺"
      unit="家店铺"
      choices={<Choices defaults={defaults} onChange={setDefaults} />}
      chosen={JSON.stringify(defaults)}
      template={() => quietStoreCalls.storeSheetTemplate({})}
      check={async (file) => {
        setPapers({});
        return quietStoreCalls.checkStoreSheet({ file, ...defaults });
      }}
      isGood={isGood}
      rowAction={(row) =>
        lacksPicture(row) && row.problems.length === 1 ? (
          <Picture
            row={row}
            given={papers[row.line] !== undefined}
            onUploaded={(id) => setPapers((before) => ({ ...before, [row.line]: id }))}
          />
        ) : undefined
      }
      save={(fileId, lines) =>
        quietStoreCalls.importStores({
          fileId,
          lines,
          papers: lines.flatMap((line) => (papers[line] ? [{ line, fileIds: [papers[line]] }] : [])),
          ...defaults,
        })
      }
      onSaved={refreshStores}
      onClose={onClose}
    />
  );
}

type PictureProps = { row: CheckedRow; given: boolean; onUploaded: (fileId: string) => void };
/** A picture of the platform's back office cannot lie in a cell: it is added beside its row. */
function Picture({ row, given, onUploaded }: PictureProps) {
  const send = useMutation({
    mutationFn: (file: File) => quietStoreCalls.uploadStoreFile({ file }),
    onSuccess: ({ fileId }) => onUploaded(fileId),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Upload
      accept="image/png,image/jpeg,application/pdf"
      showUploadList={false}
      beforeUpload={(file) => {
        send.mutate(file);
        return false;
      }}
    >
      <Button size="small" loading={send.isPending} aria-label={`第 ${row.line} 行的店铺后台截图`}>
        {given ? "已上传，点击更换" : "上传店铺后台截图"}
      </Button>
    </Upload>
  );
}
