import { fillMessage } from "@coralhub/contract";
import {
  fillPath,
  PORTAL,
  type Address,
  type MessageLink,
  BRAND,
  messageEvent,
  type MessageEventName,
} from "@coralhub/domain";

function pathOf({ to, parameters = {} }: MessageLink, data: Record<string, string>): Address {
  const filled = Object.entries(parameters).map(([name, text]) => [name, fillMessage(String(text), data)]);
  return fillPath(PORTAL[to].path, Object.fromEntries(filled) as Record<string, string>);
}

/** An event's words with its data filled in. */
export type Words = { title: string; body: string; link: { label: string; path: string } | null };
export function wordsOf(event: MessageEventName, data: Record<string, string>): Words {
  const { title, body, link } = messageEvent(event);
  return {
    title: fillMessage(title, data),
    body: fillMessage(body, data),
    link: link ? { label: link.label, path: pathOf(link, data) } : null,
  };
}

/** SMS are paid by the piece and read at a glance: who, what, and nothing to tap on. */
export const smsText = (words: { title: string; body: string }): string =>
  `【${BRAND.name}】${words.title}。${words.body}`;

export const emailText = (
  words: { title: string; body: string; link: { label: string; path: string } | null },
  publicUrl: string,
  ending?: { name: string; page: string },
): string =>
  [
    words.title,
    words.body,
    ...(words.link ? [`${words.link.label}：${publicUrl}${words.link.path}`] : []),
    `${BRAND.name} · ${BRAND.servicePhone}（${BRAND.serviceHours}）\n这是一封通知邮件，请勿直接回复。通知方式可在「消息」页修改。`,
    ...(ending ? [`不想再收「${ending.name}」的邮件，点这里退订，不用登录：${ending.page}`] : []),
  ].join("\n\n");
