import { createHmac } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createNotifications, type Notification } from "./index.ts";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));
const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    closing.push(() => server.close());
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

const noSandbox = undefined as never;
const note: Notification = {
  reference: "ref-1",
  channel: "email",
  to: "jn@example.com",
  subject: "登录提醒",
  text: "新设备登录，请确认",
};
const smtpTo = (port: number) => ({ host: "127.0.0.1", port, secure: false, from: "珊瑚汇 <no-reply@coralhub.test>" });

/** As much of a mail server as one mail needs. */
async function startMailServer() {
  const heard: string[] = [];
  const port = await listen(
    createServer((socket) => {
      let inData = false;
      socket.setEncoding("utf8").write("220 test\r\n");
      socket.on("data", (chunk: string) => {
        heard.push(chunk);
        if (inData) {
          if (!chunk.includes("\r\n.\r\n")) return;
          inData = false;
          return void socket.write("250 taken\r\n");
        }
        const verb = chunk.slice(0, 4).toUpperCase();
        inData = verb === "DATA";
        socket.write(
          verb === "EHLO"
            ? "250 test\r\n"
            : verb === "DATA"
              ? "354 go on\r\n"
              : verb === "QUIT"
                ? "221 bye\r\n"
                : "250 ok\r\n",
        );
      });
      socket.on("error", () => {});
    }),
  );
  return { port, said: () => heard.join("") };
}

test("a mail goes out by SMTP under an id of its own", async () => {
  const mail = await startMailServer();
  const sms = { url: "http://127.0.0.1:1/", key: "k" };
  const { send } = createNotifications({ mode: "production", smtp: smtpTo(mail.port), smsGateway: sms }, noSandbox);
  await send(note);
  expect(mail.said()).toContain("RCPT TO:<jn@example.com>");
  expect(mail.said()).toContain("Message-ID: <ref-1@coralhub.test>");
  expect(mail.said()).toMatch(/Subject: =\?UTF-8\?/);
});

test("an SMS is handed to the gateway with a signature it can check, and an error is an error", async () => {
  const key = "gateway key";
  let status = 200;
  const bodies: unknown[] = [];
  const gateway = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const right = request.headers["x-signature"] === `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
      bodies.push(JSON.parse(body.toString()));
      response.writeHead(right ? status : 403).end();
    });
  });
  const port = await listen(gateway);
  const settings = {
    mode: "production",
    smtp: smtpTo(1),
    smsGateway: { url: `http://127.0.0.1:${port}/send`, key },
  } as const;
  const { send } = createNotifications(settings, noSandbox);
  const sms: Notification = { ...note, channel: "sms", to: "+8613800000001" };
  await send(sms);
  expect(bodies).toEqual([{ reference: "ref-1", to: "+8613800000001", text: note.text }]);
  status = 500;
  await expect(send(sms)).rejects.toThrow("500");
  const forger = createNotifications({ ...settings, smsGateway: { ...settings.smsGateway, key: "wrong" } }, noSandbox);
  await expect(forger.send(sms)).rejects.toThrow("403");
});

test("production does not start without a way out", () => {
  const start = (smtp: boolean) =>
    createNotifications({ mode: "production", smtp: smtp ? smtpTo(1) : undefined, smsGateway: undefined }, noSandbox);
  expect(() => start(false)).toThrow(/SMTP_HOST/);
  expect(() => start(true)).toThrow(/SMS_GATEWAY_URL/);
});
