/** The product's tokens, as far as one plain page needs them: it is served without any build. */
export const STYLE = `:root{color-scheme:light dark;--ground:light-dark(#f6f7f9,#0a1424);--panel:light-dark(#fff,#111d31);--bar:light-dark(#0b1b33,#0d192c);--text:light-dark(#0b1b33,#e9eef6);--text-2:light-dark(#46546b,#aebacd);--line:light-dark(#e5e8ee,#22314b);--control:light-dark(#8490a4,#66758f);--link:light-dark(#1f55b5,#8db6ff);--coral:light-dark(#ff7a66,#ff8573);--warn:light-dark(#825200,#f0c067);--warn-tint:light-dark(#fff5df,#352a14);font:14px/22px "PingFang SC","HarmonyOS Sans SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",system-ui,sans-serif;font-variant-numeric:tabular-nums;text-autospace:normal;text-wrap:pretty}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text)}
header{display:flex;align-items:center;gap:12px;height:56px;padding:0 24px;background:var(--bar);color:#fff}header b{font-size:16px;font-weight:600}header span{padding:2px 8px;border-radius:4px;background:var(--warn-tint);color:var(--warn);font-size:12px;line-height:18px}
main{max-width:560px;margin:48px auto;padding:32px;border:1px solid var(--line);border-radius:8px;background:var(--panel)}
h1{margin:0 0 24px;font-size:24px;line-height:32px;font-weight:600}h2{margin:24px 0 8px;font-size:14px;line-height:22px;font-weight:600}
ul{margin:0;padding-left:20px;color:var(--text-2)}dl{display:flex;gap:16px;margin:0}dt{color:var(--text-2)}dd{margin:0}
.note{margin:0 0 24px;padding:12px 16px;border-radius:8px;background:var(--warn-tint);color:var(--warn)}
.acts{display:flex;flex-wrap:wrap;gap:12px;margin:32px 0 0}.acts a{display:inline-flex;align-items:center;justify-content:center;min-width:120px;height:48px;padding:0 24px;border-radius:8px;color:var(--text);font-weight:600;text-decoration:none}
.main{background:var(--coral);color:#0b1b33!important}.plain{border:1px solid var(--control)}
.quiet{margin:24px 0 0}a{color:var(--link)}a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(max-width:600px){main{margin:0;border-width:0 0 1px;border-radius:0;padding:24px 16px}.acts a{flex:1}}`;
