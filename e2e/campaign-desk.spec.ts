import { campaignDeskEndpoints, campaignEndpoints, operationsEndpoints } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { choose, enterConsole, expectToast, operatorToken } from "./console-steps.ts";
import { certifiedAs, enterPortal, runJobNow, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const DAY_MS = 86_400_000;

test("finance writes a campaign, another starts it; it pauses, stops at its budget, and its prizes are sent @alone", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const call = createCall(baseURL!);
  const [finance, admin] = [
    { token: await operatorToken(baseURL!, "finance") },
    { token: await operatorToken(baseURL!, "admin") },
  ];
  // One campaign for a page at a time: the demo world's makes room.
  const taken = (await call(campaignDeskEndpoints.campaigns, {}, finance)).filter(
    ({ page, state }) => page === "fiveone" && state !== "ended" && state !== "draft",
  );
  for (const { id } of taken) await call(campaignDeskEndpoints.moveCampaign, { id, action: "end" }, finance);
  const [first, second] = [await certifiedAs(baseURL!, "江一舟"), await certifiedAs(baseURL!, "江一帆")];
  // The second reads the other headline.
  await call(
    operationsEndpoints.changeFlag,
    { flag: "campaignVariant", mode: "list", percentage: 0, merchantIds: [second.userId], reason: "对比标题" },
    admin,
  );

  const maker = await visit(browser);
  await enterConsole(maker, baseURL!, "finance");
  await maker.goto("/ops/campaigns");
  await maker.getByRole("button", { name: "新建活动" }).click();
  const name = `实干礼 ${first.userId.slice(-6)}`;
  await maker.getByLabel("名称", { exact: true }).fill(name);
  await choose(maker.getByRole("combobox", { name: "页面" }), "五一劳动节");
  const ends = toShanghaiTime(new Date(Date.now() + 3 * DAY_MS)).slice(0, 16);
  await maker.getByLabel("结束", { exact: true }).fill(ends);
  await maker.getByLabel("结束", { exact: true }).press("Enter");
  await maker.getByLabel("预算", { exact: true }).fill("7.00");
  await maker.getByLabel("页面标题").fill("签到送杯子");
  await maker.getByLabel("乙版标题").fill("今天签到，杯子到家");
  await maker.getByLabel("说明", { exact: true }).fill("每天一次，抽中即寄。");
  await maker.getByLabel("规则", { exact: true }).fill("每户每天一次。");
  await maker.getByRole("button", { name: "加一个奖品" }).click();
  await maker.getByLabel("奖品 1 名称").fill("珊瑚杯");
  await choose(maker.getByRole("combobox", { name: "奖品 1 类型" }), "实物");
  await maker.getByLabel("奖品 1 概率").fill("100");
  await maker.getByLabel("奖品 1 单份成本").fill("3.00");
  await maker.getByLabel("奖品 2 概率").fill("0");
  await maker.getByRole("button", { name: "保存草稿" }).click();
  await expectToast(maker, "草稿已保存");
  const own = maker.locator(".panel", { has: maker.getByRole("heading", { name, exact: true }) });
  await expect(own.getByText("您保存的由另一位财务复核排期")).toBeVisible();
  await expect(own.getByRole("button", { name: "复核通过，排期" })).toHaveCount(0);

  const checker = await visit(browser);
  await enterConsole(checker, baseURL!, "finance2");
  await checker.goto("/ops/campaigns");
  const panel = checker.locator(".panel", { has: checker.getByRole("heading", { name, exact: true }) });
  await panel.getByRole("button", { name: "复核通过，排期" }).click();
  await expectToast(checker, "已排期，到点自动开始");
  const row = async () =>
    (await call(campaignDeskEndpoints.campaigns, {}, finance)).find((campaign) => campaign.name === name)!;
  // The clock starts it within a minute; here its turn comes at once.
  await runJobNow("campaigns.watch");
  await expect(async () => expect((await row()).state).toBe("running")).toPass({ timeout: 90_000 });

  await checker.reload();
  await panel.getByRole("button", { name: "暂停" }).click();
  await expectToast(checker, "已暂停");
  const player = await visit(browser);
  await enterPortal(player.context(), first);
  await player.goto("/fiveone");
  await expect(player.getByText("活动暂停中")).toBeVisible();
  await panel.getByRole("button", { name: "继续" }).click();
  await expectToast(checker, "已继续");
  await player.reload();
  await expect(player.getByRole("heading", { name: "签到送杯子" })).toBeVisible();
  await player.getByRole("button", { name: "今日签到抽奖" }).click();
  await expect(player.locator(".campaign-result")).toContainText("珊瑚杯");
  const other = await visit(browser);
  await enterPortal(other.context(), second);
  await other.goto("/fiveone");
  await expect(other.getByRole("heading", { name: "今天签到，杯子到家" })).toBeVisible();
  await call(campaignEndpoints.draw, { page: "fiveone" }, second);

  // Another cup would cost more than is left: it has stopped by itself, and says what it has cost.
  await checker.reload();
  await expect(panel.getByText("已暂停")).toBeVisible();
  await expect(panel.locator("dl")).toContainText("2 次，发出 2 份");
  await expect(panel.locator("dl")).toContainText(/6\.00.*7\.00/);
  await expect(panel.locator("dl")).toContainText("乙版到访 / 抽奖商户");
  await expect(panel.locator("dl")).toContainText("还看不出差别");

  const desk = await visit(browser);
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto("/ops/campaigns/prizes");
  const parcels = desk.getByRole("listitem").filter({ hasText: name });
  await expect(parcels).toHaveCount(2);
  const note = `顺丰 SF${first.userId.slice(-8)}`;
  await parcels.first().getByLabel("快递公司和单号").fill(note);
  await parcels.first().getByRole("button", { name: "登记寄出" }).click();
  await expectToast(desk, "已登记寄出");
  await expect(desk.getByRole("listitem").filter({ hasText: note })).toContainText("已寄出");

  await panel.getByRole("button", { name: "结束" }).click();
  await checker.getByRole("dialog").getByRole("button", { name: "结束活动" }).click();
  await expectToast(checker, "已结束，种子已公布");
  await player.reload();
  await expect(player.getByText("活动已结束，谢谢参与")).toBeVisible();
});
