import { z } from "zod";
import { expect, it } from "vitest";
import type { Section } from "./field.ts";
import { fileSizeText, refuseFile } from "./upload-rules.ts";
import { rule, validateAll } from "./validate.ts";

const sections: Section[] = [
  {
    fields: [
      { kind: "text", name: "name", label: "户名" },
      { kind: "text", name: "code", label: "行号", rules: [rule.length(12, 12)] },
      { kind: "text", name: "note", label: "备注", optional: true },
      { kind: "select", name: "country", label: "国家", options: [] },
      { kind: "text", name: "state", label: "州", when: ({ country }) => country === "US" },
      { kind: "text", name: "company", label: "公司", review: { verdict: "accepted" } },
    ],
  },
];

it("asks for what is missing, in the words of its kind, and leaves the rest alone", () => {
  expect(validateAll(sections, { name: "  ", country: "US" })).toEqual({
    name: "请填写户名",
    code: "请填写行号",
    state: "请填写州",
  });
  expect(validateAll(sections, { name: "a", code: "123456789012" })).toEqual({ country: "请选择国家" });
});

it("says how to repair", () => {
  const values = { name: "a", code: "12345", country: "CN" };
  expect(validateAll(sections, values)).toEqual({ code: "少了 7 位，至少 12 位" });
});

it("lets the contract's schema speak where the fields' own rules are silent", () => {
  const schema = z.object({ name: z.string().min(2, "户名太短"), code: z.string(), unseen: z.string().optional() });
  expect(validateAll(sections, { name: "a", code: "1", country: "CN" }, schema)).toEqual({
    name: "户名太短",
    code: "少了 11 位，至少 12 位",
  });
});

it("refuses files the server would refuse, with the way out", () => {
  const accept = ["image/jpeg", "application/pdf"] as const;
  expect(refuseFile({ type: "image/gif", size: 1 }, accept, 1024)).toBe("请换成 JPG、PDF 格式");
  expect(refuseFile({ type: "image/jpeg", size: 3_355_443 }, accept, 1024 * 1024)).toBe(
    "文件有 3.2 MB，请压缩到 1 MB 以内",
  );
  expect(refuseFile({ type: "image/jpeg", size: 10 }, accept, 1024)).toBeUndefined();
  expect(fileSizeText(38_000)).toBe("37 KB");
});
