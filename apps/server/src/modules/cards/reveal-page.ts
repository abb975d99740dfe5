import { REVEAL_SECONDS } from "@coralhub/domain";
import { createHash } from "node:crypto";

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:12px 16px;font:15px/1.6 system-ui,"PingFang SC","Noto Sans SC",sans-serif;color:#0b1b33;background:#fff}
dl{margin:0;display:grid;grid-template-columns:auto 1fr auto;gap:8px 16px;align-items:center}
dt{color:#5b6779}dd{margin:0;font:600 18px/1.4 ui-monospace,Menlo,monospace;letter-spacing:.04em}
button{font:14px/1.4 system-ui,"PingFang SC","Noto Sans SC",sans-serif;letter-spacing:normal;padding:4px 12px;min-height:32px;border:1px solid #8a94a6;border-radius:8px;background:none;color:inherit;cursor:pointer}
p{margin:12px 0 0;color:#5b6779;font-size:13px}
@media (prefers-color-scheme:dark){body{background:#14202f;color:#e8edf4}dt,p{color:#a3afbf}}
@media (max-width:400px){dl{grid-template-columns:1fr auto}dt{grid-column:1/-1;margin-bottom:-8px}dd{font-size:16px}}`;

// The page around it is told that something was copied, never what: it empties the clipboard when the frame is gone. The
// older way of copying cannot copy nothing, so it copies a space.
const SCRIPT = `
const left=document.getElementById("left");let seconds=${REVEAL_SECONDS};let copied=false;
async function put(text){try{await navigator.clipboard.writeText(text);return true}catch{
const area=document.createElement("textarea");area.value=text||" ";document.body.append(area);area.select();
let done=false;try{done=document.execCommand("copy")}catch{}area.remove();return done}}
for(const button of document.querySelectorAll("button[data-of]"))button.addEventListener("click",async()=>{
const text=document.getElementById(button.dataset.of).dataset.value;
if(await put(text)){copied=true;parent.postMessage("copied","*");button.textContent="已复制"}else button.textContent="请手动复制"});
const timer=setInterval(()=>{seconds-=1;if(seconds>0){left.textContent=String(seconds);return}
clearInterval(timer);if(copied)put("");document.body.replaceChildren(Object.assign(document.createElement("p"),{textContent:"已隐藏。再看需要新的验证码。"}))},1000);`;

/** What the page's policy lets run, and nothing else. */
export const REVEAL_SCRIPT_HASH = `sha256-${createHash("sha256").update(SCRIPT).digest("base64")}`;

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type Shown = { number: string; expiry: string; cvv: string } | { problem: string };

/** The number, for a minute, in a document of its own that can reach nothing and that nothing can read. */
export function revealPage(shown: Shown): string {
  const head = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>卡号</title><meta name="robots" content="noindex"><style>${STYLE}</style></head>`;
  if ("problem" in shown) return `${head}<body><p role="alert">${escape(shown.problem)}</p></body></html>`;
  const { number, expiry, cvv } = shown;
  const grouped = number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
  const row = (id: string, label: string, text: string, value: string) =>
    `<dt>${label}</dt><dd id="${id}" data-value="${escape(value)}">${escape(text)}</dd><dd><button type="button" data-of="${id}" aria-label="复制${label}">复制</button></dd>`;
  return `${head}<body><dl>${row("number", "卡号", grouped, number)}${row("expiry", "有效期", expiry, expiry)}${row("cvv", "安全码", cvv, cvv)}</dl><p><span id="left">${REVEAL_SECONDS}</span> 秒后隐藏，复制的内容同时清除</p><script>${SCRIPT}</script></body></html>`;
}
