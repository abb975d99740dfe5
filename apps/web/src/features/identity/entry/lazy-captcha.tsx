import { lazy, Suspense } from "react";
import type { CaptchaProps } from "./captcha-dialog.tsx";

const CaptchaDialog = lazy(() => import("./captcha-dialog.tsx").then((module) => ({ default: module.CaptchaDialog })));

/** Most visitors sign in without a captcha: its code is fetched when one is asked for. */
export function LazyCaptcha(props: CaptchaProps) {
  return props.open ? (
    <Suspense>
      <CaptchaDialog {...props} />
    </Suspense>
  ) : null;
}
