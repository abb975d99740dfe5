import { tellBrowserDatabase } from "@coralhub/testkit";
import { enterConsole, expectToast } from "./console-steps.ts";
import { certifiedAs, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

test("an invitation with a doubt waits for finance, who pays the reward", async ({ browser, baseURL }) => {
  const [inviter, friend] = [await certifiedAs(baseURL!, "柳如是"), await certifiedAs(baseURL!, "柳一方")];
  await tellBrowserDatabase("insert into merchant_invitation values ($1, $2, now())", [inviter.userId, friend.userId]);
  await tellBrowserDatabase(
    `insert into invitation_progress (merchant_id, friend_id, state, doubts, joined_at, changed_at)
     values ($1, $2, 'reviewing', '{device}', now(), now())
     on conflict (merchant_id, friend_id) do update set state = 'reviewing', doubts = '{device}'`,
    [inviter.userId, friend.userId],
  );
  const desk = await visit(browser);
  await enterConsole(desk, baseURL!, "finance");
  await desk.goto("/ops/invitations");
  const review = desk.getByRole("listitem").filter({ hasText: "柳如是 推荐 柳一方" });
  await expect(review).toContainText("疑点：同一设备");
  await review.getByRole("button", { name: "核对通过，发奖励" }).click();
  await expectToast(desk, "奖励已发");
  await expect(review.getByRole("button", { name: "核对通过，发奖励" })).toHaveCount(0);
});
