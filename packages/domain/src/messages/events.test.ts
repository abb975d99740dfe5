import { expect, test } from "vitest";
import { MESSAGE_EVENTS } from "../capabilities.ts";
import { messageEvent, type MessageEventName } from "./events.ts";

const names = Object.keys(MESSAGE_EVENTS) as MessageEventName[];

test("every event has words in our voice", () => {
  for (const name of names) {
    const { title, body, label, link } = messageEvent(name);
    for (const text of [title, body, label, link?.label ?? ""]) expect(text).not.toMatch(/[!！]|亲|请耐心/);
    expect(title.length).toBeLessThanOrEqual(30);
    expect(title).not.toMatch(/。$/);
    for (const text of Object.values(link?.parameters ?? {})) expect(text).toMatch(/^\{\w+\}$/);
  }
});

test("what concerns the safety of money cannot be switched off in the portal, and security not by SMS either", () => {
  expect.hasAssertions();
  for (const name of names) {
    const { topic, channels, needsAction } = messageEvent(name);
    if (topic === "security") expect(channels).toMatchObject({ inApp: "always", sms: "always" });
    if (needsAction) expect(channels.inApp).toBe("always");
  }
});
