import { CallFailed, type CallRefused, type Endpoint } from "@coralhub/contract";

/** Words every page shares, whatever call went wrong. */
export const GLOBAL_ERRORS = {
  expired: "登录已过期，请重新登录",
  transport: "请求失败，请重试",
  file: "获取文件失败",
} as const;
export const EXPIRED_CODE = 600;

export type Surroundings = { toast(text: string): void; onExpired(): void };

/**
 * What happens to an error before the caller sees it. Refusals with a remedy are left to the page, a proof that a file needs to
 * the dialog that asks for it;
 * `background` calls (the gray flag, the unread count) only ever speak up about an expired login; a broken line is told
 * for all others, whoever made them.
 */
export function announce(
  error: CallRefused | CallFailed,
  call: Pick<Endpoint, "reply">,
  { toast, onExpired }: Surroundings,
  background: boolean,
): void {
  if (!(error instanceof CallFailed) && error.code === EXPIRED_CODE) {
    toast(GLOBAL_ERRORS.expired);
    onExpired();
    return;
  }
  if (background) return;
  if (error instanceof CallFailed) toast(GLOBAL_ERRORS.transport);
  else if (call.reply === "file" && error.reason !== "identity.step_up_needed") toast(GLOBAL_ERRORS.file);
}
