import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import * as light from "./light/index.ts";
import { Link, LinkProvider } from "./link.tsx";
import { StyleGallery } from "./style-gallery/style-gallery.tsx";
import { ThemeProvider } from "./theme-provider.tsx";
import { Badge } from "./shell/top-bar.tsx";
import { Money } from "./values/money.tsx";
import { StateTag } from "./values/state.tsx";
import { sampleLifecycle } from "./style-gallery/sample-data.ts";

const text = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");

describe("without a browser", () => {
  it("draws the whole style page", () => {
    const html = renderToString(
      <ThemeProvider>
        <StyleGallery />
      </ThemeProvider>,
    );
    expect(text(html)).toContain("我的钱在哪");
    expect(html).not.toContain("undefined");
    expect(html).not.toContain("[object Object]");
  });

  it("prerenders an entry page with the light kit", () => {
    const html = renderToString(
      <light.EntryFrame
        title="登录"
        promise={{ headline: "汇到一处" }}
        links={[{ label: "服务协议", href: "/agreement" }]}
      >
        <light.TextField label="手机号" error="请填写手机号" />
        <light.Dialog open={false} onClose={() => undefined} title="验证">
          {null}
        </light.Dialog>
      </light.EntryFrame>,
    );
    expect(html).toMatch(/<label for="([^"]+)">手机号<\/label>.*<input id="\1"[^>]*aria-invalid="true"/s);
    expect(html).not.toContain("ant-");
  });
});

describe("small parts", () => {
  it("says money as code, thin space, amount", () => {
    expect(text(renderToString(<Money amount="-60" currency="USD" />))).toBe("USD\u2009\u221260.00");
    expect(text(renderToString(<Money amount={undefined} currency="USD" unknownBecause="待分配" />))).toContain(
      "待分配",
    );
  });

  it("caps the badge at 99 and hides it at zero", () => {
    expect(renderToString(<Badge count={0} />)).toBe("");
    expect(text(renderToString(<Badge count={99} />))).toBe("99");
    expect(text(renderToString(<Badge count={100} />))).toBe("99+");
  });

  it("takes word and tone from the lifecycle", () => {
    expect(renderToString(<StateTag lifecycle={sampleLifecycle} state="abnormal" />)).toBe(
      '<span class="state-tag tone-danger">异常</span>',
    );
  });

  it("uses the app's link inside and an ordinary one outside", () => {
    const html = renderToString(
      <LinkProvider value={({ to }) => <b>{to}</b>}>
        <Link to="#home">首页</Link>
        <Link to="https://example.com">外面</Link>
      </LinkProvider>,
    );
    expect(html).toBe('<b>#home</b><a href="https://example.com" target="_blank" rel="noreferrer">外面</a>');
  });
});
