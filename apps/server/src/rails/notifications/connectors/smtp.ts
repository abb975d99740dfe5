import { createTransport } from "nodemailer";
import type { SmtpConfig } from "../../../platform/config.ts";
import type { Notifications } from "../index.ts";

const TIMEOUT_MS = 10_000;

export function createSmtp(config: SmtpConfig): Notifications {
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.secure,
    ...(config.user && { auth: { user: config.user, pass: config.password } }),
    // A server on the plain port must still offer TLS before it hears a password.
    requireTLS: !config.secure && config.user !== undefined,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = config.from.slice(config.from.lastIndexOf("@") + 1).replaceAll(/[>\s]/g, "");
  return {
    async send({ reference, to, subject, text, attachments = [], oneClick }) {
      const files = attachments.map(({ fileName, contentType, content }) => ({
        filename: fileName,
        contentType,
        content: Buffer.from(content),
      }));
      // A message id of our own: a mail sent twice after a lost answer is recognised as one.
      const messageId = `<${reference}@${host}>`;
      const headers: Record<string, string> = oneClick
        ? { "List-Unsubscribe": `<${oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {};
      await transport.sendMail({ from: config.from, to, subject, text, messageId, headers, attachments: files });
    },
  };
}
