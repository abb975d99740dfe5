import {
  CAMPAIGN_BLOCK_LIMITS,
  CAMPAIGN_BLOCKS,
  CAMPAIGN_PICTURES,
  type CampaignBlockKind,
  type CampaignPicture,
} from "@coralhub/domain";
import { UploadTile, type UploadedFile } from "@coralhub/ui";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { problemText } from "../../platform/refusal-fields.ts";
import { calls } from "./campaign-calls.ts";
import type { Draft } from "./campaign-form.tsx";

type Block = NonNullable<Draft["content"]["blocks"]>[number];
const KINDS = Object.entries(CAMPAIGN_BLOCKS).map(([value, { label }]) => ({
  value: value as CampaignBlockKind,
  label,
}));
const PICTURES = Object.entries(CAMPAIGN_PICTURES).map(([value, label]) => ({
  value: value as CampaignPicture,
  label,
}));
const HAS_LINES: readonly (CampaignBlockKind | undefined)[] = ["text", "steps", "questions", undefined];
const NEW: Block = { kind: "text", title: "", lines: [], picture: null, image: null, alt: "" };
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

type Own = { at: number; block: Block; onChange: (some: Partial<Block>) => void };
/** A picture of the campaign's own instead of the drawing; what is on it is said for those who do not see it. */
function OwnPicture({ at, block: { image, alt }, onChange }: Own) {
  const [file, setFile] = useState<UploadedFile>();
  const pick = async (chosen: File) => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setFile(start);
    try {
      const { id } = await calls.uploadCampaignPicture({ file: chosen });
      setFile(undefined);
      onChange({ image: id });
    } catch (error) {
      setFile({ ...start, state: "refused", reason: problemText(error) });
    }
  };
  return (
    <div className="campaign-desk-picture">
      <UploadTile
        kind="image"
        label={image ? "换一张图片" : "上传自己的图片"}
        must="横图最合适，宽和高至少 200 像素"
        {...(file && { file })}
        onPick={(chosen) => void pick(chosen)}
      />
      {image && (
        <>
          <img src={`/api/activity/picture/${image}`} alt={alt || "已上传的图片"} />
          <Input
            aria-label={`版块 ${at} 图片说明`}
            placeholder="图片说明：看不到图片的人会听到它"
            maxLength={CAMPAIGN_BLOCK_LIMITS.alt}
            value={alt ?? ""}
            onChange={(event) => onChange({ alt: event.target.value })}
          />
          <Button onClick={() => onChange({ image: null, alt: "" })}>去掉图片</Button>
        </>
      )}
    </div>
  );
}

/** What the page is built of, from top to bottom; odds and rules come at the end where no block says otherwise. */
export function BlockRows({ blocks, onChange }: { blocks: Block[]; onChange: (blocks: Block[]) => void }) {
  const put = (index: number, some: Partial<Block>) =>
    onChange(blocks.map((block, at) => (at === index ? { ...block, ...some } : block)));
  // The texts are kept by their fields while they are typed: rows that change places are drawn anew.
  const [order, setOrder] = useState(0);
  const reorder = (next: Block[]) => {
    setOrder(order + 1);
    onChange(next);
  };
  const up = (index: number) => reorder(blocks.with(index - 1, blocks[index]!).with(index, blocks[index - 1]!));
  return (
    <div className="campaign-desk-part">
      <strong>页面版块，从上到下</strong>
      {blocks.map((block, index) => (
        <div key={`${order} ${index}`} className="campaign-desk-block">
          <Select<CampaignBlockKind>
            aria-label={`版块 ${index + 1} 类型`}
            value={block.kind ?? "text"}
            options={KINDS}
            onChange={(kind) => put(index, { kind })}
          />
          <Input
            aria-label={`版块 ${index + 1} 标题`}
            placeholder="标题"
            maxLength={CAMPAIGN_BLOCK_LIMITS.title}
            value={block.title}
            onChange={(event) => put(index, { title: event.target.value })}
          />
          {block.kind === "picture" && (
            <>
              <Select<CampaignPicture>
                aria-label={`版块 ${index + 1} 图片`}
                placeholder="选择图案"
                {...(block.picture && { value: block.picture })}
                options={PICTURES}
                onChange={(picture) => put(index, { picture })}
              />
              <OwnPicture at={index + 1} block={block} onChange={(some) => put(index, some)} />
            </>
          )}
          {HAS_LINES.includes(block.kind) && (
            <Input.TextArea
              aria-label={`版块 ${index + 1} 内容`}
              placeholder={block.kind === "questions" ? "每行一问一答，用｜分开" : "每行一条"}
              rows={3}
              defaultValue={block.lines.join("\n")}
              onChange={(event) => put(index, { lines: linesOf(event.target.value) })}
            />
          )}
          <span className="campaign-desk-actions">
            <Button disabled={index === 0} onClick={() => up(index)}>
              上移
            </Button>
            <Button onClick={() => reorder(blocks.filter((_block, at) => at !== index))}>删除</Button>
          </span>
        </div>
      ))}
      <span>
        <Button disabled={blocks.length >= CAMPAIGN_BLOCK_LIMITS.blocks} onClick={() => onChange([...blocks, NEW])}>
          加一个版块
        </Button>
      </span>
    </div>
  );
}
