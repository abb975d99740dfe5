// Written by `npm run sdk:contract` from the tables the server mounts.

/** 关联方 */
export type ListRelatedPartiesInput = Record<string, never>;
export type ListRelatedPartiesOutput = Array<{
  id: string;
  relateName: string;
  relateType: "parent" | "subsidiary" | "sister" | "shareholder" | "director" | "other";
  relateContract: string;
  createdAt: string;
}>;
/** 添加关联方 */
export type AddRelatedPartyInput = {
  relateName: string;
  relateType: "parent" | "subsidiary" | "sister" | "shareholder" | "director" | "other";
  relateContract: string;
};
export type AddRelatedPartyOutput = {
  id: string;
  relateName: string;
  relateType: "parent" | "subsidiary" | "sister" | "shareholder" | "director" | "other";
  relateContract: string;
  createdAt: string;
};
