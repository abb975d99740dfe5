import { CAPTCHA_PROVIDERS, type CaptchaProvider } from "@coralhub/domain";

export type ProviderOffer = { provider: CaptchaProvider; id: string };

/** What the providers' scripts put into the window, as far as it is used here. */
type Geetest = {
  onReady(then: () => void): Geetest;
  onSuccess(then: () => void): Geetest;
  onError(then: (error: { msg?: string }) => void): Geetest;
  onClose(then: () => void): Geetest;
  showCaptcha(): void;
  getValidate(): object | false;
};
type TencentAnswer = { ret: number; ticket?: string | null; randstr?: string };
declare global {
  interface Window {
    initGeetest4?: (options: object, ready: (captcha: Geetest) => void) => void;
    TencentCaptcha?: new (appId: string, done: (answer: TencentAnswer) => void, options: object) => { show(): void };
  }
}

/** Fetched when a visitor is asked, and once; a failed attempt leaves nothing behind that would stop the next one. */
function loadScript(source: string): Promise<void> {
  if (document.querySelector(`script[src="${source}"][data-loaded]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", () => {
      script.dataset["loaded"] = "";
      resolve();
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`${source} did not load`));
    });
    document.head.append(script);
  });
}

const SHOW: Readonly<Record<CaptchaProvider, (id: string) => Promise<object | null>>> = {
  geetest: (captchaId) =>
    new Promise((resolve, reject) => {
      window.initGeetest4!({ captchaId, product: "bind", language: "zho" }, (captcha) => {
        captcha
          .onReady(() => captcha.showCaptcha())
          .onSuccess(() => resolve(captcha.getValidate() || null))
          .onClose(() => resolve(null))
          .onError((error) => reject(new Error(error.msg ?? "geetest failed")));
      });
    }),
  tencent: (appId) =>
    new Promise((resolve) => {
      const Captcha = window.TencentCaptcha!;
      const done = ({ ret, ticket, randstr }: TencentAnswer) => resolve(ret === 0 ? { ticket, randstr } : null);
      new Captcha(appId, done, { userLanguage: "zh-cn" }).show();
    }),
};

/** The provider's own window; answers what our server is to ask it about, or null where the visitor closed it. */
export async function askProvider({ provider, id }: ProviderOffer): Promise<string | null> {
  await loadScript(CAPTCHA_PROVIDERS[provider].script);
  const proof = await SHOW[provider](id);
  return proof && JSON.stringify(proof);
}
