import { Refusal, type UploadedFile } from "@coralhub/contract";
import type { CampaignBlock } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db.ts";
import { sizeOf, smallPicture } from "../../platform/picture.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findPictures, insertPicture, readPicture, type CampaignImage } from "./pictures-store.ts";

const LEAST_PIXELS = 200;
const MOST_RATIO = 3;
/** A dot or a strip shows nothing on a phone, however well it was drawn. */
async function requireFit(bytes: Uint8Array): Promise<void> {
  const { width, height } = await sizeOf(bytes);
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short >= LEAST_PIXELS && long <= short * MOST_RATIO) return;
  throw new Refusal("campaign.picture_unfit", { least: LEAST_PIXELS, ratio: MOST_RATIO });
}

/** Inspected like every upload, then made small enough for a page that is read on a phone. */
export async function takePicture(
  deps: CampaignsDeps,
  ctx: OperatorContext,
  file: UploadedFile,
): Promise<CampaignImage> {
  const inspected = await deps.files.inspect("image", await file.read(), ctx.operator.id);
  await requireFit(inspected.bytes);
  const { bytes, width, height } = await smallPicture(inspected.bytes);
  const id = deps.ids.next();
  await ctx.once(async (tx) => {
    await insertPicture(tx, { id, bytes, width, height, madeBy: ctx.operator.id, at: ctx.now });
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "campaign.picture_uploaded",
      subject: `campaign_picture:${id}`,
      address: ctx.address,
      detail: { width, height },
    });
    return null;
  });
  return { id, width, height };
}

export async function pictureFile(deps: CampaignsDeps, id: string) {
  const body = await readPicture(deps.database.db, id);
  if (!body) throw new Refusal("not_found");
  return { fileName: "picture.jpg", contentType: "image/jpeg", body, opens: true, lasting: true } as const;
}

/** In the one spelling the database has for an id. */
const imagesOf = (blocks: readonly CampaignBlock[]): string[] =>
  blocks.flatMap(({ kind, image }) => (kind === "picture" && image !== null ? [image.toLowerCase()] : []));

/** The first of a campaign: its poster has it, too. */
export const firstImage = (blocks: readonly CampaignBlock[]): string | undefined => imagesOf(blocks)[0];

/** Who cannot see a picture is told what is on it. */
export async function requirePictures(db: Db, blocks: readonly CampaignBlock[]): Promise<void> {
  const known = await findPictures(db, imagesOf(blocks));
  for (const [at, { kind, image, alt }] of blocks.entries()) {
    if (kind !== "picture" || image === null) continue;
    const problem = !known.has(image.toLowerCase())
      ? "图片已不在，请重新上传"
      : alt === ""
        ? "请填写图片说明，看不到图片的人会听到它"
        : "";
    if (problem)
      throw new Refusal("campaign.content_incomplete", {}, { "content.blocks": `版块 ${at + 1}：${problem}` });
  }
}

/** As the page shows them. */
export async function shownBlocks(db: Db, blocks: readonly CampaignBlock[]) {
  const known = await findPictures(db, imagesOf(blocks));
  return blocks.map(({ image, alt, ...block }) => {
    const found = block.kind === "picture" && image !== null ? known.get(image.toLowerCase()) : undefined;
    return { ...block, image: found ? { ...found, alt } : null };
  });
}
