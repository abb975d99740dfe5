import { BRAND, CONNECTORS, OAUTH_CONNECTORS, RAIL_MODES, type OauthConnector, type Reading } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { PageAnswer, PageMaker } from "../../../platform/page.ts";
import { inSeconds } from "../signing.ts";
import { insertConsent } from "./authorisations-store.ts";
import { CONSENT_PATH, hashOf, type SandboxDeps } from "./marketplaces.ts";
import { STYLE } from "./consent-style.ts";

const CODE_SECONDS = 300;
const RETURN_PATH = "/login";
const WORD = /^[\w-]{1,512}$/;
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const linkTo = (path: string, words: Record<string, string>): string =>
  escape(`${path}?${new URLSearchParams(words).toString()}`);

const page = (status: number, title: string, body: string): PageAnswer => ({
  status,
  html: `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${BRAND.name}沙箱</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><header><b>${BRAND.name}</b><span>沙箱替身</span></header><main>${body}</main></body></html>`,
});
const broken = (): PageAnswer =>
  page(
    400,
    "授权链接不完整",
    `<h1>授权链接不完整</h1><p>请回到店铺管理，重新点「去授权」。</p><p class="acts"><a class="main" href="/shopManage">回到店铺管理</a></p>`,
  );

const READ_WORDS: Record<Reading, string> = { orders: "读取订单编号、金额和时间", payouts: "读取平台打款记录" };
type Words = { state: string; challenge: string; account: string };

function consentPage(connector: OauthConnector, words: Words): PageAnswer {
  const { label, reads } = CONNECTORS[connector];
  const here = `${CONSENT_PATH}/${connector}`;
  // Another account of the same platform: for trying what happens when the wrong one agrees.
  const other = {
    ...words,
    account: words.account
      .split("")
      .toReversed()
      .join("")
      .replace(/^(\d*)A$/, "A$1"),
  };
  return page(
    200,
    `${label} 授权`,
    `<p class="note">这是 ${label} 授权页的沙箱替身，不连接真正的平台，不用输入密码。</p>
<h1>允许${BRAND.name}读取您的 ${label} 店铺吗？</h1>
<dl><dt>平台账号</dt><dd><code>${escape(words.account)}</code></dd></dl>
<h2>同意后，${BRAND.name}可以</h2><ul>${reads.map((list) => `<li>${READ_WORDS[list]}</li>`).join("")}</ul>
<h2>${BRAND.name}不能</h2><ul><li>修改商品、价格和订单</li><li>动用平台余额</li></ul>
<p class="acts"><a class="main" href="${linkTo(`${here}/agree`, words)}">同意授权</a><a class="plain" href="${linkTo(`${here}/decline`, words)}">拒绝</a></p>
<p class="quiet"><a href="${linkTo(here, other)}">换一个平台账号</a></p>`,
  );
}

/** The page a real platform would show, and what its two buttons do. Assembled in the sandbox only. */
export function createConsentPage(deps: SandboxDeps): PageMaker {
  return async (path, query) => {
    const [name, act, ...rest] = path.split("/").filter((part) => part !== "");
    const connector = OAUTH_CONNECTORS.find((known) => known === name);
    const { state = "", challenge = "", account = "" } = query;
    if (!connector || rest.length > 0 || ![state, challenge, account].every((word) => WORD.test(word))) return broken();
    const mode = await deps.railMode();
    if (mode === "down")
      return page(
        503,
        "平台打不开",
        `<h1>${CONNECTORS[connector].label} 暂时打不开</h1><p>沙箱把平台设成了「中断」。请稍后刷新，或请运营在沙箱里恢复。</p>`,
      );
    await sleep(RAIL_MODES[mode].delaySeconds * 1_000);
    switch (act) {
      case undefined:
        return consentPage(connector, { state, challenge, account });
      case "agree":
        return { redirect: await agree(deps, connector, { state, challenge, account }) };
      case "decline":
        return { redirect: `${RETURN_PATH}?${new URLSearchParams({ error: "access_denied", state }).toString()}` };
      default:
        return broken();
    }
  };
}

async function agree(
  deps: SandboxDeps,
  connector: OauthConnector,
  { state, challenge, account }: Words,
): Promise<string> {
  const code = deps.random.bytes(24).toString("base64url");
  const now = deps.clock.now();
  await insertConsent(deps.database.db, {
    id: deps.ids.next(),
    connector,
    account,
    codeHash: hashOf(`${code}.${challenge}`),
    codeEndsAt: inSeconds(now, CODE_SECONDS),
    at: now,
  });
  const words: Record<string, string> =
    connector === "amazon" ? { spapi_oauth_code: code, state, selling_partner_id: account } : { code, state };
  return `${RETURN_PATH}?${new URLSearchParams(words).toString()}`;
}
