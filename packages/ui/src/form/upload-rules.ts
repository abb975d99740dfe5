import { CONTENT_TYPES, type ContentType } from "@coralhub/domain";

/** 3.2 MB, 38 KB */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}

/** What the browser can see at once; the server looks into the content itself. */
export function refuseFile(
  file: { type: string; size: number },
  accept: readonly ContentType[],
  maxBytes: number,
): string | undefined {
  if (!accept.some((type) => type === file.type))
    return `请换成 ${accept.map((type) => CONTENT_TYPES[type].label).join("、")} 格式`;
  if (file.size > maxBytes) return `文件有 ${fileSizeText(file.size)}，请压缩到 ${fileSizeText(maxBytes)} 以内`;
  return file.size === 0 ? "文件是空的，请重新选择" : undefined;
}
