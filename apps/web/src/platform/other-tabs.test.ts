import { afterEach, expect, test } from "vitest";
import { joinTabs, type Tabs } from "./other-tabs.ts";

const open: { leave(): void }[] = [];
afterEach(() => open.splice(0).forEach((tab) => tab.leave()));

/** A tab with a memory of its own. */
function tab(name: string, kept: Record<string, string> | null) {
  const memory = { kept, ended: 0 };
  const own: Tabs = {
    read: () => memory.kept,
    keep: (given) => (memory.kept = given),
    onEnded: () => {
      memory.kept = null;
      memory.ended++;
    },
  };
  const joined = joinTabs(name, own);
  open.push(joined);
  return { memory, ...joined };
}

test("a new tab takes over the login of an open one, of its own kind only", async () => {
  tab("portal", { token: "t" });
  const [fresh, stranger] = [tab("portal", null), tab("console", null)];
  await Promise.all([fresh.ask(), stranger.ask()]);
  expect(fresh.memory.kept).toEqual({ token: "t" });
  expect(stranger.memory.kept).toBeNull();
});

test("a tab that has a login keeps it, and where nobody has one none appears", async () => {
  const [first, second] = [tab("a", { token: "1" }), tab("a", { token: "2" })];
  await second.ask();
  expect(second.memory.kept).toEqual({ token: "2" });
  const alone = tab("b", null);
  await alone.ask();
  expect(alone.memory.kept).toBeNull();
  expect(first.memory.ended).toBe(0);
});

test("a login that is known to be there is waited for, however busy its tab", async () => {
  const channel = new BroadcastChannel("d");
  const gone = new Promise<void>((resolve) => open.push({ leave: () => resolve(channel.close()) }));
  void navigator.locks.request("d", { mode: "shared" }, () => gone);
  channel.addEventListener("message", ({ data }: MessageEvent<{ ask: string }>) => {
    setTimeout(() => channel.postMessage({ answer: data.ask, kept: { token: "t" } }), 400);
  });
  const fresh = tab("d", null);
  await fresh.ask();
  expect(fresh.memory.kept).toEqual({ token: "t" });
});

test("signing out in one tab ends the others", async () => {
  const [first, second] = [tab("c", { token: "1" }), tab("c", { token: "1" })];
  first.tellEnded();
  await expect.poll(() => second.memory.ended).toBe(1);
  expect(second.memory.kept).toBeNull();
});
