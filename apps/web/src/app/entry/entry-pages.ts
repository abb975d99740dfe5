/**
 * The pages a visitor sees first. Each is prerendered at build time and brought to life by its own small script
 * (`script: false`: plain text that needs none). The key is the page's script and the name of its file.
 */
export const ENTRY_PAGES = {
  login: { path: "/login", title: "登录", script: true },
  register: { path: "/register", title: "注册", script: true },
  "find-password": { path: "/findPwd", title: "找回密码", script: true },
  "find-password-done": { path: "/findPwd/success", title: "密码已重设", script: false },
  "bind-mail": { path: "/bindMail", title: "绑定邮箱", script: true },
  "bind-mail-done": { path: "/bindMail/success", title: "邮箱已绑定", script: false },
  agreement: { path: "/agreement", title: "服务协议", script: false },
  help: { path: "/help", title: "帮助中心", script: false },
  privacy: { path: "/privacyPolicy", title: "隐私政策", script: false },
} as const satisfies Record<string, { path: `/${string}`; title: string; script: boolean }>;

export type EntryPage = keyof typeof ENTRY_PAGES;
