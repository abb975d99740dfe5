import type { RefusalTable } from "../refusals/refusal.ts";

/** What a store's tie to its platform can be refused for. */
export const connectionRefusals = {
  // One text for unknown, used, expired and somebody else's: it must not tell which.
  "connection.state_refused": {
    code: 17501,
    status: 409,
    message: "授权链接已失效，或不是在这次登录里发起的，请回到店铺管理重新授权",
  },
  "connection.declined": { code: 17502, status: 409, message: "您没有同意 {platform} 的授权，需要时可以重新授权" },
  "connection.not_by_consent": { code: 17503, status: 409, message: "这家店铺不用到平台授权，请在店铺详情里查看" },
  "connection.other_platform": { code: 17504, status: 409, message: "这家店铺不在 {platform}，请从它自己的页面授权" },
  "connection.refused": { code: 17505, status: 409, message: "{platform} 没有接受这次授权，请重新授权" },
  "connection.unreachable": { code: 17506, status: 503, message: "暂时连不上 {platform}，请过几分钟重试" },
  "connection.not_open": { code: 17507, status: 503, message: "{platform} 的授权还没有开通，请联系客服" },
  "connection.keys_refused": { code: 17508, status: 400, message: "{platform} 不认这些密钥，请从平台后台重新复制" },
  "connection.address_refused": { code: 17509, status: 400, message: "这个店铺地址打不开，请填写平台给您的公开网址" },
  "connection.other_account": {
    code: 17510,
    status: 409,
    message: "这次授权的是另一个平台账号，请用原来的账号（末四位 {lastFour}）登录平台后重新授权",
  },
  "connection.account_elsewhere": {
    code: 17512,
    status: 409,
    message: "这个平台账号（末四位 {lastFour}）已在另一位商户名下。如果是您的，请在店铺详情里提交归属证明",
  },
  "connection.no_claim": { code: 17513, status: 409, message: "这家店铺没有要证明的平台账号，请刷新页面" },
  "connection.claim_papers": { code: 17514, status: 400, message: "找不到上传的证明，请重新上传" },
  "connection.none": { code: 17511, status: 409, message: "这家店铺还没有连接平台，请先授权" },
} as const satisfies RefusalTable;
