import { z } from "zod";

/** Words for the formats zod knows by name; a format of our own brings its own message. */
const FORMATS: Record<string, string> = {
  email: "请输入正确的邮箱地址",
  url: "请输入正确的网址",
  uuid: "编号格式不正确",
  guid: "编号格式不正确",
  date: "日期格式应为 2026-11-15",
  datetime: "时间格式不正确",
  ipv4: "请输入正确的 IP 地址",
  ipv6: "请输入正确的 IP 地址",
};

const TYPES: Record<string, string> = {
  string: "请填写文字",
  number: "请填写数字",
  int: "请填写整数",
  boolean: "请选择是或否",
  array: "请提供列表",
  object: "内容格式不正确",
};

const sizeOf = (origin: string, limit: number | bigint, most: boolean): string => {
  const edge = most ? "最多" : "至少";
  switch (origin) {
    case "string":
      return !most && limit === 1 ? "请填写此项" : `${edge} ${limit} 个字符`;
    case "array":
    case "set":
      return `${edge} ${limit} 项`;
    default:
      return most ? `不能大于 ${limit}` : `不能小于 ${limit}`;
  }
};

/** What a person reads when a field is wrong and its schema has no words of its own: zod's English never reaches anyone. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null || issue.input === "") return "请填写此项";
      return TYPES[issue.expected] ?? "格式不正确";
    case "too_big":
      return sizeOf(issue.origin, issue.maximum, true);
    case "too_small":
      return sizeOf(issue.origin, issue.minimum, false);
    case "invalid_format":
      return FORMATS[issue.format] ?? "格式不正确";
    case "invalid_value":
      return issue.input === undefined || issue.input === "" ? "请选择此项" : "请从给出的选项中选择";
    case "not_multiple_of":
      return `必须是 ${issue.divisor} 的倍数`;
    case "unrecognized_keys":
      return "包含不认识的内容";
    default:
      return issue.input === undefined ? "请填写此项" : "填写有误";
  }
}

// Every schema in browser and server speaks these words, whoever runs it.
z.config({ localeError: fieldMessage });

/** The first complaint of each field, by its path (`filters.state`); an issue about the whole input is under "". */
export function fieldsOf(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return fields;
}
