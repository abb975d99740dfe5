import { answersOf, nameIn, type CertificationValues } from "./values.ts";
import type { CertificationForm } from "./forms.ts";

/** How the sandbox's own reviewer decides, in the words its panel shows. */
export const SIMULATION_RULES: readonly string[] = [
  "风险评分偏高或名单命中的申请不动，留给审核员",
  "有人领取的申请不动",
  "姓名或公司名称里有「人工」的不动，留给审核员",
  "文字里有「驳回」的项不通过",
  "文件名里有「驳回」或 reject 的材料不通过",
  "文字里有「补充」的项要求补充资料",
  "其余全部通过",
];
export const SIMULATION_DEFAULTS = { on: true, delaySeconds: 20 } as const;

type Verdicts = { rejected: { path: string; reason: string }[]; asked: { path: string; label: string }[] };

/** Null: a person should look. `fileNames` by file id. Fields that are accepted already are not looked at again. */
export function simulateReview(
  form: CertificationForm,
  values: CertificationValues,
  fileNames: ReadonlyMap<string, string>,
  accepted: ReadonlySet<string>,
): Verdicts | null {
  if (nameIn(form, values).includes("人工")) return null;
  const verdicts: Verdicts = { rejected: [], asked: [] };
  for (const { path, label, field, value } of answersOf(form, values)) {
    if (accepted.has(path)) continue;
    if (field.kind === "document") {
      if (/驳回|reject/i.test(fileNames.get(value) ?? ""))
        verdicts.rejected.push({ path, reason: "图片不清楚，请在光线充足处重新拍摄，四角都要露出来" });
    } else if (value.includes("驳回")) verdicts.rejected.push({ path, reason: "与证件不一致，请对照证件修改" });
    else if (value.includes("补充")) verdicts.asked.push({ path, label });
  }
  return verdicts;
}
