import { ConfigError, type Mode, type SignedServiceConfig, type SmtpConfig } from "../../platform/config.ts";
import { createSmsGateway } from "./connectors/sms-gateway.ts";
import { createSmtp } from "./connectors/smtp.ts";
import { createSandboxMailbox, type SandboxDeps } from "./sandbox/mailbox.ts";

/** One SMS or e-mail. `code` names the secret inside the text, so that the sandbox can show it by itself. */
export type Notification = {
  /** The same for every attempt to send the same thing. */
  reference: string;
  channel: "sms" | "email";
  to: string;
  subject: string;
  text: string;
  code?: string;
  /** Only with a mail: where the reader's program ends mails of this kind by itself (RFC 8058). */
  oneClick?: string;
  /** Only with a mail. */
  attachments?: readonly { fileName: string; contentType: string; content: Uint8Array }[];
};

/** Resolves once the carrier has taken it; throws otherwise, and then it may be sent again under its reference. */
export type Notifications = { send(notification: Notification): Promise<void> };

type Settings = { mode: Mode; smtp: SmtpConfig | undefined; smsGateway: SignedServiceConfig | undefined };

/** A configured carrier is used in both modes; without one the sandbox catches the message, and production does not start. */
export function createNotifications(settings: Settings, sandbox: SandboxDeps): Notifications {
  const mailbox = settings.mode === "sandbox" ? createSandboxMailbox(sandbox) : undefined;
  const email = settings.smtp ? createSmtp(settings.smtp) : mailbox;
  const sms = settings.smsGateway ? createSmsGateway(settings.smsGateway) : mailbox;
  if (!email) throw new ConfigError("SMTP_HOST and SMTP_FROM must be set in production: mails have no other way out");
  if (!sms)
    throw new ConfigError("SMS_GATEWAY_URL and SMS_GATEWAY_KEY must be set in production: SMS have no other way out");
  return { send: (notification) => (notification.channel === "sms" ? sms : email).send(notification) };
}

export { createSandboxNotifications } from "./sandbox/endpoints.ts";
