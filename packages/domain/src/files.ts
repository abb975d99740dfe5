/** What may be uploaded where: the page's hint, the picker's filter and the server's check read the same rows. */
export const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
export const FILE_LIMIT_LABEL = "10 MB";
export const IMAGE_LIMIT_PIXELS = 50_000_000;

export const CONTENT_TYPES = {
  "image/jpeg": { label: "JPG", extension: "jpg" },
  "image/png": { label: "PNG", extension: "png" },
  "application/pdf": { label: "PDF", extension: "pdf" },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { label: "XLSX", extension: "xlsx" },
  "text/csv": { label: "CSV", extension: "csv" },
} as const satisfies Record<string, { label: string; extension: string }>;
export type ContentType = keyof typeof CONTENT_TYPES;

export const FILE_KINDS = {
  image: ["image/jpeg", "image/png"],
  document: ["image/jpeg", "image/png", "application/pdf"],
  sheet: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"],
} as const satisfies Record<string, readonly ContentType[]>;
export type FileKind = keyof typeof FILE_KINDS;

/** "JPG、PNG、PDF" */
export const acceptedLabel = (kind: FileKind): string =>
  FILE_KINDS[kind].map((type) => CONTENT_TYPES[type].label).join("、");
