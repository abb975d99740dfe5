import { useState } from "react";
import { Button, Checkbox, CodeField, Dialog, PasswordField, SliderPuzzle, TextField } from "../light/index.ts";
import { toast } from "../feedback/toast.tsx";
import { Both, Specimen } from "./specimen.tsx";

/** A stand-in for the server's picture, drawn in the page's own colours. */
const drawing = (width: number, height: number, inner: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke="salmon" stroke-width="4">${inner}</svg>`)}`;
const puzzle = {
  board: drawing(
    320,
    160,
    `<path d="M0 140C200 140 200 60 320 40"/><rect x="196" y="64" width="44" height="44" rx="6" fill="white" stroke="none"/>`,
  ),
  piece: drawing(
    44,
    44,
    `<rect x="1" y="1" width="42" height="42" rx="6" stroke="white" stroke-width="2"/><path d="M3 38L41 8"/>`,
  ),
  width: 320,
  height: 160,
  pieceWidth: 44,
  pieceHeight: 44,
  pieceTop: 64,
};

/** The light kit of the entry pages: its own CSS, nothing of antd. */
export function EntryParts() {
  return (
    <Both>
      {() => (
        <Specimen title="入口页轻量组件" note="登录、注册、找回密码">
          <TextField label="手机号" prefix="+86" defaultValue="138 0000 0001" />
          <CodeField label="短信验证码" secondsLeft={0} onSend={() => toast.done("已发送")} sent />
          <PasswordField
            label="密码"
            aside={<a href="#forgot">忘记密码</a>}
            autoComplete="new-password"
            defaultValue="coral2026"
            strength={{
              level: 3,
              label: "较强",
              checks: [
                { text: "8 到 20 位", passed: true },
                { text: "加符号更好", passed: false },
              ],
            }}
          />
          <TextField label="邀请码" optional error="没有这个邀请码，请核对后再填" defaultValue="NY8K2" />
          <Checkbox defaultChecked label="我已阅读并同意《服务协议》" />
          <div className="line">
            <Button variant="primary">登录</Button>
            <Button loading>登录</Button>
            <Button variant="text">换一张</Button>
          </div>
          <div className="gallery-puzzle">
            <SliderPuzzle
              puzzle={puzzle}
              onAnswer={({ x }) => toast.done(`放在 ${x}`)}
              onRefresh={() => toast.done("已换一张")}
              onCannotSee={() => toast.done("改用语音")}
            />
          </div>
          <SampleDialog />
        </Specimen>
      )}
    </Both>
  );
}

function SampleDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开弹窗</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="拖到同一种东西、填充相同的图案下面">
        <SliderPuzzle puzzle={puzzle} onAnswer={() => setOpen(false)} onRefresh={() => toast.done("已换一张")} />
      </Dialog>
    </>
  );
}
