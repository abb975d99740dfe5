/** Services that judge visitors in our place, where one is configured: what the page loads, and from where. */
export const CAPTCHA_PROVIDERS = {
  geetest: {
    label: "极验行为验证",
    script: "https://static.geetest.com/v4/gt4.js",
    hosts: ["https://*.geetest.com", "https://*.geevisit.com"],
  },
  tencent: {
    label: "腾讯云验证码",
    script: "https://turing.captcha.qcloud.com/TCaptcha.js",
    hosts: ["https://*.captcha.qcloud.com", "https://*.captcha.gtimg.com"],
  },
} as const;
export type CaptchaProvider = keyof typeof CAPTCHA_PROVIDERS;
