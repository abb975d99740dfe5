import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const HOME_EVENTS = {
  "notice.published": {
    label: "公告",
    category: "notice",
    topic: "notice",
    title: "{title}",
    body: "{body}",
    link: { label: "查看公告", to: "home" },
    channels: TELL.notice,
  },
} as const satisfies Record<string, MessageEvent>;
