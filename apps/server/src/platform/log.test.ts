import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: "info", destination: { write: (line) => void lines.push(line) } }));
  return lines.join("");
}

test.each([
  { headers: { authorization: "Bearer leak-me" } },
  { body: { password: "leak-me", newPassword: "leak-me", confirm_password: "leak-me" } },
  { token: "leak-me", accessToken: "leak-me", refresh_token: "leak-me" },
  { input: { verifyCode: "leak-me", smsCode: "leak-me", code: "493021" } },
  { person: { idCard: "leak-me", idCardNo: "leak-me", id_number: "leak-me" } },
  { card: { cardNo: "leak-me", cvv: "leak-me" }, list: [{ secretKey: "leak-me" }] },
  { S3: { secretAccessKey: "leak-me" }, cookie: "leak-me" },
  { store: { apiKey: "leak-me", accessKey: "leak-me", "x-api-key": "leak-me" } },
])("secrets are not logged, however deep: %j", (record) => {
  expect(logged((log) => log.info(record, "call"))).not.toMatch(/leak-me|493021/);
});

test("numbers of cards, accounts and people are cut to four digits in any text", () => {
  const line = logged((log) =>
    log.warn({ note: "card 6222 0212 3456 7890 123 refused" }, "person 44030119900101123X not found"),
  );
  expect(line).not.toContain("6222 0212");
  expect(line).not.toContain("440301199001011");
  expect(line).toContain("****");
});

test("what helps stays: status codes, ids, times, amounts", () => {
  const record = {
    statusCode: 200,
    code: "10000",
    err: Object.assign(new Error("boom"), { code: "23505", detail: "Key (mobile)=(leak-me)" }),
    ms: 12.5,
  };
  const line = logged((log) => log.info(record, "id 0193a000-0000-7000-8000-000000000001 at 2026-11-15 08:00:00"));
  expect(JSON.parse(line)).toMatchObject({
    level: "info",
    statusCode: 200,
    code: "10000",
    ms: 12.5,
    err: { message: "boom", code: "23505" },
    msg: "id 0193a000-0000-7000-8000-000000000001 at 2026-11-15 08:00:00",
  });
  expect(line).not.toContain("leak-me");
});
